import { defineCase } from '../../harness/case.ts';
import { wishes } from '../../harness/input-required/survey.ts';
import { readDeclaring, wishIn } from '../../harness/input-required/wish.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { type Mutant, onError } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { Reply } from '../../harness/session/reply.ts';
import type { Session } from '../../harness/session/session.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

const most = 3;
/** Asks a client by what the last request of any connection declared. */
const sharing: Mutant = {
  incoming(message, { memory }) {
    const meta: JsonObject | undefined = message.params?._meta;
    const declared = meta?.[metaKey.clientCapabilities];
    if (!isObject(declared) || message.method !== 'resources/read') return [message];
    const known = { ...memory.get('known'), ...declared };
    memory.set('known', known);
    const _meta = { ...meta, [metaKey.clientCapabilities]: known };
    return [{ ...message, params: { ...message.params, _meta } }];
  },
};

export default defineCase({
  title: 'What a client may be asked is decided by the capabilities of its request, not of earlier ones',
  rules: [
    {
      id: 'stateless-no-inferred-capabilities',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'schema#RequestMetaObject',
      find: 'infer capabilities from prior requests',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Read clientCapabilities from the _meta of the request at hand, and keep them no longer than that.',

  async run(probe) {
    let judged = 0;
    let elsewhere: Session | undefined;
    for (const { uri, plain } of (await wishes(probe)).slice(0, most)) {
      // Who asks a client that never declared anything does not infer; that is another fault.
      if (asks(plain, uri)) continue;
      judged++;
      const before = await readDeclaring(probe, uri);
      elsewhere ??= await probe.another(declaring);
      const meta = { [metaKey.clientCapabilities]: {} };
      const reply = await probe.send('resources/read', { uri }, { session: elsewhere, meta });
      const words = `expected no inputRequests for ${quote(uri)} in a request without capabilities, got some`;
      check(!asks(reply, uri), `${words}, as on another connection where they had been declared`, {
        lines: [...before.lines, ...reply.lines],
      });
      if (asks(await readDeclaring(probe, uri, { declared: {} }), uri))
        blockedBy('input-required/capabilities-per-request', 'the capabilities of earlier requests count');
    }
    if (judged === 0)
      blockedBy('input-required/declared-kinds', 'the server asks clients that never declared a capability');
  },

  allows: {
    'other words': onError('resources/read', (error) => ({ error: { ...error, message: '' } })),
  },
  breaks: {
    'capabilities of anybody': [sharing, 'in a request without capabilities, got some'],
  },
});

/** Whether a request declares a capability by which it could be asked for input. */
function declaring({ params }: JsonObject): boolean {
  const declared: unknown = params?._meta?.[metaKey.clientCapabilities];
  return isObject(declared) && Object.keys(declared).length > 0;
}

function asks(reply: Reply, uri: string): boolean {
  const asked: unknown = wishIn(reply, uri)?.result.inputRequests;
  return isObject(asked) && Object.keys(asked).length > 0;
}
