import { defineCase } from '../../harness/case.ts';
import { blockedBy } from '../../harness/judge.ts';
import {
  acknowledged,
  declaredFilter,
  idInWords,
  type Listen,
  listenIds,
  makeChanges,
  openListen,
  type SubscriptionFilter,
  subscriptionIdOf,
  unacknowledged,
} from '../../harness/listen.ts';
import { all, fault, instead, type Mutant, onNotification } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Arrival } from '../../harness/session/exchange.ts';
import { inWords } from '../../harness/session/reply.ts';
import { listChanged, updated } from '../../harness/watching.ts';
import { type Id, isObject, metaKey } from '../../harness/wire.ts';

const present = { rule: 'meta-subscription-id-present' };
const value = { rule: 'listen-subscription-id-value' };

export default defineCase({
  title: 'Whatever comes on a listen carries the id of its request, as it was given',
  rules: [
    {
      id: 'meta-subscription-id-present',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#meta',
      find: '**MUST** include `io.modelcontextprotocol/subscriptionId` in',
    },
    {
      id: 'listen-subscription-id-value',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#receiving-notifications',
      find: 'The value is the JSON-RPC ID',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Copy the id of the subscriptions/listen request, number or string, into params._meta of each notification on it.',

  async run(probe) {
    const filter = await declaredFilter(probe);
    const number = await openedAs(probe, filter, 1);
    if (!isOpen(number)) await unacknowledged(probe, number);
    // Whether a server takes two listens has a case of its own; one that does is to take ids that differ by their type alone.
    const text = await openedAs(probe, filter, 'listen-é/1');
    await text.cancel();
    const digit = await openedAs(probe, filter, '1');
    if (isOpen(text) && !isOpen(digit)) {
      const answer = inWords(await digit.reply());
      probe.flag(`expected a listen with id "1" beside one with id 1 to be acknowledged, got ${answer}`, {
        ...value,
        warn: true,
      });
    }
    const since = probe.now;
    await makeChanges(probe);
    await probe.settle();
    const told = probe.arrived(since).filter(({ message }) => [updated, listChanged].includes(message.method));
    // What is left of earlier listens is none of these; a stream of its own tells these apart.
    const earlier: unknown[] = [...listenIds(probe, { session: probe.session, until: number.line - 1 }), text.id];
    const fresh = ({ message }: Arrival) => !earlier.includes(subscriptionIdOf(message.params));
    const listens = [number, text, digit];
    if (!probe.http)
      judge(
        probe,
        told.filter(fresh),
        listens.map(({ id }) => id),
      );
    else
      for (const { id, arrivals } of listens) {
        const later = arrivals.filter(({ line }) => line > since);
        judge(probe, later.filter(fresh), [id]);
      }
    for (const method of [updated, listChanged]) judgeShares(probe, told, method, [number, digit]);
    await number.cancel();
    await digit.cancel();
  },

  allows: {
    'a second listen is refused': fault('listen-second-refused'),
    'a second listen ends the first': fault('listen-second-ends-first'),
    'more in _meta': marked((id, meta) => {
      meta['org.example/node'] = 3;
      return id;
    }),
    'news comes twice': fault('updates-twice'),
  },
  breaks: {
    'no id on the acknowledgment': [marked(() => undefined, [acknowledged]), 'carries no subscriptionId', present],
    'no id on updates': [marked(() => undefined, [updated]), 'updated carries no subscriptionId', present],
    'no id on list changes': [
      marked(() => undefined, [listChanged]),
      'list_changed carries no subscriptionId',
      present,
    ],
    'news without params': [
      onNotification(listChanged, (message) => {
        delete message.params;
      }),
      'list_changed carries no subscriptionId',
      present,
    ],
    'numbers as text': [marked(String), 'expected subscriptionId 1, got "1"', value],
    'digits as a number': [marked((id) => (id === '1' ? 1 : id)), 'expected subscriptionId "1", got 1', value],
    'an id of its own': [marked(() => '6ba7b810-9dad-11d1-80b4-00c04fd430c8'), 'got "6ba7b810', value],
    'an id of its own on news': [marked(() => 'sub-1', [updated]), 'got "sub-1"', value],
    'null as the id': [marked(() => null, [acknowledged]), 'got null', value],
    'the id of another listen': [fault('listen-ids-mixed'), 'all marked', value],
    'subscriptions are kept by the text of their ids': [
      instead('subscriptions/listen', ({ id }, { memory }) => {
        if (memory.has(String(id))) return { error: { code: -32600, message: 'The id is in use' } };
        memory.set(String(id), true);
        return undefined;
      }),
      'beside one with id 1',
      { ...value, warn: true },
    ],
  },
});

const isOpen = ({ acknowledgment, stray }: Listen): boolean => acknowledgment !== undefined || stray !== undefined;

/** Opens a listen with an id, and judges the id of its acknowledgment. */
async function openedAs(probe: Probe, filter: SubscriptionFilter, id: Id): Promise<Listen> {
  const listen = await openListen(probe, filter, { id }).opened();
  const arrival = listen.acknowledgment ?? listen.stray;
  if (!arrival) return listen;
  if (!isObject(arrival.message.params))
    blockedBy('subscriptions/acknowledged-shape', 'the acknowledgment has no object as its params');
  probe.cite([listen.line, arrival.line]);
  judge(probe, [arrival], [id]);
  return listen;
}

/** Judges that each message carries one of some ids. */
function judge(probe: Probe, arrivals: readonly Arrival[], ids: readonly Id[]): void {
  for (const { line, message } of arrivals) {
    if (![acknowledged, updated, listChanged].includes(message.method)) continue;
    // Params that are malformed, or missing where they are required, have cases of their own.
    const { params } = message;
    if (!isObject(params) && (message.method !== listChanged || params !== undefined)) continue;
    const id = subscriptionIdOf(params);
    const lines = [...new Set([...probe.cited, line])];
    if (id === undefined) probe.flag(`${message.method} carries no subscriptionId`, { ...present, lines });
    else if (!ids.includes(id as Id))
      probe.flag(`expected subscriptionId ${ids.map(idInWords).join(' or ')}, got ${idInWords(id)}`, {
        ...value,
        lines,
      });
  }
}

/** Of two listens that ask for the same, both are told, or one; one that is told twice what the other misses has its mark. */
function judgeShares(probe: Probe, told: readonly Arrival[], method: string, listens: readonly [Listen, Listen]): void {
  if (listens.some((listen) => !isOpen(listen) || listen.exchange.settled)) return;
  const news = told.filter(({ message }) => message.method === method);
  const shares = listens.map(({ id }) => news.filter(({ message }) => subscriptionIdOf(message.params) === id).length);
  if (!shares.includes(0) || Math.max(...shares) < 2) return;
  const [marker] = listens.filter((_, at) => shares[at] !== 0);
  probe.flag(`two listens asked for ${method}, and it came twice, all marked ${idInWords(marker!.id)}`, {
    ...value,
    lines: news.map(({ line }) => line),
  });
}

/** Has notifications marked with another id than their own; undefined for none. */
function marked(
  mark: (id: Id, meta: Record<string, unknown>) => unknown,
  methods = [acknowledged, updated, listChanged],
): Mutant {
  const change = ({ params }: { params?: any }) => {
    params._meta[metaKey.subscriptionId] = mark(params._meta[metaKey.subscriptionId], params._meta);
  };
  return all(...methods.map((method) => onNotification(method, change)));
}
