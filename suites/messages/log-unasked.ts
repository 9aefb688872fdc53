import { type Asked, askedIn, isOpenAt } from '../../harness/asked.ts';
import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { after, before, type Mutant } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

const method = 'notifications/message';
/** From the least to the most severe. */
const levels: readonly unknown[] = [
  ...['debug', 'info', 'notice', 'warning'],
  ...['error', 'critical', 'alert', 'emergency'],
];
const levelOf = ({ params }: JsonObject): unknown => params?._meta?.[metaKey.logLevel];
const log = (level: string): JsonObject => ({ jsonrpc: '2.0', method, params: { level, data: 'reading' } });
const logging = (level: string, wanted: (request: JsonObject) => boolean): Mutant =>
  before('resources/read', (request) => (wanted(request) ? [log(level)] : []));
const isWanted = (request: JsonObject): boolean => levelOf(request) !== undefined;

export default defineCase({
  title: 'Log messages come only for requests that ask for them',
  rules: [
    {
      id: 'log-only-on-request',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'server/utilities/logging#per-request-log-level',
      find: 'for a request that does not',
    },
  ],
  harm: 'untidy',
  hint: 'Send notifications/message only where _meta of the request at hand has a log level; other logs go to standard error.',

  // Over stdio a message does not say which request it belongs to: one open request that asks for logs may have any of them. What
  // comes right after the answer to such a request is late, which is another matter.
  watch(traffic) {
    const asked = askedIn(traffic);
    const weak: { words: string; lines: number[] }[] = [];
    for (const { line, session, message } of traffic.notifications(method)) {
      const mine = asked.filter((each) => each.session === session && each.line < line);
      const stream = traffic.transcript.partOf.get(line);
      const owner = mine.find((each) => each.line === stream && each.request.method !== 'subscriptions/listen');
      const open = owner ? [owner] : mine.filter((each) => isOpenAt(each, line) || each === lastAnswered(mine, line));
      const wanting = open.filter(({ request }) => isWanted(request));
      const lines = [...(owner ? [owner.line] : []), line];
      check(wanting.length > 0, 'expected no log message without a request that asks for some, got one', { lines });
      const level: unknown = isObject(message.params) ? message.params.level : undefined;
      const least = Math.min(...wanting.map(({ request }) => levels.indexOf(levelOf(request))));
      if (!levels.includes(level) || levels.indexOf(level) >= least) continue;
      const words = `expected log messages of level ${quote(levels[least])} and above, got ${quote(level)}`;
      weak.push({ words, lines: [wanting[0]!.line, line] });
    }
    const [first] = weak;
    // That the level is a threshold stands in the sentence that permits the messages.
    if (first) check(false, first.words, { lines: first.lines, warn: true });
  },

  allows: {
    'at the level that was asked for': [logging('error', isWanted), 'log-may-send'],
    'above it': [logging('emergency', isWanted), 'log-may-send'],
    'right after the answer': after('resources/read', (request) => (isWanted(request) ? [log('error')] : [])),
    'a level that nobody knows': logging('loud', isWanted),
  },
  breaks: {
    'on every read': [logging('info', () => true), 'expected no log message'],
    'on reads that do not ask': [logging('error', (request) => !isWanted(request)), 'expected no log message'],
    'on lists': [before('resources/list', () => [log('emergency')]), 'expected no log message'],
    'below the level that was asked for': [
      logging('debug', isWanted),
      'expected log messages of level "error" and above, got "debug"',
      { warn: true },
    ],
  },
});

/** The request that was answered last before a line came. */
const lastAnswered = (asked: readonly Asked[], line: number): Asked | undefined =>
  asked
    .filter(({ answers: [first] }) => first !== undefined && first < line)
    .sort((a, b) => b.answers[0]! - a.answers[0]!)[0];
