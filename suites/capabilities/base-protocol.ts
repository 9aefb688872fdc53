import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { declaredFilter, openListen } from '../../harness/listen.ts';
import { all, fault, instead, onCapabilities, onReply } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { exitInWords } from '../../harness/session/channel.ts';
import { codeOf, inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const unknown = () => ({ error: { code: -32601, message: 'Method not found' } });
const until = '2025-11-25';
const since = '2026-07-28';

export default defineCase({
  title: 'The server has what every server must have: the handshake and answers, or versions and subscriptions',
  rules: [
    {
      id: 'msg-base-protocol',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/index#protocol-layers',
      find: 'support the base protocol and lifecycle',
    },
    {
      id: 'msg-base-protocol',
      level: 'MUST',
      since: '2025-03-26',
      until,
      at: 'basic/index#',
      find: 'support the base protocol and lifecycle',
    },
    {
      id: 'msg-base-protocol',
      level: 'MUST',
      since,
      at: 'basic/index#',
      find: 'support the base protocol, versioning,',
    },
  ],
  harm: 'breaks',
  hint: 'Answer requests once the handshake is done; from 2026-07-28 on serve subscriptions/listen if you declare what it tells of.',

  // The parts have cases of their own; what is judged here is whether they are there at all.
  async run(probe) {
    await (probe.modern ? listens(probe) : answers(probe));
  },

  allows: {
    'ping alone is unknown': [onReply('ping', unknown), { until }],
    'a listen is refused for another reason': [
      instead('subscriptions/listen', () => ({ error: { code: -32603, message: 'Too many' } })),
      { since },
    ],
  },
  breaks: {
    'nothing is answered after the handshake': [
      onReply('*', (reply, { method }) => (method === 'initialize' ? reply : undefined)),
      'expected an answer to a request after the handshake, got none',
      { until },
    ],
    'the server ends when the client is ready': [
      fault('initialized-exits'),
      'the server crashed: initialized-exits after the handshake',
      { until },
    ],
    'no subscriptions/listen': [
      instead('subscriptions/listen', unknown),
      'expected subscriptions/listen of a server that declares what it tells of, got error -32601',
      { since },
    ],
    'no subscriptions/listen, though tools change': [
      all(
        onCapabilities((capabilities) => {
          capabilities.resources = {};
          capabilities.tools = { listChanged: true };
        }),
        instead('subscriptions/listen', unknown),
      ),
      'got error -32601',
      { since },
    ],
  },
});

/** Whether the server answers any request, whatever the answer. */
async function answers(probe: Probe): Promise<void> {
  const { channel } = probe.session;
  const lines: number[] = [];
  for (const method of ['ping', 'resources/list']) {
    const reply = await probe.send(method);
    lines.push(...reply.lines);
    if (isResult(reply) || isError(reply) || reply.cause === 'malformed') return;
    if (isWithheld(reply)) untested(`${method} was answered with HTTP status ${reply.http!.status}; try again later`);
    check(!channel.exit, `the server ${channel.exit && exitInWords(channel.exit)} after the handshake`, { lines });
  }
  check(false, 'expected an answer to a request after the handshake, got none', { lines });
}

/** Whether the server knows subscriptions/listen, where it declares anything that is told by it. */
async function listens(probe: Probe): Promise<void> {
  const { resources, tools, prompts } = probe.capabilities;
  const tells = (feature: unknown) => isObject(feature) && feature.listChanged === true;
  const own = tells(resources) || (isObject(resources) && resources.subscribe === true);
  if (!own && !tells(tools) && !tells(prompts))
    notApplicable('the server declares neither subscribe nor any listChanged, so it has nothing to tell');
  const filter: JsonObject = {
    ...(own && (await declaredFilter(probe))),
    ...(tells(tools) && { toolsListChanged: true }),
    ...(tells(prompts) && { promptsListChanged: true }),
  };
  const listen = await openListen(probe, filter).opened();
  await listen.cancel();
  const reply = await listen.reply();
  probe.cite(listen.exchange.lines);
  if (isWithheld(reply)) untested(`subscriptions/listen got HTTP status ${reply.http!.status}; try again later`);
  if (reply.cause === 'timeout' && !listen.acknowledgment && !listen.stray)
    blockedBy('subscriptions/acknowledged-first', 'subscriptions/listen was not answered');
  check(
    codeOf(reply) !== -32601,
    `expected subscriptions/listen of a server that declares what it tells of, got ${inWords(reply)}`,
  );
}
