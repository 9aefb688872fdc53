import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

/** The folder of the project. */
export const root = join(import.meta.dirname, '../..');

/** One step of a job or of the action. */
export interface Step {
  name?: string;
  id?: string;
  if?: string;
  run?: string;
  uses?: string;
  shell?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

/** The value of a YAML file of the project. */
export const readYaml = (file: string): any => load(readFileSync(join(root, file), 'utf8'));

/** Whether a `uses` names what cannot change under it: a path of this project, or a commit in full. */
export const isPinned = (uses: string): boolean => uses.startsWith('./') || /^[\w./-]+@[0-9a-f]{40}$/.test(uses);
