import type { Rule } from './case.ts';
import type { Revision } from './wire.ts';

const site = 'https://modelcontextprotocol.io/specification';
const source = 'https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema';
// Earlier revisions have no page for their schema.
const schemaPageSince: Revision = '2025-06-18';

/** A text fragment: `-`, `,` and `&` mean something in it; the marks of Markdown are not part of the rendered page. */
function textFragment(find: string): string {
  const plain = find.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
  return `:~:text=${encodeURIComponent(plain.trim()).replaceAll('-', '%2D')}`;
}

/** The address at which a revision states a rule, down to the words where the rule names them. */
export function ruleLink({ at, find }: Pick<Rule, 'at' | 'find'>, revision: Revision): string {
  const hash = at.indexOf('#');
  const page = at.slice(0, hash);
  const anchor = at.slice(hash + 1);
  if (page === 'schema') {
    if (revision < schemaPageSince) return `${source}/${revision}/schema.ts`;
    return `${site}/${revision}/schema#${anchor.toLowerCase().replaceAll('.', '-')}`;
  }
  // The site serves the index of a folder at the folder's own address.
  const path = page.replace(/(^|\/)index$/, '');
  const fragment = `${anchor}${find ? textFragment(find) : ''}`;
  return `${site}/${revision}${path && '/'}${path}${fragment && '#'}${fragment}`;
}
