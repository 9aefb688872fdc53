import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { later, onReply, onResult } from '../../harness/mutate.ts';
import { inWords, isResult, isWithheld } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'server/discover is answered with a result at any time',
  rules: [
    {
      id: 'discover-implemented',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/versioning#protocol-version-negotiation',
      find: 'Servers **MUST** implement',
    },
  ],
  harm: 'breaks',
  hint: 'Serve server/discover like any other request: first on a connection or later, and as often as it is asked.',

  // A server that never answers it is not known to speak this revision; that it did as the first request opened the leg.
  async run(probe) {
    for (const when of ['once more', 'after another request']) {
      const reply = await probe.send('server/discover');
      if (isWithheld(reply)) untested(`server/discover got HTTP status ${reply.http!.status}; try again later`);
      if (reply.cause === 'malformed') blockedBy('messages/result-or-error', `server/discover got ${inWords(reply)}`);
      check(isResult(reply), `expected a result of server/discover ${when}, got ${inWords(reply)}`);
      if (probe.declares('resources')) await probe.send('resources/list');
      probe.cite(reply);
    }
  },

  allows: {
    'no instructions': onResult('server/discover', (result) => {
      delete result.instructions;
    }),
  },
  breaks: {
    'once a server': [
      later(
        'server/discover',
        onReply('server/discover', () => ({ error: { code: -32601, message: 'Method not found' } })),
      ),
      'expected a result of server/discover once more, got error -32601',
    ],
    'no answer to a second one on a connection': [
      onReply('server/discover', (reply, _, { memory, connection }) => {
        const met = memory.has(`met ${connection}`);
        memory.set(`met ${connection}`, true);
        return met ? undefined : reply;
      }),
      'once more, got no answer within',
    ],
    'refused after a list': [
      {
        outgoing(message, { request, memory }) {
          if (request?.method === 'resources/list') memory.set('listed', true);
          if (request?.method !== 'server/discover' || !memory.has('listed')) return [message];
          return [{ jsonrpc: '2.0', id: message.id!, error: { code: -32600, message: 'Too late' } }];
        },
      },
      'after another request, got error -32600',
    ],
  },
});
