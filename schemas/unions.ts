import { isObject } from '../harness/wire.ts';
import { refName, resolved } from './definitions.ts';
import { faultsOf, missing, oneOf, pathKey, type ShapeFault, type Source, shown } from './faults.ts';
import type { Schema } from './reduce.ts';

interface Branch {
  name: string;
  schema: Schema;
}

/** The faults of a value that fits no branch of a union, as those of the branch that it most likely means to be. */
export function branchFaults(source: Source, union: Schema, value: unknown): ShapeFault[] {
  const branches: Branch[] = (union.anyOf ?? union.oneOf ?? []).flatMap((branch) => {
    const name = refName(branch);
    return name === undefined ? [] : [{ name, schema: resolved(source.revision, branch) }];
  });
  if (branches.length === 0) return [{ path: '', member: '', message: 'has none of the forms that the schema allows' }];
  if (!isObject(value)) return told(source, branches, value);
  const tag = discriminator(branches);
  if (tag === undefined) return told(source, likely(branches, value), value);
  const meant = branches.filter(({ schema }) => schema.properties![tag]!.const === value[tag]);
  if (meant.length > 0) return told(source, likely(meant, value), value);
  if (!Object.hasOwn(value, tag)) {
    const untagged = branches.filter(({ schema }) => !schema.required?.includes(tag));
    return untagged.length > 0 ? told(source, likely(untagged, value), value) : [missing(tag)];
  }
  const tags = [...new Set(branches.map(({ schema }) => schema.properties![tag]!.const))];
  const path = pathKey(tag);
  return [{ path, member: path, message: `must be ${oneOf(tags)}, got ${shown(value[tag])}` }];
}

/** The member whose constant tells the branches apart. */
function discriminator(branches: readonly Branch[]): string | undefined {
  const constants = (key: string) => branches.map(({ schema }) => schema.properties?.[key]?.const);
  return Object.keys(branches[0]!.schema.properties ?? {}).find((key) => {
    const values = constants(key);
    return values.every((value) => value !== undefined) && new Set(values).size > 1;
  });
}

/** The branches of whose required members the value has most. */
function likely(branches: readonly Branch[], value: object): Branch[] {
  const scores = branches.map(
    ({ schema }) => (schema.required ?? []).filter((key) => Object.hasOwn(value, key)).length,
  );
  const best = Math.max(...scores);
  return branches.filter((_, index) => scores[index] === best);
}

/** The faults that all branches find; where each only lacks a member of its own, all those names in one fault. */
function told(source: Source, branches: readonly Branch[], value: unknown): ShapeFault[] {
  const lists = branches.map(({ name }) => faultsOf(source, name, value));
  const shortest = lists.reduce((best, list) => (list.length < best.length ? list : best));
  const tied = lists.filter((list) => list.length === shortest.length);
  const same = (a: ShapeFault) => (b: ShapeFault) => a.member === b.member && a.message === b.message;
  const shared = shortest.filter((fault) => tied.every((list) => list.some(same(fault))));
  const apart = tied.flatMap((list) => list.filter((fault) => !shared.some(same(fault))));
  if (apart.length !== tied.length || !apart.every((fault) => fault.path === '' && fault.member !== ''))
    return shortest;
  return [missing(...apart.map(({ member }) => member)), ...shared];
}
