import { defineCase } from '../../harness/case.ts';
import { uriFault } from '../../harness/formats/uri.ts';
import { parseTemplate } from '../../harness/formats/uri-template.ts';
import { matchTemplate } from '../../harness/formats/uri-template-match.ts';
import { check, untested } from '../../harness/judge.ts';
import { openListen } from '../../harness/listen.ts';
import { asRead, type Read } from '../../harness/material.ts';
import { all, fault, instead, onError, onRequest, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { absentSegment } from '../../harness/unknown-uris.ts';

const secret = { contents: [{ uri: 'demo://host/secret', text: 'Not asked for' }] };

export default defineCase({
  title: 'What is no URI is refused, and the server survives it',
  rules: [
    {
      id: 'sec-validate-uris',
      level: 'MUST',
      since: '2024-11-05',
      at: 'server/resources#security-considerations',
      find: 'validate all resource URIs',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Parse each URI before it is used, and answer an error where it is none; never hand it to a file system as it is.',

  async run(probe) {
    const known = (await probe.reads()).find(holds);
    const isServed = await servedNames(probe);
    let refused = 0;
    const probes = malformedUris(known?.uri, probe.modern && probe.http).filter(({ uri }) => !isServed(uri));
    for (const { uri, what } of probes) {
      const reply = await probe.send('resources/read', { uri });
      check(survived(reply), `reading ${what} got ${inWords(reply)}`);
      if (isWithheld(reply)) continue;
      refused++;
      const fault = uriFault(uri);
      if (fault === undefined || !holds(asRead(uri, undefined, reply))) continue;
      // The URL parser of browsers reads some of these all the same, after mending them: not validated, but not arbitrary either.
      const words = `expected an error for ${what}, which is no URI (${fault}), got contents`;
      if (URL.canParse(uri)) probe.flag(words, { warn: true });
      else check(false, words);
    }
    if (refused === 0) untested('every read was refused by its HTTP status; --header gives credentials');
    await elsewhere(probe);
    if (!known) return check(await probe.session.alive(), 'after malformed URIs, the server answers nothing more');
    const again = await probe.send('resources/read', { uri: known.uri });
    if (isWithheld(again))
      untested(`the read after malformed URIs got HTTP status ${again.http!.status}; try again later`);
    check(
      holds(asRead(known.uri, known.entry, again)),
      `expected contents of ${quote(known.uri)} after malformed URIs as before, got ${inWords(again)}`,
    );
  },

  allows: {
    'another code for all of them': onError('resources/read', (error) => ({
      error: /^uri must|^Resource not found/.test(error.message) ? { code: -32603, message: 'Internal error' } : error,
    })),
    // Whether it may be listed is for the rule on the format of URIs.
    'a name that is listed as if it were a URI': all(
      onResult('resources/list', ({ resources, nextCursor }) => {
        if (nextCursor === undefined) resources.push({ uri: 'not a uri', name: 'odd' });
      }),
      instead('resources/read', ({ params }) =>
        params?.uri === 'not a uri' ? { result: { ...secret, ttlMs: 0, cacheScope: 'private' } } : undefined,
      ),
    ),
    'a URI that is one, if a strange one': instead('resources/read', ({ params }) =>
      params?.uri === 'file://' ? { result: secret } : undefined,
    ),
  },
  breaks: {
    'contents for anything': [fault('reads-malformed-uris'), 'got contents'],
    'a relative path': [
      instead('resources/read', ({ params }) => (params?.uri === 'not a uri' ? { result: secret } : undefined)),
      'expected an error for "not a uri", which is no URI',
    ],
    'an empty string as the root': [
      instead('resources/read', ({ params }) => (params?.uri === '' ? { result: secret } : undefined)),
      'expected an error for an empty string, which is no URI',
    ],
    'an end of the server': [fault('exit-on-malformed-uri'), 'on resources/read {"uri":""}'],
    'an end of the server at a long URI': [fault('exit-on-long-uri'), 'on resources/read {"uri":"mcp-'],
    'a hang': [fault('hang-on-malformed-uri'), 'reading an empty string got no answer'],
    'reads that fail ever after': [
      instead('resources/read', ({ params }, { memory, connection }) => {
        if (params?.uri === '%00') memory.set('broken', connection);
        return memory.get('broken') === connection ? { error: { code: -32603, message: 'Broken pipe' } } : undefined;
      }),
      'after malformed URIs as before, got error -32603',
    ],
    'line breaks taken out of a URI': [
      onRequest('resources/read', (request) => {
        request.params!.uri = String(request.params!.uri).replaceAll(/[\r\n]/g, '');
        return request;
      }),
      'a line break',
      { warn: true },
    ],
  },
});

/** Whether a read gave something to be read. */
const holds = ({ contents }: Read): boolean => contents.some((item) => 'text' in item || 'blob' in item);

/** Whether a read was answered, be it by a bare HTTP status. */
const survived = ({ cause, http }: Reply): boolean =>
  cause === undefined || cause === 'malformed' || http !== undefined;

/** Tells which names a server has given itself, however odd: listed ones, and those that its templates make. */
async function servedNames(probe: Probe): Promise<(uri: string) => boolean> {
  const listed = await probe.resources();
  const templates = (await probe.templates().catch(() => []))
    .map(({ uriTemplate }) => parseTemplate(uriTemplate))
    .filter((template) => 'parts' in template);
  return (uri) =>
    listed.some((entry) => entry.uri === uri) ||
    (uri.length < 1000 && templates.some((template) => matchTemplate(template, uri) !== undefined));
}

/** Nothing here names a host, a file or a script that anything could reach. `mirrored`: a header has to hold the URI as well. */
function malformedUris(known: string | undefined, mirrored: boolean): { uri: string; what: string }[] {
  const absent = `mcp-conformance-absent:///${absentSegment}`;
  const split = known ?? absent;
  const middle = Math.ceil(split.length / 2);
  // HTTP servers limit their headers, mostly to 8 KiB.
  const length = mirrored ? 6 * 1024 : 64 * 1024;
  const named = ['not a uri', '://', 'file://', 'http://[::1', '%00', 'javascript:alert(1)'];
  return [
    { uri: '', what: 'an empty string' },
    ...named.map((uri) => ({ uri, what: quote(uri) })),
    {
      uri: `${split.slice(0, middle)}\r\n${split.slice(middle)}`,
      what: `${quote(split)} with a line break inside`,
    },
    { uri: `${absent}/`.padEnd(length, 'a'), what: `a URI of ${length} characters` },
  ];
}

/** The other requests that take a URI: what they answer to a malformed one is open, that they answer is not. */
async function elsewhere(probe: Probe): Promise<void> {
  const uri = 'not a uri';
  const survives = (reply: Reply) => check(survived(reply), `${reply.method} of ${quote(uri)} got ${inWords(reply)}`);
  if (probe.declares('completions'))
    survives(
      await probe.send('completion/complete', {
        ref: { type: 'ref/resource', uri },
        argument: { name: 'path', value: '' },
      }),
    );
  if (!probe.declares('resources.subscribe')) return;
  if (probe.modern) {
    const listen = openListen(probe, { resourceSubscriptions: [uri] });
    await probe.settle();
    await listen.cancel();
    return;
  }
  survives(await probe.send('resources/subscribe', { uri }));
  await probe.send('resources/unsubscribe', { uri });
}
