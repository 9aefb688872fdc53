const letter = /^[A-Za-z]$/;
const alphanumeric = /^[A-Za-z0-9]$/;
const inLabel = /^[A-Za-z0-9-]*$/;
const inName = /^[A-Za-z0-9._-]*$/;

function labelFault(label: string): string | undefined {
  if (label === '') return 'an empty label in the prefix';
  if (!letter.test(label[0]!)) return 'a label of the prefix that does not start with a letter';
  if (!alphanumeric.test(label.at(-1)!)) return 'a label of the prefix that does not end with a letter or digit';
  return inLabel.test(label) ? undefined : 'a character in the prefix that is no letter, digit or hyphen';
}

function nameFault(name: string): string | undefined {
  if (name === '') return undefined;
  if (!alphanumeric.test(name[0]!)) return 'a name that does not start with a letter or digit';
  if (!alphanumeric.test(name.at(-1)!)) return 'a name that does not end with a letter or digit';
  return inName.test(name) ? undefined : 'a character in the name that is no letter, digit, hyphen, underscore or dot';
}

/** The prefix of a `_meta` key without its slash; undefined where it has none. */
export function metaKeyPrefix(key: string): string | undefined {
  const slash = key.indexOf('/');
  return slash < 0 ? undefined : key.slice(0, slash);
}

/** What is wrong with the name of a `_meta` key (prefix of labels, slash, name), in a few words; undefined when nothing is. */
export function metaKeyFault(key: string): string | undefined {
  const prefix = metaKeyPrefix(key);
  if (prefix === undefined) return nameFault(key);
  const bad = prefix
    .split('.')
    .map(labelFault)
    .find((fault) => fault !== undefined);
  return bad ?? nameFault(key.slice(prefix.length + 1));
}
