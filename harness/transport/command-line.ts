const inDoubleQuotes = /["\\$`\n]/;
const operators = '|&;<>`';

/**
 * Splits a command as a POSIX shell would, with its quotes and escapes, and expands nothing: `$HOME`, `*` and `~` stay as they are.
 * A backslash escapes on every system, so on Windows a path wants quotes or forward slashes.
 */
export function splitCommand(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  // A line that ends in a backslash goes on in the next one.
  const escaped = (): string => {
    const next = text[++at];
    if (next === undefined)
      throw new Error(fault(text, 'ends in a backslash that escapes nothing; write \\\\ for a backslash'));
    return next === '\n' ? '' : next;
  };
  for (; at < text.length; at++) {
    const character = text[at]!;
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'") {
      const end = text.indexOf("'", at + 1);
      if (end === -1)
        throw new Error(fault(text, `has a ' that is not closed; close it, or write "'" for the character`));
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (character === '"') {
      word ??= '';
      for (at++; text[at] !== '"'; at++) {
        if (at >= text.length)
          throw new Error(fault(text, `has a " that is not closed; close it, or write '"' for the character`));
        const escapes = text[at] === '\\' && inDoubleQuotes.test(text[at + 1] ?? '');
        word += escapes ? escaped() : text[at];
      }
    } else if (character === '\\') {
      const next = escaped();
      if (next !== '') word = (word ?? '') + next;
    } else {
      // A shell would not take `exit(1)` either, but what it means is plain.
      refuseOperator(text, at, word === undefined);
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  if (words.length === 0 || words[0] === '')
    throw new Error(fault(text, 'names no program; write for example: node server.js'));
  if (/^\s*[A-Za-z_]\w*=/.test(text)) {
    throw new Error(fault(text, `begins with a variable, which only a shell would set; use --env ${words[0]}`));
  }
  return words;
}

function refuseOperator(text: string, at: number, beginsWord: boolean): void {
  const refused = beginsWord ? `${operators}()` : operators;
  const operator = text.startsWith('$(', at) ? '$(' : refused.includes(text[at]!) ? text[at]! : undefined;
  if (operator === undefined) return;
  const mend = `quote it if it belongs to an argument ('${operator}'), or name a shell: sh -c '…'`;
  throw new Error(fault(text, `has ${operator} outside quotes, but no shell is used; ${mend}`));
}

const fault = (text: string, what: string): string => `the command ${JSON.stringify(text)} ${what}`;
