import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { atExit } from './at-exit.ts';
import { fileUri } from './formats/file-uri.ts';
import type { JsonObject } from './wire.ts';

/** A file that the suite wrote, and that nobody else can have the contents of. */
export interface Planted {
  path: string;
  /** The segments of its path from the root of the file system, as they stand in a URI. */
  segments: readonly string[];
  /** Its plain file:// URI. */
  uri: string;
  /** Whether its contents are among what a read gave. */
  isIn(contents: readonly JsonObject[]): boolean;
}

/** What stands beside a folder: `near` shares the beginning of its name, `other` does not. */
export interface Beside {
  near: Planted;
  other: Planted;
}

/** What has to go when the process ends before a case could clear up, and how to call that off. */
const litter = new Map<string, () => void>();

/** Sees to it that what is written to a path goes with this process, if `forget` did not take it away before. */
export function remember(path: string): string {
  if (!litter.has(path))
    litter.set(
      path,
      atExit(() => remove(path)),
    );
  return path;
}

/** A new folder for temporary files, remembered before a signal can come between; its name begins with `prefix`. Throws where none can be made. */
export function temporaryFolder(prefix: string): string {
  // As long as somebody listens for signals, they wait until this is through.
  const listening = atExit(() => {});
  try {
    return remember(realpathSync(mkdtempSync(join(tmpdir(), prefix))));
  } finally {
    listening();
  }
}

/** Removes what stands at a path that was remembered, with all that is in it. */
export function forget(path: string): void {
  remove(path);
  litter.get(path)?.();
  litter.delete(path);
}

function remove(path: string): void {
  try {
    // A symbolic link is removed itself, not what it leads to.
    rmSync(path, { recursive: true, force: true });
  } catch {
    // What a server holds open or has taken the rights to stays; nothing more can be done from here.
  }
}

/** Lends a canary to `work`, and removes all that it wrote, whatever comes of it. */
export async function withCanary<T>(work: (canary: Canary) => Promise<T>): Promise<T> {
  const canary = new Canary();
  try {
    return await work(canary);
  } finally {
    canary.remove();
  }
}

/** The segments of a path as a URI has them, without the drive letter of a Windows path: ".." never leaves a drive. */
const segmentsOf = (uri: string): string[] =>
  new URL(uri).pathname
    .replace(/^\/[A-Za-z]:/, '')
    .split('/')
    .slice(1);

/** Files outside (and, where the operator allows it, inside) of what is served, with contents that cannot be guessed. */
export class Canary {
  readonly #mark = randomBytes(6).toString('hex');
  readonly #mine: string[] = [];
  #outside: Planted | undefined;
  #control: Planted | undefined;
  #folders = 0;

  /** A name that nothing else has; begins with a letter and needs no encoding. */
  name(rest = ''): string {
    return `mcp-conformance-${this.#mark}${rest}`;
  }

  /** A file in a temporary folder of its own, outside of anything that is served. Throws where no such folder can be made. */
  outside(): Planted {
    if (this.#outside) return this.#outside;
    const folder = this.#note(temporaryFolder('mcp-conformance-'));
    this.#outside = this.#plant(join(folder, 'canary.txt'));
    // Some handlers append an extension of their own to what they are given.
    for (const extension of ['.md', '.txt', '.json', '.html'])
      copyFileSync(this.#outside.path, this.#outside.path + extension);
    return this.#outside;
  }

  /** A file in a folder that the operator gave for it. Throws where it cannot be written. */
  inside(directory: string, name: string): Planted {
    const planted = this.#plant(join(directory, name));
    this.#note(planted.path);
    return planted;
  }

  /** An ordinary file in that folder, the same one each time. */
  control(directory: string): Planted {
    this.#control ??= this.inside(directory, this.name('.txt'));
    return this.#control;
  }

  /** A symbolic link in the folder to something outside. Throws where links cannot be made. */
  link(directory: string, name: string, target: string, type: 'file' | 'dir'): void {
    const path = join(directory, name);
    // On Windows junctions need no rights of their own.
    symlinkSync(target, path, process.platform === 'win32' && type === 'dir' ? 'junction' : type);
    this.#note(path);
  }

  /** Two folders beside the given one, each with a file. Throws where they cannot be written. */
  beside(directory: string): Beside {
    const plant = (name: string) => {
      const folder = join(dirname(directory), `${name}-${++this.#folders}`);
      mkdirSync(folder);
      this.#note(folder);
      return this.#plant(join(folder, 'canary.txt'));
    };
    return { near: plant(`${basename(directory)}-${this.name()}`), other: plant(this.name()) };
  }

  /** Removes all that was written. */
  remove(): void {
    for (const path of this.#mine.toReversed()) forget(path);
  }

  #note(path: string): string {
    this.#mine.push(path);
    return remember(path);
  }

  #plant(path: string): Planted {
    const secret = randomBytes(16).toString('hex');
    // Never over what is there: the folder is the operator's.
    writeFileSync(path, `Written by a conformance suite, to see who can read it: ${secret}\n`, { flag: 'wx' });
    const uri = fileUri(path);
    return { path, uri, segments: segmentsOf(uri), isIn: (contents) => contents.some((item) => holds(item, secret)) };
  }
}

/** Whether one item of contents holds the secret, as text or encoded. */
export function holds({ text, blob }: JsonObject, secret: string): boolean {
  if (typeof text === 'string' && text.includes(secret)) return true;
  return typeof blob === 'string' && Buffer.from(blob, 'base64').includes(secret);
}
