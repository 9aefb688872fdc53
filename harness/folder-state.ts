import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** More files than these are not looked at. */
const most = 2000;

/** Names, sizes and times of all that is below a folder, as a text that differs once something was changed; undefined where that is too much to tell, or cannot be read. */
export function stateOf(folder: string): string | undefined {
  const found: string[] = [];
  const waiting = [folder];
  try {
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        if (found.length === most) return undefined;
        const path = join(at, entry.name);
        const { size, mtimeMs, ino } = lstatSync(path);
        // The time of a folder is that of its last name, which is told by itself.
        found.push(JSON.stringify(entry.isDirectory() ? [path] : [path, size, mtimeMs, ino]));
        if (entry.isDirectory()) waiting.push(path);
      }
  } catch {
    return undefined;
  }
  return found.sort().join('\n');
}
