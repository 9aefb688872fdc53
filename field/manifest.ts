import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Fixtures } from '../harness/run-options.ts';

/** Languages that servers are written in here, in the order of the page. */
export const languages = ['TypeScript', 'Python', 'Go', 'Rust', 'Java', 'C#'] as const;
/** A little server on an SDK, a server as others publish it, or one of ours that keeps the rules of a library. */
export const kinds = ['sdk', 'published', 'stand-in'] as const;
/** The ways in which a server is reached. */
export const ways = ['stdio', 'http'] as const;
export type Way = (typeof ways)[number];

/** How a server is launched, in its own folder. */
export interface Launch {
  argv: string[];
  env?: Record<string, string>;
  /** Where the endpoint is, over HTTP. */
  path?: string;
}

/** One implementation of the protocol. */
export interface Entry {
  title: string;
  language: (typeof languages)[number];
  kind: (typeof kinds)[number];
  /** As its registry names it. */
  package: string;
  /** The page that the little server follows. */
  documentation: string;
  /** Commands on the PATH; `node>=22` asks for a version as well. */
  needs: string[];
  /** Run one after another in the folder; left out while nothing in the folder has changed. */
  install: string[][];
  /** Where the version that is really installed can be read; the first group of `find`, or all that it matches. */
  version: { file?: string; command?: string[]; find?: string };
  stdio: Launch | null;
  stdioNot?: string;
  http: Launch | null;
  httpNot?: string;
  /** As in a config; `directory` is relative to the folder. */
  fixtures: Fixtures;
  /** Further options of the command line of the suite. */
  options?: string[];
  notes?: string;
}

/** The implementations by name; the name is that of the folder. */
export type Manifest = Record<string, Entry>;

/** Where all of this lies, from the root of the project. */
export const folderOf = (name: string, root = '.'): string => resolve(root, 'field/servers', name);

/** What is wrong with an entry, in words; undefined where nothing is. */
export function entryFault(name: string, entry: Entry): string | undefined {
  const { language, kind, version, fixtures } = entry;
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return `"${name}" is no name; use lower case letters, digits and hyphens`;
  for (const each of ['title', 'package', 'documentation'] as const)
    if (typeof entry[each] !== 'string' || entry[each] === '') return `${name} lacks its ${each}; give it as a text`;
  if (!languages.includes(language)) return `${name} is in ${language}; choose one of ${languages.join(', ')}`;
  if (!kinds.includes(kind)) return `${name} is of the kind ${kind}; choose one of ${kinds.join(', ')}`;
  for (const each of ['needs', 'install'] as const)
    if (!Array.isArray(entry[each])) return `${name} lacks the list ${each}; an empty one says that there is none`;
  if (!version?.file && !version?.command) return `${name} does not tell its version; give version.file or .command`;
  if (typeof fixtures !== 'object') return `${name} lacks its fixtures; {} says that there are none`;
  for (const way of ways) {
    if (entry[way] === null ? !entry[`${way}Not`] : !entry[way]?.argv?.length)
      return `${name} has no argv over ${way}; give ${way}.argv, or null and ${way}Not, which says why`;
  }
  return undefined;
}

/** Reads field/manifest.json; throws where an entry is not as it has to be. */
export function readManifest(root = '.'): Manifest {
  const file = join(root, 'field/manifest.json');
  const { implementations } = JSON.parse(readFileSync(file, 'utf8')) as { implementations: Manifest };
  for (const [name, entry] of Object.entries(implementations)) {
    const fault = entryFault(name, entry) ?? (existsSync(folderOf(name, root)) ? undefined : `${name} has no folder`);
    if (fault) throw new Error(`field/manifest.json: ${fault}`);
  }
  return implementations;
}
