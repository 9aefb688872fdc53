import { sentByServers, typeFor } from '../schemas/methods.ts';
import { type Broken, type Case, defineCase } from './case.ts';
import { untested } from './judge.ts';
import { killMatrix, type MatrixOptions, type MatrixRow } from './kill-matrix.ts';
import { all, beforeFirst, type Mutant } from './mutate.ts';
import { progressing } from './progress.ts';
import { notificationMutants, shapeMutants } from './shape-mutants.ts';
import { isModern, type Revision, revisions } from './wire.ts';

/** The case by whose name the mutants of the schemas go in a matrix. */
const id = 'schemas/all';

/** Violations of the schemas that no rule of the ledger forbids: patterns of their names, each with the reason. */
export const tolerated: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /^notifications\/message /,
    reason: 'what log messages look like is said on the page on logging, which is no part of resources',
  },
  {
    pattern: /^notifications\/cancelled .*: params\.(?:_meta|reason)\b/,
    reason: 'the rules on cancellations by a server are about what they name, not about what else is in them',
  },
  {
    pattern: /serverInfo\.icons/,
    reason: 'a server says the same of itself in each result, and its icons are judged where it introduces itself',
  },
];

/** Has the server send what it need not: progress, and (where servers may ask) a request that it cancels. */
const speaking: Mutant = all(
  progressing({ progress: 1, total: 2, message: 'Half' }, { progress: 2, total: 2, message: 'Done' }),
  beforeFirst('resources/list', (_, { revision, connection }) => {
    if (isModern(revision)) return [];
    const requestId = `asked-${connection}`;
    return [
      { jsonrpc: '2.0', id: requestId, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'Not needed' } },
    ];
  }),
);

/** Every violation of every result and notification of a revision that touches resources, made from its schema. */
export function schemaMutants(revision: Revision): Record<string, Broken> {
  const made: Record<string, Broken> = {};
  const add = (what: string, mutants: Record<string, Broken>) => {
    for (const [name, [mutant, says]] of Object.entries(mutants))
      made[`${what}: ${name}`] = [all(speaking, mutant), says];
  };
  for (const method of sentByServers) {
    const type = typeFor(revision, method);
    if (type === undefined) continue;
    const make = method.startsWith('notifications/') ? notificationMutants : shapeMutants;
    add(`${method} ${type}`, make(method, type, revision));
    if (type === 'ReadResourceResult')
      add(`${method} InputRequiredResult`, shapeMutants(method, 'InputRequiredResult', revision));
  }
  return made;
}

/** Runs every violation of the schemas against every case; each row tells in `red` who reports it. */
export function schemaMatrix(
  cases: Readonly<Record<string, Case>>,
  revision: Revision,
  options: Pick<MatrixOptions, 'every' | 'atOnce' | 'onRow'> = {},
): Promise<MatrixRow[]> {
  const carrier = defineCase({
    title: 'Every violation of the schemas is reported by some case',
    rules: [{ id: 'schemas', level: 'SCHEMA', since: revisions[0], at: 'schema#Result' }],
    harm: 'breaks',
    hint: '',
    run: async () => untested('other cases judge it'),
    allows: {},
    breaks: schemaMutants,
  });
  return killMatrix({ ...cases, [id]: carrier }, revision, { ...options, only: [id], kinds: ['breaks'] });
}

/** Whether nobody reports a violation, though nothing says why it should be tolerated. */
export const survives = ({ name, red, unreachable, errors }: MatrixRow): boolean =>
  errors.length > 0 ||
  (red.length === 0 && unreachable === undefined && !tolerated.some(({ pattern }) => pattern.test(name)));
