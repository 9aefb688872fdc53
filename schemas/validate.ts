import type { Revision } from '../harness/wire.ts';
import { definition } from './definitions.ts';
import { explain, type ShapeFault } from './faults.ts';

export { envelopeTypes, requestTypeFor, resultTypeName, typeFor } from './methods.ts';
export type { ShapeFault };

/** What a compiled validator tells of one fault. */
export interface ValidatorError {
  instancePath: string;
  keyword: string;
  params: Record<string, any>;
}

/** A compiled validator; `errors` are those of the last call. */
export interface Validator {
  (value: unknown): boolean;
  errors?: ValidatorError[] | null;
}

/** The loaded validators of one revision. */
export interface Schemas {
  readonly revision: Revision;
  /** The faults of a value as a type of this revision; empty when it is valid. */
  faults(typeName: string, value: unknown, options?: FaultOptions): ShapeFault[];
}

/** Which faults are asked for. */
export interface FaultOptions {
  /** Picks faults by their place (see `member` of a fault) before they are counted. */
  only?: ((member: string) => boolean) | undefined;
  /** How many faults are told at most; default 20. */
  limit?: number | undefined;
}

const modules: Readonly<Record<Revision, () => Promise<{ validators: Readonly<Record<string, Validator>> }>>> = {
  '2024-11-05': () => import('./protocol/2024-11-05.validators.js'),
  '2025-03-26': () => import('./protocol/2025-03-26.validators.js'),
  '2025-06-18': () => import('./protocol/2025-06-18.validators.js'),
  '2025-11-25': () => import('./protocol/2025-11-25.validators.js'),
  '2026-07-28': () => import('./protocol/2026-07-28.validators.js'),
};

const loaded = new Map<Revision, Schemas>();

/** Loads the validators of a revision, once for all; afterwards `shapeFaults` works without waiting. */
export async function loadSchemas(revision: Revision): Promise<Schemas> {
  const known = loaded.get(revision);
  if (known) return known;
  const { validators } = await modules[revision]();
  const schemas: Schemas = {
    revision,
    faults(typeName, value, { only, limit = 20 } = {}) {
      // Throws, with the names there are, for a name that is none.
      definition(revision, typeName);
      const all = explain({ revision, validators }, typeName, value, only);
      return all.slice(0, limit);
    },
  };
  loaded.set(revision, schemas);
  return schemas;
}

/** The faults of a value as a type of a revision whose schemas are loaded; empty when it is valid. */
export function shapeFaults(
  revision: Revision,
  typeName: string,
  value: unknown,
  options?: FaultOptions,
): ShapeFault[] {
  const schemas = loaded.get(revision);
  if (!schemas) throw new Error(`The schemas of ${revision} are not loaded; await loadSchemas('${revision}') first.`);
  return schemas.faults(typeName, value, options);
}
