import type { ErrorObject } from 'ajv';
import { maskAddress } from '../mask.ts';
import { didYouMean, oneOf } from './nearest.ts';
import { quoted } from './wrong-usage.ts';

/** Resolves a JSON pointer in a value; undefined where it leads nowhere. */
function at(root: unknown, pointer: string): any {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<any>((value, step) => (Object.hasOwn(Object(value), step) ? value[step] : undefined), root);
}

/** A JSON pointer as one writes it in JavaScript: `fixtures.read[0]`. */
function memberName(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const written = steps.map((step) => {
    if (/^\d+$/.test(step)) return `[${step}]`;
    return /^[\w$]+$/.test(step) ? `.${step}` : `[${quoted(step)}]`;
  });
  return written.join('').replace(/^\./, '');
}

// No message repeats a secret.
const holdsSecret = (pointer: string): boolean => /\/(?:headers|env)\/[^/]*$/.test(pointer);

const kindOf = (value: unknown, pointer: string): string => {
  if (holdsSecret(pointer) && typeof value !== 'object') return `a ${typeof value} (not shown, it may be a secret)`;
  if (typeof value === 'string') return quoted(maskAddress(value));
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

/** What the schema says about a value that a pattern refused. */
const patternWords: Record<string, string> = {
  '^/': 'a path that begins with a slash',
  '^[Hh][Tt][Tt][Pp][Ss]?://': 'an address that begins with http:// or https://',
};

const alternatives = (error: ErrorObject): string[] =>
  (error.schema as { required?: string[] }[]).flatMap(({ required = [] }) => required);

/** One fault of a value in words: the member, what is allowed there and what stands there; `whole` names the value itself. */
export function faultInWords(error: ErrorObject, root: unknown, whole = 'the config'): string {
  const { keyword, params, instancePath, parentSchema } = error;
  const member = memberName(instancePath) || whole;
  const value = at(root, instancePath);
  const child = (name: string) => memberName(`${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  switch (keyword) {
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.properties ?? {}).filter((name) => name !== '$schema');
      const near = didYouMean(params.additionalProperty, known, 1);
      return `${child(params.additionalProperty)} is not known, allowed are ${oneOf(known)}${near || '; leave it out'}`;
    }
    case 'type':
      return `${member} must be ${article([params.type].flat())}, got ${kindOf(value, instancePath)}`;
    case 'required':
      return `${child(params.missingProperty)} is missing; add it`;
    case 'dependentRequired':
      return `${child(params.property)} needs ${child(params.missingProperty)} beside it; add that, or leave it out`;
    case 'oneOf': {
      const names = alternatives(error);
      const given = names.filter((name) => Object.hasOwn(Object(value), name));
      const count = given.length === 0 ? 'none' : given.join(' and ');
      return `${member} must have exactly one of ${oneOf(names)}, got ${count}`;
    }
    case 'enum':
      return `${member} must be ${oneOf(params.allowedValues)}, got ${kindOf(value, instancePath)}${didYouMean(String(value), params.allowedValues, 1)}`;
    case 'const':
      return `${member} must be ${JSON.stringify(params.allowedValue)} or an object, got ${kindOf(value, instancePath)}`;
    case 'pattern':
      return `${member} must be ${patternWords[params.pattern] ?? 'text without the characters that are not allowed there'}, got ${kindOf(value, instancePath)}`;
    case 'propertyNames':
      return `${child(params.propertyName)} has a name that is not allowed there; rename it`;
    case 'not': {
      const names = (error.schema as { required?: string[] }).required ?? [];
      return `${member} has ${names.join(' and ')}, which exclude each other; keep one`;
    }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return `${member} must not be empty; fill it, or leave it out`;
    case 'minimum':
    case 'maximum': {
      const { minimum, maximum } = parentSchema ?? {};
      return `${member} must be ${maximum === undefined ? `${minimum} or more` : `from ${minimum} to ${maximum}`}, got ${kindOf(value, instancePath)}`;
    }
    default:
      return `${member} ${error.message ?? 'does not fit'}`;
  }
}

function article(types: string[]): string {
  const named: Record<string, string> = { boolean: 'true or false', integer: 'a whole number', string: 'a string' };
  return oneOf(types.map((type) => named[type] ?? (type === 'null' ? 'null' : `an ${type}`)));
}

/** The fault to tell of: one that names a member goes before the alternatives that it spoils. */
export function firstFault(errors: readonly ErrorObject[]): ErrorObject {
  const inAlternative = ({ schemaPath }: ErrorObject) =>
    /\/oneOf\/\d/.test(schemaPath) || /\/propertyNames\/./.test(schemaPath);
  const own = errors.filter((error) => !inAlternative(error));
  return own.find(({ keyword }) => keyword !== 'oneOf') ?? own[0] ?? errors[0]!;
}
