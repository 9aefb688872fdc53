import { defineCase } from '../../harness/case.ts';
import { modernOnly } from '../../harness/eras.ts';
import { check, untested } from '../../harness/judge.ts';
import { all, onError, onReply, onRequest } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { supportedVersions } from '../../harness/session/modern.ts';
import { codeOf, inWords, isWithheld, type Reply } from '../../harness/session/reply.ts';
import {
  isModern,
  isObject,
  type JsonObject,
  metaKey,
  modernSince,
  type RpcRequest,
  revisions,
} from '../../harness/wire.ts';

/** Fills in what a request lacks, as a lenient server does. */
const lenient = (fits: (meta: JsonObject | undefined) => boolean) =>
  onRequest('resources/list', (request: RpcRequest) => {
    const meta: unknown = request.params?._meta;
    if (!fits(isObject(meta) ? meta : undefined)) return request;
    const whole = {
      [metaKey.protocolVersion]: modernSince,
      [metaKey.clientCapabilities]: {},
      ...(isObject(meta) && meta),
    };
    return { ...request, params: { ...request.params, _meta: whole } };
  });

export default defineCase({
  title: 'A request that lacks a required field of _meta is refused with error -32602',
  rules: [
    {
      id: 'meta-required-fields-32602',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#_meta',
      find: 'JSON-RPC error code `-32602` (Invalid params).',
    },
  ],
  harm: 'untidy',
  hint: 'Answer -32602 to a request whose _meta has no protocolVersion or no clientCapabilities; clientInfo may be missing.',

  async run(probe) {
    const methods = ['server/discover', ...(probe.declares('resources') ? ['resources/list'] : [])];
    for (const method of methods) {
      // What is refused whatever it carries shows nothing; this gives up where the list is.
      if (method === 'resources/list') await probe.resources();
      const reply = await probe.send(method, {}, { meta: { [metaKey.clientCapabilities]: undefined } });
      judge(`${method} without clientCapabilities`, reply);
    }
    // Without a version a request may be one of an earlier revision to a server that also speaks those: it decides then.
    const listed = supportedVersions(probe.session.introduction.reply);
    if (revisions.some((revision) => !isModern(revision) && listed.includes(revision))) return;
    for (const method of methods) {
      judgeLoosely(
        `${method} without protocolVersion`,
        await probe.send(method, {}, { meta: { [metaKey.protocolVersion]: undefined } }),
      );
      judgeLoosely(`${method} without _meta`, await probe.send(method, {}, { bare: true }));
      judgeLoosely(`${method} without params`, await withoutParams(probe, method));
    }
  },

  allows: {
    'other words, with data': onError('*', ({ code }) => ({ error: { code, message: '', data: 7 } })),
    'by a server of this revision alone': modernOnly,
    // The header then differs from the body as well, and no text says which fault comes first.
    'a missing version is a header fault': all(
      modernOnly,
      onReply('*', (reply, { params }) =>
        params?._meta?.[metaKey.protocolVersion] === undefined && codeOf(reply as Reply) === -32602
          ? { error: { code: -32020, message: 'Header mismatch' } }
          : reply,
      ),
    ),
  },
  breaks: {
    'capabilities are taken for none': [
      lenient((meta) => meta !== undefined && !(metaKey.clientCapabilities in meta)),
      'expected error -32602 for resources/list without clientCapabilities, got a result',
    ],
    'a version is taken for granted': [
      all(
        modernOnly,
        lenient((meta) => meta !== undefined && !(metaKey.protocolVersion in meta)),
      ),
      'for resources/list without protocolVersion, got a result',
    ],
    'no _meta is needed': [
      all(
        modernOnly,
        lenient((meta) => meta === undefined),
      ),
      'for resources/list without _meta, got a result',
    ],
    'an invalid request': [
      onError('*', (error, { params }) => ({
        error: params?._meta?.[metaKey.clientCapabilities] === undefined ? { ...error, code: -32600 } : error,
      })),
      'got error -32600',
    ],
  },
});

function judge(what: string, reply: Reply): void {
  if (isWithheld(reply)) untested(`${what} got HTTP status ${reply.http!.status}; try again later`);
  check(codeOf(reply) === -32602, `expected error -32602 for ${what}, got ${inWords(reply)}`);
}

/** Only what is served by this revision is wrong for sure: a server may speak earlier ones without listing them, and answer by those. */
function judgeLoosely(what: string, { result }: Reply): void {
  const modern = isObject(result) && 'resultType' in result;
  check(!modern, `expected error -32602 for ${what}, got a result`);
}

async function withoutParams(probe: Probe, method: string): Promise<Reply> {
  const id = probe.session.nextId();
  return probe.answer(probe.session.raw(JSON.stringify({ jsonrpc: '2.0', id, method }), { id, like: method }));
}
