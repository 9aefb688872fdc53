import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';

// A run takes the schemas for valid, for to check them would cost as much as to use them.
it.each(['config', 'known-issues', 'report'])('the schema of the %s is one', (name) => {
  const text = readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8');
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  expect(ajv.validateSchema(JSON.parse(text)), ajv.errorsText()).toBe(true);
});
