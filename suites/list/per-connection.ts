import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { difference, takeListing } from '../../harness/listing.ts';
import { fault, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import type { Session } from '../../harness/session/session.ts';
import { together } from '../../harness/together.ts';
import type { JsonObject } from '../../harness/wire.ts';

const rounds = 3;

/**
 * Compares the list on two sessions, three times where it differs: one list, the other, the one again.
 * A list that changes by itself in between is compared anew.
 */
async function compare(probe: Probe, one: Session, other: Session): Promise<void> {
  let differing = 0;
  for (let round = 0; round < rounds; round++) {
    const before = await takeListing(probe, one);
    const between = await takeListing(probe, other);
    const differs = difference(before, between);
    if (differs === undefined) return;
    const after = await takeListing(probe, one);
    if (difference(before, after) !== undefined) continue;
    if (!before.whole || !between.whole) untested('the list is too long to be compared as a whole');
    const lines = [...before.lines, ...between.lines, ...after.lines];
    check(++differing < rounds, `expected one list on all connections, got ${quote(differs)} on one of two only`, {
      lines,
    });
  }
  untested('the list kept changing while it was compared');
}

/** Whether more than lists was asked on a session: what that may change in its list is for list/side-effects. */
const stirred = ({ channel: { transcript, session } }: Session): boolean =>
  transcript.lines.some(
    ({ direction, session: number, message }) =>
      direction === 'out' && number === session && (message as JsonObject | undefined)?.method === 'resources/read',
  );

export default defineCase({
  title: 'resources/list gives the same set on every connection',
  rules: [
    {
      id: 'list-not-per-connection',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'server/resources#capabilities',
      find: 'per-connection or as a side effect',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Make the list from what the server has and from the credentials of the request, not from the connection.',

  async run(probe) {
    // Over stdio each connection is a process, and only fresh ones have the same past.
    const [one, other] = await together(probe.second(), probe.second());
    probe.leave(one, other);
    await compare(probe, one, other);
    if (probe.shared && !stirred(probe.session)) await compare(probe, probe.session, one);
  },

  allows: {
    'a list that grows meanwhile': [
      onResult('resources/list', (result, request, { memory }) => {
        if (request.params?.cursor !== undefined) return;
        memory.set('lists', (memory.get('lists') ?? 0) + 1);
        if (memory.get('lists') > 1) result.resources.push({ uri: 'demo://host/new', name: 'new' });
      }),
      { rule: 'list-may-change' },
    ],
    'one resource less for a client without credentials': [
      onResult('resources/list', (result) => {
        result.resources = result.resources.filter(({ uri }: any) => uri !== 'demo://host/settings');
      }),
      { rule: 'list-may-vary-by-authorization' },
    ],
    'another order and other times on each connection': onResult('resources/list', (result, _, { connection }) => {
      if (connection % 2 === 1) result.resources.reverse();
      for (const item of result.resources) item._meta = { 'com.example/connection': connection };
      result.ttlMs = connection;
    }),
  },
  breaks: {
    'a resource of its own for each connection': [fault('list-per-connection'), 'on one of two only'],
    'one more on the first connection': [
      onResult('resources/list', ({ resources }, { params }, { connection }) => {
        if (connection === 0 && params?.cursor === undefined)
          resources.push({ uri: 'demo://host/first', name: 'first' });
      }),
      '"demo://host/first" on one of two only',
      { alone: true },
    ],
    'fewer from the third connection on': [
      onResult('resources/list', ({ resources }, _, { connection }) => {
        if (connection > 1) resources.splice(0, 1);
      }),
      'on one of two only',
      { alone: true },
    ],
  },
});
