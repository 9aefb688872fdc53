import { realpathSync, statSync } from 'node:fs';
import { join, normalize, resolve, sep } from 'node:path';
import type { FaultName, FaultSet } from './faults.ts';

/** A folder as it was named, and where it really is. */
export interface Root {
  named: string;
  real: string;
}

/** Resolves links; undefined where nothing is. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const inside = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/**
 * The real path of a file or folder below the root, from the path of a URI (still encoded); undefined where nothing is
 * or nothing may be seen. Each segment is decoded once, must be an ordinary name, and links must not lead out.
 */
export function resolvePath(root: Root, encoded: string): string | undefined {
  if (/[?#]/.test(encoded)) return undefined;
  const segments = encoded.replace(/\/$/, '').split('/').map(decode);
  if (encoded !== '' && !segments.every((name) => name !== undefined && isOrdinary(name))) return undefined;
  const real = realPath(join(root.real, ...(segments as string[])));
  return real !== undefined && inside(real, root.real) ? real : undefined;
}

const isOrdinary = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name) && Buffer.byteLength(name) <= 255;

/** Ways to get it wrong: each takes the encoded path and gives the path that it would open. */
const mistakes: Partial<Record<FaultName, (root: Root, encoded: string) => string | undefined>> = {
  'traversal-raw-join': (root, encoded) => join(root.real, encoded),
  'traversal-decode-after-check': (root, encoded) =>
    encoded.split('/').includes('..') ? undefined : join(root.real, decode(encoded) ?? ''),
  'traversal-decode-twice': (root, encoded) => {
    const once = decode(encoded);
    if (once === undefined || once.split(/[/\\]/).includes('..')) return undefined;
    return join(root.real, decode(once) ?? once);
  },
  'traversal-prefix': (root, encoded) => {
    const path = normalize(join(root.real, decode(encoded) ?? ''));
    return path.startsWith(root.real) ? path : undefined;
  },
  'traversal-backslash': (root, encoded) => {
    const path = decode(encoded);
    if (path === undefined || path.split('/').includes('..')) return undefined;
    return join(root.real, path.replaceAll('\\', '/'));
  },
  'traversal-absolute': (root, encoded) => {
    const path = decode(encoded);
    if (path === undefined || path.split(/[/\\]/).includes('..')) return undefined;
    return resolve(root.real, path);
  },
  'traversal-nul': (root, encoded) => {
    const [path, rest] = (decode(encoded) ?? '').split('\0');
    return rest === undefined || path === undefined ? undefined : join(root.real, path);
  },
  'traversal-strip-once': (root, encoded) => join(root.real, (decode(encoded) ?? '').replaceAll('../', '')),
};

/** As `resolvePath`, with the faults that are switched on; each is counted as used where it changes the outcome. */
export function resolveWithFaults(root: Root, encoded: string, faults: FaultSet): string | undefined {
  let path = resolvePath(root, encoded);
  for (const [name, open] of Object.entries(mistakes) as [FaultName, (root: Root, encoded: string) => string][]) {
    if (!faults.has(name)) continue;
    const opened = openable(open(root, encoded));
    if (opened !== undefined && opened !== path && !inside(opened, root.real) && faults.use(name)) return opened;
  }
  if (path === undefined && faults.has('traversal-follow-links') && !/[?#]/.test(encoded)) {
    const segments = encoded.split('/').map(decode);
    const linked = segments.every((name) => name !== undefined && isOrdinary(name));
    path = linked ? openable(join(root.real, ...(segments as string[]))) : undefined;
    if (path !== undefined) faults.use('traversal-follow-links');
  }
  return path !== undefined && refused(root, encoded, path, faults) ? undefined : path;
}

/** The faults that refuse what is in bounds. */
function refused(root: Root, encoded: string, path: string, faults: FaultSet): boolean {
  const below = path.slice(root.real.length + 1);
  if (path === root.real) return root.named !== root.real && faults.use('refuses-linked-root');
  return (
    (encoded.includes('..') && faults.use('refuses-double-dots')) ||
    (below.split(sep).some((name) => name.startsWith('.')) && faults.use('refuses-dot-files')) ||
    (root.named !== root.real && faults.use('refuses-linked-root')) ||
    (decode(encoded.replace(/\/$/, '')) !== below && faults.use('refuses-inner-links')) ||
    faults.use('refuses-files')
  );
}

/** The real path of what can be opened: files and folders alone. */
export function openable(path: string | undefined): string | undefined {
  const real = path === undefined || path.includes('\0') ? undefined : realPath(path);
  if (real === undefined) return undefined;
  const stat = statSync(real, { throwIfNoEntry: false });
  return stat?.isFile() || stat?.isDirectory() ? real : undefined;
}
