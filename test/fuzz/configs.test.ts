import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { configFault } from '../../harness/cli/config.ts';
import { run } from '../cli/world.ts';
import { holdsInTime } from './property.ts';

const folder = mkdtempSync(join(tmpdir(), 'configs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schema = JSON.parse(readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8'));
/** The names of all members, whose values are guessed. */
const names: string[] = [];
const collect = (part: any): void => {
  if (typeof part !== 'object' || part === null) return;
  if (part.properties) names.push(...Object.keys(part.properties));
  for (const each of Object.values(part)) collect(each);
};
collect(schema);

const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'node server.js',
      'http://127.0.0.1/mcp',
      './nowhere',
      'read',
      '2026-07-28',
      'x',
      '',
      '{port}',
      '/mcp',
      '"',
    ),
    fc.constantFrom(0, 1, -1, 1.5, 5000, 1e300, true, false, null, [], {}),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, fc.string()), tie('value'), {
    maxKeys: 4,
  }),
}));

const sound = { target: { stdio: 'node server.js' }, fixtures: { read: ['doc://guide'] }, timeout: 5 };
/** Configs of known members with any values; half of them differ from a sound one in one place. */
const configs = fc.oneof(
  value,
  fc.tuple(fc.constantFrom(...names), value).map(([name, each]) => ({ ...sound, [name]: each })),
  fc
    .tuple(fc.constantFrom(...names), value)
    .map(([name, each]) => ({ ...sound, target: { ...sound.target, [name]: each } })),
  fc.tuple(fc.constantFrom(...names), value).map(([name, each]) => ({ ...sound, fixtures: { [name]: each } })),
);

/** Objects whose members are named by whoever writes the config. */
const named = fc
  .tuple(
    fc.constantFrom('headers', 'env', 'targets', 'templates'),
    fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.string(), value), { maxKeys: 3 }),
  )
  .map(([name, members]) => {
    if (name === 'targets') return { targets: members };
    if (name === 'templates') return { ...sound, fixtures: { templates: members } };
    return { target: { url: 'http://127.0.0.1/mcp', [name]: members } };
  });

/** Wrong usage in one line, or a run. */
async function readsOrTells(text: string): Promise<number> {
  writeFileSync(join(folder, 'config.json'), text);
  const { code, stderr, asked } = await run(['--config', 'config.json'], { cwd: folder });
  expect([0, 2], stderr).toContain(code);
  if (code === 2) {
    expect(asked).toBeUndefined();
    expect(stderr).toMatch(/^error: [^\n\r\u0000-\u001f]+\n$/);
  }
  return code;
}

describe('a config', () => {
  it('of any JSON is taken, or told what is wrong with it', async () => {
    const codes = new Set<number>();
    const property = fc.asyncProperty(fc.oneof(configs, named), async (config) => {
      codes.add(await readsOrTells(JSON.stringify(config) ?? 'null'));
    });
    await holdsInTime(property, 400);
    expect([...codes].sort()).toEqual([0, 2]);
  });

  it('of any text is taken, or told what is wrong with it', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(configs, fc.nat(), fc.string({ maxLength: 2 })).map(([config, at, wrong]) => {
        const json = JSON.stringify(config) ?? 'null';
        return json.slice(0, at % (json.length + 1)) + wrong + json.slice(at % (json.length + 1));
      }),
    );
    await holdsInTime(
      fc.asyncProperty(text, async (each) => {
        await readsOrTells(each);
      }),
      200,
    );
  });

  it('from a program may be any value at all', async () => {
    const property = fc.asyncProperty(
      fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
      async (any) => {
        const fault = await configFault(any);
        expect(fault === undefined || fault.length > 10).toBe(true);
      },
    );
    await holdsInTime(property, 200);
  });
});
