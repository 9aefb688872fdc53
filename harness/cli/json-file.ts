import { readFile } from 'node:fs/promises';
import { jsonFault } from '../formats/json-fault.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

// A character more is more than a string of the engine can hold; Node's own message for it names no file.
const tooLarge = new Set(['ERR_STRING_TOO_LONG', 'ERR_FS_FILE_TOO_LARGE']);

/** What a JSON file holds; throws WrongUsage where it cannot be read or is none. `mend` says what to do then. */
export async function readJson(file: string, shown: string, mend: string): Promise<unknown> {
  const named = quoted(shown).slice(1, -1);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    throw new WrongUsage(`${named} cannot be read (${tooLarge.has(code) ? 'too large' : code}); ${mend}`);
  }
  const json = text.replace(/^\ufeff/, '');
  try {
    return JSON.parse(json);
  } catch {
    // The engine's own message quotes what stands there, which may be a secret.
    const at = jsonFault(json);
    const where = at ? ` at line ${at.line}, column ${at.column}: ${at.fault}` : '';
    throw new WrongUsage(`${named} is no JSON${where}; mend it there, or ${mend}`);
  }
}
