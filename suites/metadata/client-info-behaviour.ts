import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, Untested, untested } from '../../harness/judge.ts';
import { difference, type Listing, takeListing } from '../../harness/listing.ts';
import { onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { toolName } from '../../harness/tool.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

interface Other {
  called: string;
  info: JsonObject | undefined;
}

/** The clients that are compared with our own: one that nobody knows, two that many know, and one without a name. */
const others: readonly Other[] = [
  { called: 'the client "another-client"', info: { name: 'another-client', version: '0.0.1' } },
  { called: 'the client "Visual Studio Code"', info: { name: 'Visual Studio Code', version: '1.103.0' } },
  { called: 'the client "curl"', info: { name: 'curl', version: '8.5.0' } },
  { called: 'a client without a name', info: undefined },
];
/** Where a list goes on for long its beginning shows enough. */
const mostPages = 5;
const rounds = 3;

const infoIn = ({ params }: JsonObject): JsonObject | undefined => params?._meta?.[metaKey.clientInfo];
/** Shows one resource less, or more, to the clients that are picked. */
const listing = (change: 'hides' | 'adds', picked: (info: JsonObject | undefined) => boolean) =>
  onResult('resources/list', ({ resources }, request) => {
    if (request.params?.cursor !== undefined || !picked(infoIn(request))) return;
    if (change === 'hides') resources.splice(0, 1);
    else resources.push({ uri: 'demo://host/for-you', name: 'for-you' });
  });

export default defineCase({
  title: 'The list of resources does not depend on the name that the client gives itself',
  rules: [
    {
      id: 'meta-client-info-no-behaviour',
      level: 'SHOULD NOT',
      since: '2026-07-28',
      at: 'basic/index#_meta',
      find: 'use them to change the behavior',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Use clientInfo for logs and for display; what a client can do it says in its capabilities.',

  // Whether a request is answered at all is for messages/client-info-no-access and metadata/client-info-optional.
  async run(probe) {
    let ours = await take(probe);
    for (const other of others) ours = await compare(probe, ours, other);
  },

  allows: {
    'a list that grows meanwhile': onResult('resources/list', ({ resources }, { params }, { memory }) => {
      if (params?.cursor !== undefined) return;
      const count = (memory.get('lists') ?? 0) + 1;
      memory.set('lists', count);
      if (count === 2) resources.push({ uri: 'demo://host/new', name: 'new' });
    }),
    'another order, other words and times for each client': onResult('resources/list', (result, request) => {
      if (infoIn(request)?.name !== toolName) result.resources.reverse();
      for (const item of result.resources) item.description = `For ${infoIn(request)?.name}`;
      result.ttlMs = infoIn(request) ? 1 : 2;
    }),
  },
  breaks: {
    'less for a tool': [
      listing('hides', (info) => info?.name === 'curl'),
      'got "demo://host/greeting" for "mcp-resource-conformance" and not for the client "curl"',
    ],
    'more for a known client': [
      listing('adds', (info) => info?.name === 'Visual Studio Code'),
      'got "demo://host/for-you" for the client "Visual Studio Code" and not for "mcp-resource-conformance"',
    ],
    'less for a client without a name': [
      listing('hides', (info) => info === undefined),
      'not for a client without a name',
    ],
    'less for an old version': [
      listing('hides', (info) => info?.version === '0.0.1'),
      'not for the client "another-client"',
    ],
    'more for this one alone': [
      listing('adds', (info) => info?.name === toolName),
      'for "mcp-resource-conformance" and not for the client "another-client"',
    ],
  },
});

/** Compares our list with that of another client; a list that changes by itself is compared anew. Answers our list as it is then. */
async function compare(probe: Probe, ours: Listing, { called, info }: Other): Promise<Listing> {
  let before = ours;
  for (let round = 0; round < rounds; round++) {
    const theirs = await take(probe, { called, info });
    const differs = difference(before, theirs);
    if (differs === undefined) return before;
    const after = await take(probe);
    const settled = difference(before, after) === undefined;
    before = after;
    if (!settled || difference(theirs, await take(probe, { called, info })) !== undefined) continue;
    const [one, none] = after.uris.has(differs) ? [`"${toolName}"`, called] : [called, `"${toolName}"`];
    check(false, `expected one list for all clients, got ${quote(differs)} for ${one} and not for ${none}`, {
      lines: [...after.lines, ...theirs.lines],
    });
  }
  untested('the list kept changing while it was compared');
}

/** The list as a client gets it, our own where no other is given. */
async function take(probe: Probe, other?: Other): Promise<Listing> {
  if (!other) return takeListing(probe, probe.session, mostPages);
  try {
    return await takeListing(probe, probe.session, mostPages, { [metaKey.clientInfo]: other.info });
  } catch (error) {
    if (!(error instanceof Untested)) throw error;
    const judge = other.info ? 'messages/client-info-no-access' : 'metadata/client-info-optional';
    blockedBy(judge, `the list was refused to ${other.called}`);
  }
}
