import type { ValidateFunction } from 'ajv';

const validators = {
  config: () => import('../../schemas/files/config.ts'),
  'known-issues': () => import('../../schemas/files/known-issues.ts'),
  report: () => import('../../schemas/files/report.ts'),
} satisfies Record<string, () => Promise<{ validate: ValidateFunction }>>;

/** A kind of file that has a schema of ours. */
export type FileKind = keyof typeof validators;

/** What keeps a value from being what a file of its kind holds, in words; undefined where it is. `whole` names the value itself. */
export async function schemaFault(kind: FileKind, value: unknown, whole: string): Promise<string | undefined> {
  const { validate }: { validate: ValidateFunction } = await validators[kind]();
  if (validate(value)) return undefined;
  const { faultInWords, firstFault } = await import('./config-faults.ts');
  return faultInWords(firstFault(validate.errors!), value, whole);
}
