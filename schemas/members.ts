import { isObject, type Revision } from '../harness/wire.ts';
import { definition, resolved } from './definitions.ts';
import type { Schema } from './reduce.ts';
import { sample } from './sample.ts';

/** A step from a value to what it holds: one member, every item, every entry of a map, or on only from values of one branch. */
type Step =
  | { to: 'key'; key: string; schema: Schema }
  | { to: 'items' | 'entries'; schema: Schema }
  | { to: 'branch'; schema: Schema; others: readonly Schema[] };

/** A place that holds a value. */
export interface Slot {
  holder: any;
  key: string | number;
}

/** One member of a type, or the items of an array in it. */
export interface Member {
  /** `resources[].uri`; `*` stands for the names of a map, "" for the value itself. */
  pattern: string;
  /** The last name in the pattern; undefined for items, entries and the value itself. */
  key: string | undefined;
  schema: Schema;
  required: boolean;
  /** It belongs to one branch of a union. */
  inUnion: boolean;
  steps: readonly Step[];
}

/** All members of a type, the value itself first; those below the branches of a union are left alone. */
export function membersOf(revision: Revision, typeName: string): Member[] {
  const found: Member[] = [];
  const visit = (member: Member): void => {
    const { pattern, steps, inUnion } = member;
    const schema = resolved(revision, member.schema);
    found.push({ ...member, schema });
    const on = (suffix: string, step: Step, more: Partial<Member>) =>
      visit({
        key: undefined,
        required: false,
        inUnion: false,
        ...more,
        pattern: pattern + suffix,
        schema: step.schema,
        steps: [...steps, step],
      });
    const { properties = {}, required = [], items, additionalProperties, anyOf } = schema;
    const dot = pattern === '' ? '' : '.';
    if (inUnion) return;
    if (anyOf) {
      branches(
        member,
        anyOf.map((branch) => resolved(revision, branch)),
      );
      return;
    }
    for (const [key, child] of Object.entries(properties))
      on(dot + key, { to: 'key', key, schema: child }, { key, required: required.includes(key) });
    if (items) on('[]', { to: 'items', schema: items }, {});
    if (isObject(additionalProperties) && Object.keys(additionalProperties).length > 0)
      on(`${dot}*`, { to: 'entries', schema: additionalProperties as Schema }, {});
  };
  const branches = ({ pattern, steps }: Member, all: readonly Schema[]): void => {
    for (const schema of all) {
      const others = all.filter((other) => other !== schema);
      const { properties = {}, required = [] } = schema;
      for (const [key, child] of Object.entries(properties))
        visit({
          pattern: `${pattern}.${key}`,
          key,
          schema: child,
          required: required.includes(key),
          inUnion: true,
          steps: [...steps, { to: 'branch', schema, others }, { to: 'key', key, schema: child }],
        });
    }
  };
  const root = definition(revision, typeName);
  visit({ pattern: '', key: undefined, schema: root, required: true, inUnion: false, steps: [] });
  return found;
}

/** The places of a member in a value; what is optional on the way there, or has no items, is filled with a sample. */
export function slotsOf(revision: Revision, root: Slot, { steps }: Member): Slot[] {
  let slots = [root];
  let schema: Schema | undefined;
  for (const step of steps) {
    for (const slot of slots)
      if (schema && valueIn(slot) === undefined) slot.holder[slot.key] = sample(revision, schema);
    slots = slots.flatMap((slot) => follow(revision, slot, step));
    if (step.to !== 'branch') schema = step.schema;
  }
  return slots;
}

const valueIn = ({ holder, key }: Slot): any => holder[key];

function follow(revision: Revision, slot: Slot, step: Step): Slot[] {
  const value = valueIn(slot);
  switch (step.to) {
    case 'key':
      return isObject(value) ? [{ holder: value, key: step.key }] : [];
    case 'items':
      if (!Array.isArray(value)) return [];
      if (value.length === 0) value.push(sample(revision, step.schema));
      return value.map((_, key) => ({ holder: value, key }));
    case 'entries':
      if (!isObject(value)) return [];
      if (Object.keys(value).length === 0) value.sample = sample(revision, step.schema);
      return Object.keys(value).map((key) => ({ holder: value, key }));
    case 'branch':
      return isObject(value) && belongs(value, step) ? [slot] : [];
  }
}

/** Whether a value is of this branch: by its constants, or by a member that only this branch requires. */
function belongs(value: object, { schema, others }: Extract<Step, { to: 'branch' }>): boolean {
  const { properties = {}, required = [] } = schema;
  const constants = Object.entries(properties).filter(([, { const: wanted }]) => wanted !== undefined);
  const differs = ([key, { const: wanted }]: [string, Schema]) =>
    Object.hasOwn(value, key) ? (value as any)[key] !== wanted : required.includes(key);
  if (constants.some(differs)) return false;
  const own = required.filter((key) => !others.some((other) => other.required?.includes(key)));
  return constants.length > 0 || own.every((key) => Object.hasOwn(value, key));
}
