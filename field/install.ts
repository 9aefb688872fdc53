import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Entry, folderOf } from './manifest.ts';

const onPath = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/** What an implementation needs and this machine has not, in words; undefined where all is there. */
export function missingFor({ needs }: Pick<Entry, 'needs'>): string | undefined {
  const missing = needs.filter((need) => {
    const [command = need, version] = need.split('>=');
    if (version === undefined) return !onPath(command);
    if (command !== 'node') throw new Error(`"${need}" cannot be checked; only node takes a version`);
    return Number(process.versions.node.split('.')[0]) < Number(version);
  });
  return missing.length > 0 ? missing.join(', ') : undefined;
}

/** All that the build of a folder depends on: its commands, and the files that belong to the project. */
function fingerprint(folder: string, { install }: Entry): string {
  const hash = createHash('sha256').update(JSON.stringify(install));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // The suite writes into the folder that is served: what lies there is no part of the program.
  for (const file of listed
    .split('\0')
    .filter((each) => each !== '' && !each.startsWith('files'))
    .sort())
    if (existsSync(join(folder, file))) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/** Installs and builds what a server needs, unless that has been done already; `anew` does it in any case. */
export function install(name: string, entry: Entry, anew: boolean): void {
  const folder = folderOf(name);
  const stamp = join(folder, '.installed');
  const now = fingerprint(folder, entry);
  if (!anew && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  for (const [command, ...args] of entry.install) {
    console.log(`${name}: ${[command, ...args].join(' ')}`);
    execFileSync(command!, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  writeFileSync(stamp, now);
}

/** The version that is really installed, as the implementation itself tells it. */
export function installedVersion(name: string, { version: { file, command, find } }: Entry): string {
  const cwd = folderOf(name);
  const text = command
    ? execFileSync(command[0]!, command.slice(1), { cwd, encoding: 'utf8' })
    : readFileSync(join(cwd, file!), 'utf8');
  const match = new RegExp(find ?? '\\S+', 'm').exec(text);
  if (!match) throw new Error(`${name}: no version by /${find}/ in ${file ?? command!.join(' ')}; mend the manifest`);
  return match[1] ?? match[0];
}
