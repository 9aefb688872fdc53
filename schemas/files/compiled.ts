import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { optionsFor } from './options.mjs';

/** The validator of a schema, compiled here and now: what the source does, and what the build has done already. */
export const compiled = (name: string, schema: object): ValidateFunction =>
  new Ajv2020(optionsFor(name)).compile(schema);
