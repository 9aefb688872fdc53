import type { Reply } from '../session/reply.ts';
import type { Transcript } from '../transcript.ts';
import { isObject, type JsonObject } from '../wire.ts';
import type { Target } from './survey.ts';

const notice = '(withheld: what was read is no file of this suite)';

/** What a distribution says of itself: on every Linux system, open to all of its users, and known by its form on any machine. */
export const systemFile: Target = {
  name: 'system',
  system: true,
  segments: ['etc', 'os-release'],
  uri: 'file:///etc/os-release',
  isIn: (contents) =>
    contents.some((item) => /^ID=\S/m.test(textOf(item)) && /^(?:PRETTY_)?NAME=\S/m.test(textOf(item))),
};

function textOf({ text, blob }: JsonObject): string {
  if (typeof text === 'string') return text;
  return typeof blob === 'string' ? Buffer.from(blob, 'base64').toString() : '';
}

/** Takes the text out of an answer, in the transcript too, which holds the same message; its form stays that of an answer. */
export function withhold(reply: Reply, transcript: Transcript): void {
  for (const n of reply.lines) {
    const line = transcript.lines[n - 1];
    if (line?.direction === 'in' && line.text !== undefined) line.text = notice;
  }
  if (!('result' in reply)) return;
  const given: JsonObject = isObject(reply.result) ? reply.result : {};
  const hints = ['resultType', 'ttlMs', 'cacheScope'].filter((key) => Object.hasOwn(given, key));
  const safe = {
    ...Object.fromEntries(hints.map((key) => [key, given[key]])),
    contents: [{ uri: String(reply.params?.uri), text: notice }],
  };
  reply.result = safe;
  if (reply.message) reply.message.result = safe;
}
