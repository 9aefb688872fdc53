import schema from '../known-issues.schema.json' with { type: 'json' };
import { compiled } from './compiled.ts';

/** Tells whether a value is a file of known issues. The build puts the code that ajv makes of the schema in the place of this file. */
export const validate = compiled('known-issues', schema);
