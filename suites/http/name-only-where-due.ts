import { defineCase } from '../../harness/case.ts';
import { headerMismatch } from '../../harness/header-faults.ts';
import { check } from '../../harness/judge.ts';
import { openListen } from '../../harness/listen.ts';
import { instead, onReply } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { codeOf, inWords, type Reply } from '../../harness/session/reply.ts';

const demanded = { error: { code: -32020, message: 'Header mismatch: Mcp-Name is missing' } };

export default defineCase({
  title: 'Mcp-Name is not demanded of requests that have no name and no URI',
  rules: [
    {
      id: 'http-mcp-name-not-demanded',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#standard-request-headers',
      find: '`params.name` or `params.uri`',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Ask for Mcp-Name on tools/call, resources/read and prompts/get only; no client sends it elsewhere.',

  async run(probe) {
    // None of these can carry Mcp-Name; their other headers are in order.
    for await (const { reply } of probe.pages('resources/list')) judge(probe, reply);
    for await (const { reply } of probe.pages('resources/templates/list')) judge(probe, reply);
    if (probe.declares('completions')) {
      const ref = { type: 'ref/resource', uri: 'mcp-conformance-absent:///{name}' };
      judge(probe, await probe.send('completion/complete', { ref, argument: { name: 'name', value: '' } }));
    }
    if (!(probe.declares('resources.subscribe') || probe.declares('resources.listChanged'))) return;
    const listen = openListen(probe, { resourcesListChanged: true });
    await listen.exchange.until(() => listen.exchange.http !== undefined, probe.session.timeout);
    // A refusal comes whole; a stream that was opened stays open.
    if (listen.exchange.http?.status !== 200) judge(probe, await probe.answer(listen.exchange));
    await listen.cancel();
  },

  allows: {
    'templates are unknown': onReply('resources/templates/list', () => ({
      error: { code: -32601, message: 'Method not found' },
    })),
    'no template, no completion': onReply('completion/complete', () => ({
      error: { code: -32602, message: 'No such template' },
    })),
  },
  breaks: {
    'of templates/list': [
      onReply('resources/templates/list', () => demanded),
      'expected resources/templates/list without Mcp-Name to be taken, got error -32020',
    ],
    'of resources/list': [
      onReply('resources/list', () => demanded),
      'expected resources/list without Mcp-Name to be taken, got error -32020',
    ],
    'of completions': [
      onReply('completion/complete', () => demanded),
      'expected completion/complete without Mcp-Name to be taken, got error -32020',
    ],
    'of listens': [
      instead('subscriptions/listen', () => demanded),
      'expected subscriptions/listen without Mcp-Name to be taken, got error -32020',
    ],
  },
});

function judge(probe: Probe, reply: Reply): void {
  probe.cite(reply);
  check(
    codeOf(reply) !== headerMismatch,
    `expected ${reply.method} without Mcp-Name to be taken, got ${inWords(reply)}`,
  );
}
