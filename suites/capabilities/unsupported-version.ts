import { defineCase } from '../../harness/case.ts';
import { unspokenVersions } from '../../harness/handshakes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { all, onError, onReply, onRequest } from '../../harness/mutate.ts';
import { codeOf, inWords, isResult, isWithheld } from '../../harness/session/reply.ts';
import { unspokenRequests } from '../../harness/unspoken.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

const method = 'server/discover';
const unspoken: readonly unknown[] = unspokenVersions;
const versionOf = (request: JsonObject): unknown => request.params?._meta?.[metaKey.protocolVersion];
const refusing = (change: (error: JsonObject) => JsonObject | undefined) =>
  onError('*', (error) => (error.code === -32022 ? change(error) : { error }));
/** Serves a method in any version, if `when` holds. */
const serving = (method: string, when: (context: { memory: Map<string, any>; connection: number }) => boolean) =>
  onRequest(method, (request, context) => {
    if (unspoken.includes(versionOf(request)) && when(context))
      request.params!._meta[metaKey.protocolVersion] = context.revision;
    return request;
  });

export default defineCase({
  title: 'A request in a version that the server does not speak is refused with error -32022',
  rules: [
    {
      id: 'version-unsupported-error',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/versioning#protocol-version-negotiation',
      find: 'support), it **MUST** respond with an',
    },
  ],
  harm: 'misleads',
  hint: 'Look at the version of every request, not of the first one on a connection, and answer -32022 where you do not speak it.',

  async run(probe) {
    for (const { what, reply } of await unspokenRequests(probe)) {
      probe.cite(reply);
      if (isWithheld(reply)) untested(`${what} got HTTP status ${reply.http!.status}; try again later`);
      // Where server/discover is refused in any version, it is not the version that is refused.
      if (reply.method === method && codeOf(reply) !== -32022 && !isResult(await probe.send(method)))
        blockedBy('capabilities/discover-answered', `${method} is refused in any version`);
      probe.cite(reply);
      check(codeOf(reply) === -32022, `expected error -32022 for ${what}, got ${inWords(reply)}`);
    }
  },

  allows: {
    'other words': refusing((error) => ({ error: { ...error, message: '' } })),
    'more data': refusing((error) => ({ error: { ...error, data: { ...error.data, since: '2026-07-28' } } })),
  },
  breaks: {
    'any version is served': [
      all(...['server/discover', 'resources/list', 'resources/read'].map((method) => serving(method, () => true))),
      'expected error -32022 for resources/list of version 1900-01-01 as the first request, got a result',
    ],
    'only the first request is looked at': [
      {
        incoming(message, { memory, connection, revision }) {
          const served = memory.has(`served ${connection}`);
          if (!unspoken.includes(versionOf(message))) memory.set(`served ${connection}`, true);
          else if (served) {
            const _meta = { ...message.params._meta, [metaKey.protocolVersion]: revision };
            return [{ ...message, params: { ...message.params, _meta } }];
          }
          return [message];
        },
      },
      'of version 1900-01-01 after good requests, got a result',
    ],
    'reads are served in any version': [serving('resources/read', () => true), 'for resources/read of version'],
    'invalid parameters': [refusing(() => ({ error: { code: -32602, message: 'Bad version' } })), 'got error -32602'],
    'the code of a draft': [refusing((error) => ({ error: { ...error, code: -32004 } })), 'got error -32004'],
    'no answer': [
      onReply('*', (reply) => (reply.error?.code === -32022 ? undefined : reply)),
      'as the first request, got no answer in time',
    ],
  },
});
