import { defineCase } from '../../harness/case.ts';
import { isThere } from '../../harness/expansions.ts';
import { schemeOf, uriFault } from '../../harness/formats/uri.ts';
import { everyCapability } from '../../harness/input-required/kinds.ts';
import { notApplicable, untested } from '../../harness/judge.ts';
import { asRead, type Read } from '../../harness/material.ts';
import { instead, onError, onReply, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { isObject, metaKey } from '../../harness/wire.ts';

const mostRepeated = 3;
const declaringAll = { [metaKey.clientCapabilities]: everyCapability };

const refusal = /permission|denied|forbidden|unauthori[sz]ed|authenticat|credential|not allowed|capabilit/i;

/** Access may rightly be refused, or depend on what the client can do, and the words for it differ. */
function isRefusal({ error }: Reply): boolean {
  if (!isObject(error)) return false;
  const { message, data } = error;
  return (
    (isObject(data) && 'requiredCapabilities' in data) ||
    (typeof message === 'string' && refusal.test(message.slice(0, 1000)))
  );
}

/** A client may fetch it from the web by itself, so the server need not read it. */
const isWeb = ({ uri }: Read): boolean => /^https?$/.test(schemeOf(uri) ?? '');

function failed(read: Read): boolean {
  const { uri, reply } = read;
  if (isThere(read) || isWithheld(reply) || isWeb(read)) return false;
  // A text that is no URI is for list/uri-format to judge, and silence, or an error without a code, for the cases on messages.
  if (uriFault(uri) !== undefined || reply.cause === 'malformed' || reply.cause === 'timeout') return false;
  return !isError(reply) || (Number.isInteger(reply.error?.code) && !isRefusal(reply));
}

/** Whether a resource is still listed, on the page where it stood. */
async function isListed(probe: Probe, uri: string): Promise<boolean> {
  const { pages } = probe.walk('resources/list');
  const page = pages.find(({ items }) => items.some((item) => isObject(item) && item.uri === uri));
  const reply = await probe.send('resources/list', page?.cursor === undefined ? {} : { cursor: page.cursor });
  const items: unknown = isResult(reply) && isObject(reply.result) ? reply.result.resources : undefined;
  return Array.isArray(items) && items.some((item) => isObject(item) && item.uri === uri);
}

const notFound = { error: { code: -32602, message: 'Resource not found' } };
const absent = (uri: string) => instead('resources/read', ({ params }) => (params?.uri === uri ? notFound : undefined));
const answering = (uri: string, error: { code: number; message: string; data?: unknown }) =>
  onReply('resources/read', (reply, { params }) => (params?.uri === uri ? { error } : reply));
const listing = (uri: string) =>
  onResult('resources/list', (result, { params }) => {
    if (params?.cursor === undefined) result.resources.push({ uri, name: 'another' });
  });

const greeting = 'demo://host/greeting';

export default defineCase({
  title: 'Every listed resource can be read, by the URI as it is listed',
  rules: [
    {
      id: 'list-entries-readable',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'schema#Resource',
      derived:
        'A comment in the schema calls a listed resource one that the server can read; access to it may still be refused.',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Look a URI up by exactly the text that you list, not by what a URL parser makes of it, and drop what is gone from the list.',

  async run(probe) {
    const reads = (await probe.reads()).filter(({ entry }) => entry !== undefined);
    if (reads.length === 0) {
      if (probe.walk('resources/list').stopped === 'end') notApplicable('the server lists no resource');
      untested('no resource was found in the list as far as it was read; allow more pages with --max-pages <n>');
    }
    const suspects = reads.filter(failed);
    for (const { uri } of suspects.slice(0, mostRepeated)) {
      // Something may have been removed between the list and the read: only what is listed still counts.
      if (!(await isListed(probe, uri))) continue;
      // Where it takes a client that can be asked, what others are told is for the case on missing capabilities.
      const reply = await probe.send('resources/read', { uri }, probe.modern ? { meta: declaringAll } : {});
      if (!failed(asRead(uri, undefined, reply))) continue;
      const more = suspects.length > 1 ? `, as are ${suspects.length - 1} more of ${reads.length}` : '';
      probe.flag(`${quote(uri)} is listed, but reading it was answered with ${inWords(reply)}${more}`);
      return;
    }
    if (reads.some((read) => isThere(read))) return;
    if (suspects.length > 0) untested('the list of resources changes too fast to be compared with what can be read');
    untested('no read gave contents: all were refused or malformed, or are left to the client (https)');
  },

  allows: {
    'a capability is needed first': [
      answering(greeting, { code: -32021, message: 'Roots are needed', data: { requiredCapabilities: { roots: {} } } }),
      { since: '2026-07-28' },
    ],
    // Judged by the case on missing capabilities.
    'another error for those who cannot be asked': [
      onError('resources/read', (error) => ({
        error: error.code === -32021 ? { code: -32602, message: 'Elicitation is not supported' } : error,
      })),
      { since: '2026-07-28' },
    ],
    'input is wanted first': [
      onReply('resources/read', (reply, { params }) =>
        params?.uri === greeting ? { result: { resultType: 'input_required', requestState: 'x' } } : reply,
      ),
      { since: '2026-07-28', rule: 'read-may-require-input' },
    ],
    'no contents': onResult('resources/read', (result) => {
      if ('contents' in result) result.contents = [];
    }),
    'access is refused': answering(greeting, { code: -32603, message: 'Permission denied' }),
    'a resource for the client to fetch': listing('https://example.com/guide'),
    'a resource that is removed after it was listed': onReply('resources/list', (reply, _request, { memory }) => {
      const asked = (memory.get('asked') ?? 0) + 1;
      memory.set('asked', asked);
      if (asked === 1) reply.result.resources.unshift({ uri: 'demo://host/gone', name: 'gone' });
      return reply;
    }),
  },
  breaks: {
    'a resource without a reader': [
      listing('demo://host/unbound'),
      '"demo://host/unbound" is listed, but reading it was answered with error -32',
    ],
    'a listed resource is not found': [absent(greeting), `${greeting}" is listed, but reading it`],
    'no listed resource is found': [
      onReply('resources/read', () => notFound),
      'is listed, but reading it was answered with error -32602, as are',
    ],
    'a resource of the last page is not found': [absent('test://watched-resource'), 'test://watched-resource'],
    'URIs are normalised before they are looked up': [
      listing('demo://host/a/../greeting'),
      '"demo://host/a/../greeting" is listed, but',
    ],
    'an internal error': [
      answering(greeting, { code: -32603, message: 'Internal error' }),
      'is listed, but reading it was answered with error -32603',
    ],
  },
});
