import { isDeepStrictEqual } from 'node:util';
import type { Revision } from '../harness/wire.ts';
import { type Correction, corrections } from './corrections.ts';
import { roots } from './roots.ts';

/** As much of JSON Schema as the protocol's schemas use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
}

/** A schema file of the specification, or its reduction. */
export interface SchemaFile {
  $schema: string;
  definitions?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
}

const prose = new Set(['description', 'title', 'examples', '$comment']);
/** Keywords whose value maps names to schemas: a member named `description` is no prose there. */
const maps = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas']);

/** The keyword that holds a file's definitions. */
export const definitionsKey = (file: SchemaFile): 'definitions' | '$defs' => (file.$defs ? '$defs' : 'definitions');

/** Keeps what the resources feature reaches, corrected and without prose, definitions in the order of their names. */
export function reduce(file: SchemaFile, revision: Revision): SchemaFile {
  const key = definitionsKey(file);
  const all = structuredClone(file[key] ?? {});
  for (const correction of corrections) if (correction.revisions.includes(revision)) correct(all, correction, revision);
  const kept = reach(
    all,
    Object.keys(all).filter((name) => roots.includes(name)),
  );
  const definitions = Object.fromEntries(kept.sort().map((name) => [name, withoutProse(all[name]!)]));
  return { $schema: file.$schema, [key]: definitions } as unknown as SchemaFile;
}

function correct(
  definitions: Record<string, unknown>,
  { path, from, to, reason }: Correction,
  revision: Revision,
): void {
  const keys = path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop()!;
  const parent = keys.reduce<any>((value, key) => value?.[key], definitions);
  const found = withoutProse(parent?.[last]);
  if (!isDeepStrictEqual(found, from)) {
    const words = `found ${JSON.stringify(found) ?? 'nothing'}, expected ${JSON.stringify(from)}`;
    throw new Error(
      `The correction of ${path} in ${revision} no longer matches: ${words}. ` +
        `Look whether it is still needed (${reason}), then mend or delete it in schemas/corrections.ts.`,
    );
  }
  parent[last] = structuredClone(to);
}

function reach(all: Record<string, Schema>, names: string[]): string[] {
  const found = new Set(names);
  for (const name of found) {
    for (const [, target] of JSON.stringify(all[name]).matchAll(/"\$ref":"#\/(?:\$defs|definitions)\/([^"]+)"/g)) {
      if (!all[target!]) throw new Error(`${name} refers to ${target}, which the schema file does not define.`);
      found.add(target!);
    }
  }
  return [...found];
}

function withoutProse<T>(value: T, names = false): T {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => names || !prose.has(key));
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutProse(item, !names && maps.has(key))])) as T;
}
