import type { Revision } from '../wire.ts';

const letter = /^[A-Za-z]$/;
const alphanumeric = /^[A-Za-z0-9]$/;
const inLabel = /^[A-Za-z0-9-]*$/;
const inName = /^[A-Za-z0-9._-]*$/;

/** What is wrong with a `_meta` key, and which part of the format it breaks; `characters` are those inside a name. */
export interface MetaKeyFlaw {
  part: 'prefix' | 'label' | 'name' | 'characters';
  reason: string;
}

function labelFlaw(label: string): string | undefined {
  if (!letter.test(label[0]!)) return 'a label of the prefix that does not start with a letter';
  if (!alphanumeric.test(label.at(-1)!)) return 'a label of the prefix that does not end with a letter or digit';
  return inLabel.test(label) ? undefined : 'a character in the prefix that is no letter, digit or hyphen';
}

function nameFlaw(name: string): MetaKeyFlaw | undefined {
  if (name === '') return undefined;
  if (!alphanumeric.test(name[0]!))
    return { part: 'name', reason: 'a name that does not start with a letter or digit' };
  if (!alphanumeric.test(name.at(-1)!))
    return { part: 'name', reason: 'a name that does not end with a letter or digit' };
  if (inName.test(name)) return undefined;
  return { part: 'characters', reason: 'a character in the name that is no letter, digit, hyphen, underscore or dot' };
}

/** The prefix of a `_meta` key without its slash; undefined where it has none. */
export function metaKeyPrefix(key: string): string | undefined {
  const slash = key.indexOf('/');
  return slash < 0 ? undefined : key.slice(0, slash);
}

/** What is wrong with the name of a `_meta` key (prefix of labels, slash, name), the prefix first; undefined when nothing is. */
export function metaKeyFlaw(key: string): MetaKeyFlaw | undefined {
  const prefix = metaKeyPrefix(key);
  if (prefix === undefined) return nameFlaw(key);
  const name = key.slice(prefix.length + 1);
  const labels = prefix.split('.');
  if (labels.includes('')) return { part: 'prefix', reason: 'an empty label in the prefix' };
  // With a second slash there is a third part, which is neither prefix nor name.
  if (name.includes('/'))
    return { part: 'prefix', reason: 'a second slash, a character in the name that has no place' };
  const reason = labels.map(labelFlaw).find((flaw) => flaw !== undefined);
  return reason === undefined ? nameFlaw(name) : { part: 'label', reason };
}

/** What is wrong with the name of a `_meta` key, in a few words; undefined when nothing is. */
export const metaKeyFault = (key: string): string | undefined => metaKeyFlaw(key)?.reason;

const owners = ['modelcontextprotocol', 'mcp'];

/** Whether a revision keeps a prefix to MCP: at first the owner was any label but the last (mcp.dev), then the second (dev.mcp). */
export function isReservedPrefix(prefix: string, revision: Revision): boolean {
  const labels = prefix.split('.');
  if (revision >= '2025-11-25') return owners.includes(labels[1] ?? '');
  return labels.slice(0, -1).some((label) => owners.includes(label));
}

/** Generic top-level names under which servers and their makers are found; every name of two letters is a country's. */
const generic = new Set(
  'com org net edu gov mil int info biz name pro app dev cloud tech tools software systems digital online site xyz'.split(
    ' ',
  ),
);
const isTopLevel = (label: string): boolean => generic.has(label.toLowerCase()) || /^[a-z]{2}$/i.test(label);

/** Whether a prefix reads as a domain name the usual way round (example.com), which it shows only where no other reading is possible. */
export function isForwardDomain(prefix: string): boolean {
  const labels = prefix.split('.');
  return labels.length > 1 && isTopLevel(labels.at(-1)!) && !isTopLevel(labels[0]!);
}
