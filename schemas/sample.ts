import type { Revision } from '../harness/wire.ts';
import { resolved } from './definitions.ts';
import type { Schema } from './reduce.ts';

const formats: Readonly<Record<string, string>> = {
  uri: 'https://example.com/sample',
  'uri-template': 'https://example.com/{sample}',
  byte: 'c2FtcGxl',
};

/** The least value that a schema allows: required members only, no items, the first of several choices. */
export function sample(revision: Revision, schema: Schema): unknown {
  const own = resolved(revision, schema);
  if (own.const !== undefined) return own.const;
  if (own.enum) return own.enum[0];
  const choice = own.anyOf?.[0] ?? own.oneOf?.[0];
  if (choice) return sample(revision, choice);
  switch ([own.type].flat()[0]) {
    case 'string':
      return formats[own.format ?? ''] ?? 'sample';
    case 'integer':
    case 'number':
      return own.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case undefined:
      return own.allOf
        ? Object.assign({}, ...own.allOf.map((part) => sample(revision, part)))
        : own.required || own.properties
          ? members(revision, own)
          : 'sample';
    default:
      return members(revision, own);
  }
}

const members = (revision: Revision, { properties = {}, required = [] }: Schema): object =>
  Object.fromEntries(required.map((key) => [key, sample(revision, properties[key] ?? {})]));
