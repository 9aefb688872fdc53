import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { openListen } from '../../harness/listen.ts';
import { difference, type Listing, takeListing } from '../../harness/listing.ts';
import { spread } from '../../harness/material.ts';
import { all, fault, onRequest, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import type { Session } from '../../harness/session/session.ts';
import { absentSegment } from '../../harness/unknown-uris.ts';
import type { JsonObject } from '../../harness/wire.ts';

const rounds = 2;
const absent = `mcp-conformance-absent:///${absentSegment}`;

/** What may have had its effect already. */
const stirring = ({ method }: JsonObject): boolean => method !== 'server/discover' && method !== 'resources/list';

/** Asks on a session for all that a reader asks for; what comes back is judged by other cases. */
async function stir(probe: Probe, session: Session, { uris }: Listing): Promise<void> {
  const options = { session };
  await probe.send('server/discover', {}, options);
  await probe.send('resources/templates/list', {}, options);
  for (const uri of spread([...uris], 10)) await probe.send('resources/read', { uri }, options);
  await probe.send('resources/read', { uri: absent }, options);
  if (probe.declares('completions')) {
    const argument = { name: 'name', value: '' };
    await probe.send(
      'completion/complete',
      { ref: { type: 'ref/resource', uri: `${absent}/{name}` }, argument },
      options,
    );
  }
  if (!probe.declares('resources.listChanged')) return;
  const listen = openListen(probe, { resourcesListChanged: true }, options);
  const { exchange } = listen;
  await exchange.until(() => exchange.arrivals.length > 0 || exchange.settled, session.timeout);
  await listen.cancel();
}

/** A list that has one more resource on a connection once a request of a method was sent there. */
const remembering = (method: string, uri: string) =>
  all(
    onRequest(method, (request, { memory, connection }) => {
      memory.set(`stirred ${connection}`, true);
      return request;
    }),
    onResult('resources/list', ({ resources }, { params }, { memory, connection }) => {
      if (params?.cursor === undefined && memory.has(`stirred ${connection}`)) resources.push({ uri, name: 'recent' });
    }),
  );

export default defineCase({
  title: 'resources/list gives the same set whatever was asked before on the connection',
  rules: [
    {
      id: 'list-not-side-effect',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'server/resources#capabilities',
      find: 'other requests on the connection',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Keep no trace of earlier requests of a connection in its list; a change is one for all connections.',

  async run(probe) {
    for (let round = 1; ; round++) {
      const subject = await probe.another(stirring);
      const control = await probe.another(stirring);
      const before = await takeListing(probe, subject);
      const controlBefore = await takeListing(probe, control);
      await stir(probe, subject, before);
      const later = await takeListing(probe, subject);
      if (difference(before, later) === undefined) return;
      // What changed for the other connection too is an ordinary change.
      const controlLater = await takeListing(probe, control);
      const differs = difference(later, controlLater);
      if (differs === undefined) return;
      const steady = difference(controlBefore, controlLater) === undefined;
      if (steady && !(later.whole && controlLater.whole)) untested('the list is too long to be compared as a whole');
      if (!steady && round === rounds) untested('the list kept changing while it was compared');
      const words = `expected the list that other connections get, got ${quote(differs)} on one of two only, after other requests`;
      const lines = [...before.lines, ...later.lines, ...controlLater.lines];
      check(!steady || round < rounds, words, { lines });
    }
  },

  allows: {
    'a list that grows meanwhile': [
      onResult('resources/list', (result, request, { memory }) => {
        if (request.params?.cursor !== undefined) return;
        memory.set('lists', (memory.get('lists') ?? 0) + 1);
        if (memory.get('lists') > 2) result.resources.push({ uri: 'demo://host/new', name: 'new' });
      }),
      { rule: 'list-may-change' },
    ],
    // That lists differ between connections is for list/per-connection.
    'a resource of its own for each connection': fault('list-per-connection'),
  },
  breaks: {
    'what was read last': [fault('list-remembers-reads'), '"demo://host/recent" on one of two only'],
    'one less after a failed read': [fault('list-remembers-errors'), 'on one of two only'],
    'one more after templates were listed': [
      remembering('resources/templates/list', 'demo://host/known'),
      '"demo://host/known"',
    ],
    'one more after a completion': [remembering('completion/complete', 'demo://host/done'), '"demo://host/done"'],
    'one more after a listen': [
      remembering('subscriptions/listen', 'demo://host/watched'),
      '"demo://host/watched" on one of two only',
    ],
  },
});
