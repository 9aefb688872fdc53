// East Asian wide characters and emoji take two columns, combining marks none; near enough for aligning a table.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/gu;
const narrowest = /\p{M}/gu;

/** How many columns a text takes in a terminal; it must hold no control characters. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const points = [...text].length;
  return points + (text.match(wide)?.length ?? 0) - (text.match(narrowest)?.length ?? 0);
}

/** Fills a text up to a number of columns. */
export const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - columnsOf(text)));

/** Breaks a text at spaces into lines of at most `columns`; a word that is longer has a line to itself, unbroken. */
export const wrap = (text: string, columns: number): string[] => wrapItems(text.split(' '), ' ', columns);

/** As `wrap`, but breaks between items only. */
export function wrapItems(items: readonly string[], separator: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const item of items) {
    const needs = columnsOf(item);
    if (line !== '' && used + separator.length + needs > columns) {
      lines.push(line);
      line = '';
      used = 0;
    }
    used += line === '' ? needs : needs + separator.length;
    line = line === '' ? item : line + separator + item;
  }
  lines.push(line);
  return lines;
}
