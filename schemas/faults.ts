import { isObject, type Revision } from '../harness/wire.ts';
import { definition, refName, resolved, schemaAt } from './definitions.ts';
import type { Schema } from './reduce.ts';
import { branchFaults } from './unions.ts';
import type { Validator, ValidatorError } from './validate.ts';

/** One way in which a value is not of its type. */
export interface ShapeFault {
  /** Where the fault was found: a JSON pointer without its leading slash, "" for the value itself. */
  path: string;
  /** The member at fault: as `path`, but with the name of a member that is missing. */
  member: string;
  message: string;
}

/** The validators of one revision. */
export interface Source {
  revision: Revision;
  validators: Readonly<Record<string, Validator>>;
}

/** The faults of a value, those that `only` picks where it is given; more than are ever shown, yet bounded. */
export function explain(
  source: Source,
  typeName: string,
  value: unknown,
  only?: (member: string) => boolean,
): ShapeFault[] {
  const faults = faultsOf(source, typeName, value);
  if (!only) return faults;
  const picked = faults.filter(({ member }) => only(member));
  if (picked.length > 0 || faults.length === 0) return picked;
  return amongItems(source, typeName, value, only);
}

/** How many faulty items are looked at for a fault of the kind that is asked for. */
const itemLimit = 10_000;

/** The validators give up on an array after enough faults: what is looked for may stand in a later item. */
function amongItems(source: Source, typeName: string, value: unknown, only: (member: string) => boolean): ShapeFault[] {
  const { revision } = source;
  const schema = resolved(revision, definition(revision, typeName));
  for (const [key, { items }] of Object.entries(schema.properties ?? {})) {
    const array = isObject(value) ? value[key] : undefined;
    if (!items || !Array.isArray(array)) continue;
    let faulty = 0;
    for (const [index, item] of array.entries()) {
      const path = `${key}/${index}`;
      const found = itemFaults(source, items, item).map((fault) => below(path, fault));
      const picked = found.filter(({ member }) => only(member));
      if (picked.length > 0) return picked;
      if (found.length > 0 && ++faulty === itemLimit) break;
    }
  }
  return [];
}

function itemFaults(source: Source, items: Schema, item: unknown): ShapeFault[] {
  const name = refName(items);
  if (name !== undefined) return faultsOf(source, name, item);
  const names = (items.anyOf ?? []).map(refName);
  if (names.length === 0 || names.some((each) => each === undefined || source.validators[each]!(item))) return [];
  return branchFaults(source, items, item);
}

/** All faults that the validator of a type found, each union told as one. */
export function faultsOf({ revision, validators }: Source, typeName: string, value: unknown): ShapeFault[] {
  const validate = validators[typeName]!;
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const unions = outermost(errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf'));
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  const faults = new Map<string, ShapeFault>();
  for (const error of errors) {
    const { instancePath, keyword } = error;
    const found: ShapeFault[] = [];
    if (unions.get(instancePath) === error) {
      const keys = keysOf(instancePath);
      const union = schemaAt(revision, definition(revision, typeName), keys);
      const branches = branchFaults({ revision, validators }, union ?? {}, valueAt(value, keys));
      found.push(...branches.map((fault) => below(pathOf(keys), fault)));
    } else if (!within(instancePath, unions) && !(keyword !== 'type' && mistyped.has(instancePath)))
      found.push(told(error, value));
    for (const fault of found) faults.set(`${fault.member}\n${fault.message}`, fault);
  }
  return [...faults.values()];
}

/** The unions that stand in no other, by path; of several at one path the last, which the validators leave last. */
function outermost(errors: ValidatorError[]): Map<string, ValidatorError> {
  const unions = new Map(errors.map((error) => [error.instancePath, error]));
  for (const path of [...unions.keys()]) if (within(parentOf(path), unions)) unions.delete(path);
  return unions;
}

const parentOf = (path: string): string | undefined => (path === '' ? undefined : path.slice(0, path.lastIndexOf('/')));

function within(path: string | undefined, unions: ReadonlyMap<string, unknown>): boolean {
  for (let at = path; at !== undefined; at = parentOf(at)) if (unions.has(at)) return true;
  return false;
}

const keysOf = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<any>((found, key) => (typeof found === 'object' && found !== null ? found[key] : undefined), value);

/** A key as it stands in a path: escaped as in a JSON pointer, and cut, for the server may have chosen it. */
export const pathKey = (key: string): string => {
  const short = key.length > 80 ? `${key.slice(0, 79)}…` : key;
  return short.replaceAll('~', '~0').replaceAll('/', '~1');
};

const pathOf = (keys: readonly string[]): string => keys.map(pathKey).join('/');
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('/');
const below = (path: string, { path: inner, member, message }: ShapeFault): ShapeFault => ({
  path: joined(path, inner),
  member: joined(path, member),
  message,
});

/** The fault of a member that is not there. */
export const missing = (...names: string[]): ShapeFault => ({
  path: '',
  member: pathKey(names[0]!),
  message: `required member ${names.join(' or ')} is missing`,
});

function told({ instancePath, keyword, params }: ValidatorError, value: unknown): ShapeFault {
  const keys = keysOf(instancePath);
  const path = pathOf(keys);
  if (keyword === 'required') return below(path, missing(String(params.missingProperty)));
  return { path, member: path, message: worded(keyword, params, valueAt(value, keys)) };
}

function worded(keyword: string, params: Record<string, any>, value: unknown): string {
  switch (keyword) {
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}, got ${kind(value)}`;
    case 'enum':
      return `must be ${oneOf(params.allowedValues)}, got ${shown(value)}`;
    case 'const':
      return `must be ${shown(params.allowedValue)}, got ${shown(value)}`;
    case 'minimum':
    case 'maximum':
      return `must be ${params.comparison} ${params.limit}, got ${shown(value)}`;
    case 'maxItems':
      return `must have at most ${params.limit} items, has ${(value as unknown[]).length}`;
    default:
      return `breaks the keyword ${keyword} of the schema`;
  }
}

/** Some values to choose from, in words. */
export const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? shown(values[0]) : `one of ${values.map(shown).join(', ')}`;

/** A value in a few words, however long it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > 60 ? `a string of ${value.length} characters` : JSON.stringify(value);
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return kind(value);
}

function kind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  // Where a number is not the right number (a fraction, or beyond all bounds), its value tells more than its type.
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : String(value);
  return typeof value;
}
