/** The user asked for something that cannot be; the message is one line that says what, what is allowed and how to mend it. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}

/** Text that somebody typed, fit for a one-line message: quoted, control characters escaped, shortened. */
export function quoted(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return `"${JSON.stringify(short).slice(1, -1).replaceAll('\\"', '"')}"`;
}
