import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FaultSet } from './faults.ts';
import { openable, type Root, realPath, resolveWithFaults } from './paths.ts';
import type { Content, Entry, Template } from './served.ts';

const largestFile = 4 * 1024 * 1024;
const mostFiles = 500;

const types: Record<string, string> = {
  '.bin': 'application/octet-stream',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.png': 'image/png',
  '.txt': 'text/plain',
};

/** The folder that ships with the server: beside this file, or beside the bundle or the chunk of it that this became. */
export function shippedDirectory(): string {
  const places = ['./served', '../served'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new Error(`no served folder at ${places.join(' or ')}; name one by --directory <folder>`);
  return found;
}

/** A folder of the file system, served as file:// resources: all that is in it, and nothing outside. */
export class Directory {
  readonly uri: string;
  readonly #root: Root;

  constructor(
    path: string,
    private readonly faults: FaultSet,
  ) {
    const named = resolve(path);
    const real = realPath(named);
    if (real === undefined || !statSync(real).isDirectory()) {
      throw new Error(`not a folder: ${path}; name a folder that exists, by --directory <folder>`);
    }
    this.#root = { named, real };
    this.uri = fileUri(named);
  }

  /** The folder, its folders and its files, as they are now; symbolic links are not listed. */
  entries(): Entry[] {
    const found = walk(this.#root.real, '').slice(0, mostFiles);
    return ['', ...found].map((below) => {
      const uri = below === '' ? this.uri : `${this.uri}/${encodePath(below)}`;
      const path = join(this.#root.real, below);
      const stat = statSync(path);
      return {
        uri,
        name: basename(below || this.#root.named),
        mimeType: stat.isDirectory() ? 'inode/directory' : typeOf(path),
        ...(stat.isFile() && { size: stat.size }),
        annotations: { priority: 0.3, lastModified: stat.mtime.toISOString() },
        read: () => this.read(uri),
      };
    });
  }

  /** The templates that lead into the folder: by any path, and by the name of a file at its top. */
  templates(): Template[] {
    const read = ({ path = '' }: Record<string, string>, uri: string) => this.#readPath(path, uri);
    const prefix = 'demo://host/files/';
    return [
      {
        uriTemplate: `${this.uri}/{+path}`,
        name: 'file',
        title: 'Served files',
        description: 'A file or folder of the served folder, by its path.',
        match: (uri) => {
          const path = this.#pathOf(uri);
          return path === undefined ? undefined : { path };
        },
        read,
        variables: {
          path: () => walk(this.#root.real, '').map((path) => (/[%?#[\]]/.test(path) ? encodePath(path) : path)),
        },
      },
      {
        uriTemplate: `${prefix}{name}`,
        name: 'top-file',
        description: 'A file at the top of the served folder, by its name.',
        match: (uri) => (uri.startsWith(prefix) ? { path: uri.slice(prefix.length) } : undefined),
        read: ({ path = '' }, uri) => (/^$|\//.test(path) ? undefined : this.#readPath(path, uri)),
        variables: {
          name: () =>
            readdirSync(this.#root.real, { withFileTypes: true })
              .filter((entry) => entry.isFile())
              .map(({ name }) => name)
              .sort(),
        },
      },
    ];
  }

  /** What stands at a file:// URI; undefined where nothing does or nothing may be seen. */
  read(uri: string): Content[] | undefined {
    const path = this.#pathOf(uri);
    if (path !== undefined) return this.#readPath(path, uri);
    return uri === this.uri ? this.#readPath('', uri) : undefined;
  }

  #pathOf(uri: string): string | undefined {
    const { faults } = this;
    if (uri.startsWith(`${this.uri}/`)) return uri.slice(this.uri.length + 1);
    const local = /^file:\/\/localhost(\/.*)$/.exec(uri)?.[1];
    if (local !== undefined && faults.has('traversal-localhost')) return this.#up(local, 'traversal-localhost');
    if (uri.startsWith(this.uri) && faults.has('traversal-prefix')) return `..${uri.slice(this.uri.lastIndexOf('/'))}`;
    if (uri.startsWith('file:///') && faults.has('serves-any-file')) return this.#up(uri.slice(7), 'serves-any-file');
    return undefined;
  }

  /** Notes that a fault lets an absolute path through; the marker keeps it apart from ordinary paths. */
  #up(path: string, fault: 'traversal-localhost' | 'serves-any-file'): string | undefined {
    return path.split('/').includes('..') ? undefined : `\n${fault}\n${path}`;
  }

  #readPath(encoded: string, uri: string): Content[] | undefined {
    const [, fault, absolute] = encoded.split('\n');
    const path =
      absolute === undefined ? resolveWithFaults(this.#root, encoded, this.faults) : openable(decodeURI(absolute));
    if (path !== undefined && absolute !== undefined) this.faults.use(fault as 'serves-any-file');
    const stat = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    if (path === undefined || stat === undefined) return undefined;
    if (stat.isFile()) return stat.size <= largestFile ? [contentOf(path, uri)] : undefined;
    if (!stat.isDirectory()) return undefined;
    const base = uri.replace(/\/$/, '');
    const files = entriesOf(path).filter((entry) => entry.isFile());
    return files.slice(0, mostFiles).map(({ name }) => contentOf(join(path, name), `${base}/${encodePath(name)}`));
  }
}

/** A file URI without a slash at its end, with everything encoded that a URI does not allow. */
const fileUri = (path: string): string =>
  pathToFileURL(path)
    .href.replace(/\/$/, '')
    .replace(/[[\]^|`{}]/g, (char) => encodeURIComponent(char));

const encodePath = (path: string): string => path.split(sep).map(encodeSegment).join('/');
const encodeSegment = (name: string): string =>
  encodeURIComponent(name).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const entriesOf = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));

/** The paths below a folder, in a fixed order, without symbolic links and without what cannot be a URI. */
function walk(folder: string, below: string, depth = 0): string[] {
  if (depth > 8) return [];
  return entriesOf(join(folder, below)).flatMap((entry) => {
    const path = below === '' ? entry.name : join(below, entry.name);
    if (entry.isDirectory()) return [path, ...walk(folder, path, depth + 1)];
    return entry.isFile() ? [path] : [];
  });
}

const typeOf = (path: string): string =>
  types[extname(path)] ?? (textOf(readFileSync(path)) === undefined ? types['.bin']! : types['.txt']!);

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function contentOf(path: string, uri: string): Content {
  const bytes = readFileSync(path);
  const text = textOf(bytes);
  return { uri, mimeType: typeOf(path), body: text === undefined ? { bytes } : { text } };
}
