import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Revision, revisions } from '../../harness/wire.ts';
import { compileValidators } from '../../schemas/compile.ts';
import { corrections } from '../../schemas/corrections.ts';
import { definitionsOf } from '../../schemas/definitions.ts';
import { generate } from '../../schemas/generation.ts';
import { reduce, type SchemaFile } from '../../schemas/reduce.ts';
import { roots } from '../../schemas/roots.ts';

const folder = process.env.SPEC_FOLDER;
const committed = 'schemas/protocol';

const correctedAt = (revision: Revision, path: string): unknown =>
  path.split('/').reduce<any>((value, key) => value?.[key], definitionsOf(revision));

describe.skipIf(folder === undefined)('with SPEC_FOLDER, a checkout of the specification', () => {
  test('generating again gives the committed files, byte for byte', async () => {
    const files = await generate(folder!);
    expect((await readdir(committed)).sort()).toEqual([...files.keys()].sort());
    for (const [name, text] of files) expect(await readFile(join(committed, name), 'utf8'), name).toBe(text);
  });

  test('a correction that no longer matches ends the generation', async () => {
    for (const { revisions: where, path } of corrections) {
      const file: SchemaFile = JSON.parse(await readFile(join(folder!, 'schema', where[0]!, 'schema.json'), 'utf8'));
      const keys = path.split('/');
      const parent = keys.slice(0, -1).reduce<any>((value, key) => value[key], file.$defs ?? file.definitions);
      parent[keys.at(-1)!] = { type: 'null' };
      expect(() => reduce(file, where[0]!)).toThrow(`correction of ${path} in ${where[0]} no longer matches`);
    }
  });
});

test('every correction stands in the committed schemas, and says why', () => {
  for (const { revisions: where, path, to, reason } of corrections) {
    expect(reason.length).toBeGreaterThan(40);
    for (const revision of where) expect(correctedAt(revision, path), `${revision} ${path}`).toEqual(to);
  }
});

test('a folder without schemas is refused in words that tell what to name', async () => {
  await expect(generate('/nowhere')).rejects.toThrow('Name a folder that holds schema/<revision>/schema.json');
});

test('every root stands in a revision', () => {
  for (const root of roots)
    expect(
      revisions.some((revision) => Object.hasOwn(definitionsOf(revision), root)),
      root,
    ).toBe(true);
});

test.each(revisions)('the schema of %s holds no prose, and names that look like prose', (revision) => {
  const definitions = definitionsOf(revision);
  const prose: string[] = [];
  const walk = (value: unknown, path: string, names: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (!names && /^(?:description|title|examples|\$comment)$/.test(key)) prose.push(`${path}/${key}`);
      walk(item, `${path}/${key}`, !names && key === 'properties');
    }
  };
  walk(definitions, '', true);
  expect(prose).toEqual([]);
  expect(definitions.Resource?.properties).toHaveProperty('description');
  expect('title' in definitions.Resource!.properties!).toBe(revision >= '2025-06-18');
  expect(definitions).not.toHaveProperty('CallToolRequest');
});

test('a reference to nothing, an unknown dialect and an unknown keyword are refused', () => {
  const $schema = 'http://json-schema.org/draft-07/schema#';
  const bare = { $schema, definitions: { Result: { $ref: '#/definitions/Gone' } } } as SchemaFile;
  expect(() => reduce(bare, '2030-01-01' as Revision)).toThrow('Result refers to Gone');
  expect(() => compileValidators({ ...bare, $schema: 'https://example.com/' })).toThrow(
    'written in https://example.com/',
  );
  const strange = { $schema, definitions: { Result: { prefixItems: [] } } } as unknown as SchemaFile;
  expect(() => compileValidators(strange)).toThrow('prefixItems');
});
