import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './yaml.ts';

/** One block of code of a page. */
export interface Fence {
  page: string;
  language: string;
  code: string;
}

/** The pages of the documentation, by their paths in the project. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The text of a page. */
export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The blocks of code of a page, those of one language where it is named. */
export function fencesOf(page: string, language?: string): Fence[] {
  const all = [...textOf(page).matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)];
  return all
    .map(([, found = '', code = '']) => ({ page, language: found, code }))
    .filter((fence) => language === undefined || fence.language === language);
}

/** The anchors of a page: its headings as GitHub turns them into fragments. */
export const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
