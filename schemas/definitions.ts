import { isObject, type Revision } from '../harness/wire.ts';
import v20241105 from './protocol/2024-11-05.json' with { type: 'json' };
import v20250326 from './protocol/2025-03-26.json' with { type: 'json' };
import v20250618 from './protocol/2025-06-18.json' with { type: 'json' };
import v20251125 from './protocol/2025-11-25.json' with { type: 'json' };
import v20260728 from './protocol/2026-07-28.json' with { type: 'json' };
import type { Schema } from './reduce.ts';

/** The definitions of one revision by name. */
export type Definitions = Readonly<Record<string, Schema>>;

const byRevision: Readonly<Record<Revision, Definitions>> = {
  '2024-11-05': v20241105.definitions as Definitions,
  '2025-03-26': v20250326.definitions as Definitions,
  '2025-06-18': v20250618.definitions as Definitions,
  '2025-11-25': v20251125.$defs as unknown as Definitions,
  '2026-07-28': v20260728.$defs as unknown as Definitions,
};

/** The reduced schema of a revision. */
export const definitionsOf = (revision: Revision): Definitions => byRevision[revision];

/** The name at the end of a reference. */
export const refName = ({ $ref }: Schema): string | undefined => $ref?.slice($ref.lastIndexOf('/') + 1);

/** A definition; throws where the revision has none of this name. */
export function definition(revision: Revision, name: string): Schema {
  const definitions = definitionsOf(revision);
  if (Object.hasOwn(definitions, name)) return definitions[name]!;
  const known = Object.keys(definitions).join(', ');
  throw new Error(`The schema of ${revision} has no type ${name}. Name one of: ${known}.`);
}

/** A schema with its references followed, so that its own keywords show. */
export function resolved(revision: Revision, schema: Schema): Schema {
  const name = refName(schema);
  return name === undefined ? schema : resolved(revision, definition(revision, name));
}

/** The schema of the value at a JSON pointer's keys, as far as it does not depend on the value (on a branch of a union). */
export function schemaAt(revision: Revision, schema: Schema, keys: readonly string[]): Schema | undefined {
  const { properties, items, additionalProperties, allOf = [] } = resolved(revision, schema);
  const [key, ...rest] = keys;
  if (key === undefined) return resolved(revision, schema);
  const own = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
  const other = isObject(additionalProperties) ? (additionalProperties as Schema) : undefined;
  const next = own ?? items ?? other;
  if (next) return schemaAt(revision, next, rest);
  for (const part of allOf) {
    const found = schemaAt(revision, part, keys);
    if (found) return found;
  }
  return undefined;
}
