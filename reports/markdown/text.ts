import { html, shorten, visible } from '../escape.ts';

// What means something in Markdown, as a character reference; `://` and `www.` become links by themselves, `::` begins a command.
const active = /[\\`*_[\]<>&|~$]|:(?=[:/])|(?<=:):|(?<=\bwww)\./gi;

const inline = (value: unknown, most: number): string =>
  visible(shorten(value, most)).replace(active, (character) => `&#${character.charCodeAt(0)};`);

/** Text for Markdown, on one line and of bounded length: nothing in it is markup, a link, a mention or a command of a CI runner. */
export const text = (value: unknown, most = 300): string =>
  inline(value, most)
    // People and issues are looked for in what was rendered, where a reference is a character again.
    .replace(/(?<!&)#(?=\d)/g, '#&#8203;')
    .replace(/@(?=\w)/g, '@&#8203;')
    .replace(/\bGH-(?=\d)/gi, '$&&#8203;');

/** Text as code, in HTML: a fence of Markdown could be closed by what stands in it. It can be copied as it is. */
export const code = (value: unknown, most = 300): string => `<code>${inline(value, most)}</code>`;

/** Lines as a block of code. */
export const block = (lines: readonly string[]): string => `<pre>${html`${lines.join('\n')}`.markup}</pre>`;

/** A link, where the address is one that may be linked: to the web, without what would end it. */
export function link(label: string, address: unknown): string {
  const to = typeof address === 'string' && /^https?:\/\/[^\s<>]+$/i.test(visible(address)) ? address : undefined;
  return to === undefined || to.length > 2_000 ? label : `${html`<a href="${to}">`.markup}${label}</a>`;
}

/** A table; cells are Markdown already. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** A part that is folded until somebody opens it. */
export const folded = (title: string, content: string): string =>
  `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;
