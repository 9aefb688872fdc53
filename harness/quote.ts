const longest = 80;

/** Text of a server, fit for a reason: in quotes, on one line, shortened. Deterministic, whatever the text. */
export function quote(value: unknown): string {
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, longest * 4) : value) ?? String(value);
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
