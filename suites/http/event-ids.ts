import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

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
    for (const { sent, head, parts } of traffic.exchanges()) {
      const { 'Mcp-Session-Id': of = head?.http?.headers?.['mcp-session-id'] } = sent.http?.headers ?? {};
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
