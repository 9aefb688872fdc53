import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { HttpTraffic } from '../../harness/traffic.ts';

/** The id of the session to which a request belongs, or that it began. */
const sessionOf = ({ sent, head }: HttpTraffic): unknown =>
  sent.http?.headers?.['Mcp-Session-Id'] ?? head?.http?.headers?.['mcp-session-id'];

export default defineCase({
  title: 'No two events of a session have the same id',
  rules: [
    {
      id: 'http-event-id-unique',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#resumability-and-redelivery',
      find: 'be globally unique across all streams',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Count events over all streams of a session, or put the stream into each id.',

  watch(traffic) {
    const seen = new Map<string, number>();
    const exchanges = traffic.exchanges().map((exchange) => ({ ...exchange, of: sessionOf(exchange) }));
    const sessions = exchanges.some(({ of }) => of !== undefined);
    for (const { sent, of, parts } of exchanges) {
      // Where there are sessions, a request that was refused for want of one belongs to none.
      if (sessions && of === undefined) continue;
      // What is delivered again keeps its id.
      const again = Object.keys(sent.http?.headers ?? {}).some((name) => name.toLowerCase() === 'last-event-id');
      if (again) continue;
      for (const { n, http } of parts) {
        const id: unknown = http?.type === 'sse' ? http.id : undefined;
        // An empty id says that there is none, as the standard of event streams has it.
        if (typeof id !== 'string' || id === '') continue;
        // A new session begins anew; without sessions the ids count for the client as a whole.
        const key = JSON.stringify([of ?? null, id]);
        const first = seen.get(key);
        check(first === undefined, `the id ${quote(id)} was given to two events`, { lines: [first ?? n, n] });
        seen.set(key, n);
      }
    }
    if (seen.size === 0) notApplicable('no event of the server has an id');
  },

  allows: {
    'ids over all streams': [fault('http-sse-always', 'http-sse-resumable'), 'http-sse-resumable'],
  },
  breaks: {
    'ids start anew on each stream': [
      fault('http-sse-always', 'http-sse-resumable', 'http-event-ids-restart'),
      'the id "1" was given to two events',
    ],
  },
});
