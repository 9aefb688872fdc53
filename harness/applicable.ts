import { type Case, rulesIn } from './case.ts';
import { declared } from './declared.ts';
import type { Finding } from './finding.ts';
import type { Session } from './session/session.ts';
import type { TransportKind } from './transport/transport.ts';
import { isObject, type Revision } from './wire.ts';

/** Why a case has nothing to say of a server in a leg; undefined where it has. */
export function inapplicable(
  definition: Case,
  { kind, revision, session }: { kind: TransportKind; revision: Revision; session: Session },
): Finding | undefined {
  const not = (reason: string): Finding => ({ verdict: 'not-applicable', reason, lines: [] });
  if (rulesIn(definition, revision).length === 0) return not(`${revision} has no such rule`);
  const over = kind === 'memory' ? 'stdio' : kind;
  // 2024-11-05 knows no Streamable HTTP: what its text says of HTTP is said of HTTP+SSE.
  if (definition.transports && over === 'http' && revision < '2025-03-26')
    return not(`${revision} has no rule for Streamable HTTP, which came with 2025-03-26`);
  if (definition.transports && !definition.transports.includes(over))
    return not(`the rule binds servers over ${definition.transports.join(' and ')} only`);
  if (!definition.anyServer && declaresNoResources(session)) return not('the server does not declare resources');
  // Before completions had a capability, a server could have them without a word.
  for (const capability of definition.needs ?? [])
    if ((capability !== 'completions' || revision > '2024-11-05') && !declared(session.capabilities, capability))
      return not(`the server does not declare ${capability}`);
  return undefined;
}

/** Whether a server has capabilities, resources not among them; what is malformed there is for cases to judge. */
function declaresNoResources({ introduction }: Session): boolean {
  const capabilities: unknown = introduction.reply.result?.capabilities;
  return isObject(capabilities) && !('resources' in capabilities);
}
