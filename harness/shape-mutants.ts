import { definitionsOf, resolved } from '../schemas/definitions.ts';
import { pathKey } from '../schemas/faults.ts';
import { type Member, membersOf, type Slot, slotsOf } from '../schemas/members.ts';
import { resultTypeName } from '../schemas/methods.ts';
import type { Schema } from '../schemas/reduce.ts';
import { sample } from '../schemas/sample.ts';
import type { Broken } from './case.ts';
import { onNotification, onResult } from './mutate.ts';
import { matchesMember } from './shape.ts';
import { type Revision, revisions } from './wire.ts';

/** Which violations of a type to make, and what their reports say. */
export interface ShapeMutantOptions {
  /** Patterns of members (`resources[].uri`, `*` for anything); default: all members of the type. */
  member?: string | readonly string[];
  /** Words that every report must contain, for a case that judges in words of its own. */
  says?: string;
  /** The rule that is broken, for a case with several. */
  rule?: string;
  /** Members to leave out, by pattern, each with the reason. */
  except?: Readonly<Record<string, string>>;
}

interface Violation {
  name: string;
  says: string;
  /** Breaks one place of the member. */
  spoil(slot: Slot): void;
}

/** Violations that are none, or that another case must judge: members by type (a glob) and pattern, with the reason. */
export const leftOut: readonly { type: string; member: string; reason: string }[] = [
  { type: '*Notification', member: '', reason: 'a message that is no object is for the cases on envelopes' },
  {
    type: '*Notification',
    member: 'jsonrpc',
    reason: 'the cases on envelopes judge it in every revision, this type in some',
  },
  { type: '*Notification', member: 'method', reason: 'with another method, or none, it is another message' },
  {
    type: 'InputRequiredResult',
    member: 'resultType',
    reason: 'without it the result counts as complete, which is another type',
  },
];

const values: Readonly<Record<string, readonly [types: readonly string[], value: unknown]>> = {
  null: [['null'], null],
  'a boolean': [['boolean'], true],
  'a number': [['number', 'integer'], 7],
  'a string': [['string'], 'seven'],
  'an array': [['array'], []],
  'an object': [['object'], {}],
};

/** Violations of a result type, made from its schema: by name, each with the words that its report contains. */
export function shapeMutants(
  method: string,
  typeName: string,
  revision: Revision,
  options: ShapeMutantOptions = {},
): Record<string, Broken> {
  return broken(typeName, revision, options, (spoil) =>
    onResult(method, (result) => {
      const type = resultTypeName(revision, method, result);
      // Of a union of results only the branch that was asked for is spoiled.
      if (type !== typeName && [type, typeName].includes('InputRequiredResult')) return undefined;
      const root = { holder: { result } as any, key: 'result' };
      spoil(root);
      return root.holder.result;
    }),
  );
}

/** Violations of a notification's type, made from its schema. */
export function notificationMutants(
  method: string,
  typeName: string,
  revision: Revision,
  options: ShapeMutantOptions = {},
): Record<string, Broken> {
  return broken(typeName, revision, options, (spoil) =>
    onNotification(method, (message) => spoil({ holder: { message }, key: 'message' })),
  );
}

function broken(
  typeName: string,
  revision: Revision,
  options: ShapeMutantOptions,
  mutant: (spoil: (root: Slot) => void) => Broken[0],
): Record<string, Broken> {
  const { says, rule } = options;
  // Branches of a union share members: what breaks one of them in either branch is one mutant.
  const spoilers = new Map<string, { says: string; spoilers: ((root: Slot) => void)[] }>();
  for (const member of chosen(typeName, revision, options)) {
    for (const violation of violations(revision, member)) {
      const name = `${member.pattern === '' ? 'the value' : member.pattern} ${violation.name}`;
      const entry = spoilers.get(name) ?? { says: violation.says, spoilers: [] };
      spoilers.set(name, entry);
      entry.spoilers.push((root) => {
        for (const slot of slotsOf(revision, root, member)) violation.spoil(slot);
      });
    }
  }
  return Object.fromEntries(
    [...spoilers].map(([name, entry]): [string, Broken] => {
      const made = mutant((root) => {
        for (const spoil of entry.spoilers) spoil(root);
      });
      return [name, rule === undefined ? [made, says ?? entry.says] : [made, says ?? entry.says, { rule }]];
    }),
  );
}

/** The members to break in this revision; throws for a pattern that names no member in any revision. */
function chosen(typeName: string, revision: Revision, { member, except = {} }: ShapeMutantOptions): Member[] {
  const all = revisions.flatMap((each) =>
    Object.hasOwn(definitionsOf(each), typeName) ? membersOf(each, typeName) : [],
  );
  for (const pattern of [...(member === undefined ? [] : [member].flat()), ...Object.keys(except)]) {
    if (all.some((each) => matchesMember(pattern, each.pattern))) continue;
    const known = [...new Set(all.map((each) => each.pattern))].filter((each) => each !== '').join(', ');
    throw new Error(`No revision has the member ${pattern} in ${typeName}. Name one of: ${known || 'no such type'}.`);
  }
  if (!Object.hasOwn(definitionsOf(revision), typeName)) return [];
  const excluded = leftOut.filter(({ type }) => matchesMember(type, typeName)).map((each) => each.member);
  return membersOf(revision, typeName).filter(
    ({ pattern }) =>
      (member === undefined || matchesMember(member, pattern)) &&
      !excluded.includes(pattern) &&
      !matchesMember(Object.keys(except), pattern),
  );
}

function violations(revision: Revision, { key, schema, required, inUnion }: Member): Violation[] {
  const list: Violation[] = [];
  const place = key === undefined ? '' : `${pathKey(key)}: `;
  const put = (name: string, says: string, value: unknown) =>
    list.push({ name, says: place + says, spoil: ({ holder, key: at }) => (holder[at] = structuredClone(value)) });
  if (key !== undefined && required) {
    const says = inUnion ? 'is missing' : `required member ${key} is missing`;
    list.push({ name: 'is missing', says, spoil: ({ holder, key: at }) => delete holder[at] });
  }
  const types = typesOf(revision, schema);
  if (types.length === 0) return list;
  const wanted = inUnion && schema.const !== undefined ? 'must be' : `must be ${types.join(' or ')}`;
  for (const [name, [also, value]] of Object.entries(values))
    if (!also.some((type) => types.includes(type))) put(`is ${name}`, wanted, value);
  if (types.includes('integer')) put('is a fraction', wanted, 1.5);
  const constant = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (constant) put('has another value', 'must be', `not-${String(constant[0])}`);
  if (schema.minimum !== undefined) put('is too small', 'must be >=', schema.minimum - 1);
  if (schema.maximum !== undefined) put('is too large', 'must be <=', schema.maximum + 1);
  const { maxItems, items } = schema;
  if (maxItems !== undefined && items)
    put(
      'has too many items',
      'must have at most',
      Array.from({ length: maxItems + 1 }, () => sample(revision, items)),
    );
  return list;
}

/** The JSON types that a schema allows; none where it allows all. */
function typesOf(revision: Revision, schema: Schema): string[] {
  const { type, anyOf, allOf = [] } = resolved(revision, schema);
  if (type !== undefined) return [type].flat();
  const branches = (anyOf ?? []).map((branch) => typesOf(revision, branch));
  if (branches.length > 0 && branches.every((types) => types.length > 0)) return [...new Set(branches.flat())];
  return allOf.map((part) => typesOf(revision, part)).find((types) => types.length > 0) ?? [];
}
