import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { configFault } from '../../harness/cli/config.ts';
import { inFolder } from './world.ts';

const built = join(import.meta.dirname, '../../dist/cli.js');

// A run takes the schemas for valid, for to check them would cost as much as to use them.
it.each(['config', 'known-issues', 'report'])('the schema of the %s is one', (name) => {
  const text = readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8');
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  expect(ajv.validateSchema(JSON.parse(text)), ajv.errorsText()).toBe(true);
});

// The build has compiled the schemas; the source does so when it needs them.
it.each([
  { target: { stdio: '' } },
  { target: { stdio: 'x' }, fixtures: { read: [7] } },
  { target: { stdio: 'x', url: 'http://127.0.0.1:1' } },
  { targt: 1 },
  { revisions: ['2025'] },
  { knownIssues: [{ case: 'a/b', says: '' }] },
  { timeout: 0 },
])('the built command says of %j what the source says', async (config) => {
  const said = await inFolder({ 'c.json': JSON.stringify(config) }, async (folder) => {
    const run = spawnSync(process.execPath, [built, '--config', 'c.json'], { cwd: folder, encoding: 'utf8' });
    return { code: run.status, stderr: run.stderr };
  });
  const fault = await configFault(config);
  expect(fault).toBeTypeOf('string');
  expect(said).toEqual({ code: 2, stderr: `error: c.json: ${fault}\n` });
});
