import { defineCase } from '../../harness/case.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { onError } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { supportedVersions } from '../../harness/session/modern.ts';
import { codeOf, inWords } from '../../harness/session/reply.ts';
import { type Unspoken, unspokenRequests } from '../../harness/unspoken.ts';
import { isObject, type JsonObject, revisions } from '../../harness/wire.ts';

const changing = (change: (data: JsonObject, error: JsonObject) => void) =>
  onError('*', (error) => {
    if (error.code === -32022) change(error.data as JsonObject, error);
    return { error };
  });
const published: readonly string[] = revisions;
const warn = { warn: true } as const;

export default defineCase({
  title: 'The error for an unsupported version says which versions are supported, and which was requested',
  rules: [
    {
      id: 'version-unsupported-data',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'schema#UnsupportedProtocolVersionError',
    },
  ],
  harm: 'breaks',
  hint: 'Put data.supported (an array of your versions) and data.requested (the version of the request) into the error.',

  async run(probe) {
    const refused = (await unspokenRequests(probe)).filter(({ reply }) => codeOf(reply) === -32022);
    if (refused.length === 0)
      blockedBy('capabilities/unsupported-version', 'no request in an unknown version was refused with error -32022');
    for (const each of refused) judge(probe, each);
  },

  allows: {
    'more members': changing((data) => {
      data.docs = null;
    }),
    'another order': changing((data) => {
      data.supported.reverse();
    }),
  },
  breaks: {
    'no data': [
      changing((_, error) => {
        delete error.data;
      }),
      'expected an object as data of error -32022, got undefined',
    ],
    'data that is an array': [
      changing((_, error) => {
        error.data = [];
      }),
      'expected an object as data of error -32022, got []',
    ],
    'without supported': [
      changing((data) => {
        delete data.supported;
      }),
      'expected an array of strings as data.supported, got undefined',
    ],
    'supported as text': [
      changing((data) => {
        data.supported = '2026-07-28';
      }),
      'expected an array of strings as data.supported, got "2026-07-28"',
    ],
    'numbers among the supported': [
      changing((data) => {
        data.supported.push(20260728);
      }),
      'expected an array of strings as data.supported',
    ],
    'without requested': [
      changing((data) => {
        delete data.requested;
      }),
      'expected a string as data.requested, got undefined',
    ],
    'requested is null': [
      changing((data) => {
        data.requested = null;
      }),
      'expected a string as data.requested, got null',
    ],
    'another version as the requested one': [
      changing((data) => {
        data.requested = '2026-07-28';
      }),
      'expected 1900-01-01 as data.requested, got "2026-07-28"',
      warn,
    ],
    'the refused version among the supported': [
      changing((data) => {
        data.supported.push(data.requested);
      }),
      'expected data.supported without 1900-01-01, which was refused',
      warn,
    ],
    'nothing supported': [
      changing((data) => {
        data.supported = [];
      }),
      'expected 2026-07-28 in data.supported, got none',
      warn,
    ],
    'older versions left out': [
      changing((data) => {
        data.supported = ['2026-07-28'];
      }),
      'as server/discover lists it, got none',
      warn,
    ],
  },
});

function judge(probe: Probe, { version, reply }: Unspoken): void {
  probe.cite(reply);
  const data: unknown = reply.error.data;
  check(isObject(data), `expected an object as data of ${inWords(reply)}, got ${quote(data)}`);
  const { supported, requested } = data;
  const sound = Array.isArray(supported) && supported.every((each) => typeof each === 'string');
  check(sound, `expected an array of strings as data.supported, got ${quote(supported)}`);
  check(typeof requested === 'string', `expected a string as data.requested, got ${quote(requested)}`);
  // The schema holds no values; that both members tell the truth is what their descriptions say.
  if (requested !== version) probe.flag(`expected ${version} as data.requested, got ${quote(requested)}`, warn);
  if (supported.includes(version)) probe.flag(`expected data.supported without ${version}, which was refused`, warn);
  if (!supported.includes(probe.revision)) probe.flag(`expected ${probe.revision} in data.supported, got none`, warn);
  // What server/discover lists without being a version of the protocol is for capabilities/discover-versions.
  const listed = supportedVersions(probe.session.introduction.reply);
  const missing =
    typeof listed === 'string'
      ? undefined
      : listed.find((each) => published.includes(each) && !supported.includes(each));
  if (missing !== undefined)
    probe.flag(`expected ${quote(missing)} in data.supported, as server/discover lists it, got none`, warn);
}
