/** Characters that a terminal would obey, hide or reorder by; a line break is none. */
export const controls = (text: string): string[] =>
  (text.match(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu) ?? []).map((each) => JSON.stringify(each));

/** The lines that a CI runner takes for commands: those of GitHub, Azure and TeamCity. A carriage return ends a line too. */
export const commands = (text: string): string[] =>
  text.split(/[\r\n]/).filter((line) => /^\s*::/.test(line) || /##(?:vso|teamcity)?\[/.test(line));

/** A start tag of HTML, and its attributes. */
export interface Tag {
  name: string;
  attributes: Map<string, string>;
}

// By the tokenizer of the HTML standard, for pages whose attributes are all in double quotes.
const tagged =
  /<(?:!--[\s\S]*?-->|![^>]*>|\/[a-zA-Z][^>]*>|([a-zA-Z][^\s/>]*)((?:\s+[^\s=/>"']+(?:="[^"]*")?)*)\s*\/?>)/g;

/** The start tags of a page; what is in a script or a style is none, and what is no proper markup throws. */
export function tagsOf(page: string): Tag[] {
  const opaque = page.replace(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3');
  const tags: Tag[] = [];
  for (const [, name, attributes = ''] of opaque.matchAll(tagged)) {
    if (name === undefined) continue;
    const pairs = [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(
      ([, key, value = '']) => [key!, value] as const,
    );
    tags.push({ name: name.toLowerCase(), attributes: new Map(pairs) });
  }
  const rest = opaque.replaceAll(tagged, '');
  if (/<[a-zA-Z/!?]/.test(rest)) throw new Error(`what is no tag: ${/<[a-zA-Z/!?].{0,80}/.exec(rest)![0]}`);
  return tags;
}
