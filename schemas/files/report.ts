import schema from '../report.schema.json' with { type: 'json' };
import { compiled } from './compiled.ts';

/** Tells whether a value is a report. The build puts the code that ajv makes of the schema in the place of this file. */
export const validate = compiled('report', schema);
