import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { all, type Mutant, onCapabilities, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject, metaKey } from '../../harness/wire.ts';

const marking = (method: string, mark: unknown): Mutant =>
  onResult(method, (result) => {
    if (mark === undefined) delete result.resultType;
    else result.resultType = mark;
  });
const withoutExtensions = onCapabilities((capabilities) => {
  delete capabilities.extensions;
});
const known = ['complete', 'input_required'];

export default defineCase({
  title: 'Every result says of which type it is: complete, input_required or the type of an extension',
  rules: [
    {
      id: 'msg-result-type-present',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#result-responses',
      find: '**MUST** include a `resultType` field',
    },
    {
      id: 'msg-result-type-known',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#resulttype',
      find: 'The set of supported `ResultType` values',
    },
  ],
  harm: 'misleads',
  hint: 'Add "resultType": "complete" to every result under this revision, or "input_required" where input is wanted first.',

  watch(traffic, { revision }) {
    const { extensions } = traffic.capabilities;
    const extended = isObject(extensions) && Object.keys(extensions).length > 0;
    // Which era counts in a process where a handshake came first is for capabilities/dual-era.
    const shaken = traffic.handshakes;
    for (const { result, request, session, line, requestLine } of traffic.results()) {
      if (!traffic.http && shaken.has(session)) continue;
      // What was asked for under another version is answered by the rules of that version.
      if (!isObject(result) || request?.params?._meta?.[metaKey.protocolVersion] !== revision) continue;
      const { resultType: type } = result;
      const what = `the result of ${request.method}`;
      const lines = [requestLine!, line];
      check(typeof type === 'string', `expected a string as resultType in ${what}, got ${quote(type)}`, { lines });
      // Which type belongs to which extension only the extension tells.
      check(
        known.includes(type) || extended,
        `expected "complete" or "input_required" as resultType of a server without extensions, got ${quote(type)} in ${what}`,
        { rule: 'msg-result-type-known', lines },
      );
    }
  },

  allows: {
    'a type of an extension': [marking('resources/templates/list', 'task'), 'msg-result-type-extension'],
    'no extensions': withoutExtensions,
    'members of any name beside it': onResult('*', (result) => {
      result.type = 'partial';
    }),
    // Judged by the case on responses.
    'no result at all': onResult('resources/templates/list', () => null),
  },
  breaks: {
    'lists of templates without it': [
      marking('resources/templates/list', undefined),
      'as resultType in the result of resources/templates/list, got undefined',
    ],
    'reads without it': [marking('resources/read', undefined), 'in the result of resources/read'],
    'discover without it': [marking('server/discover', undefined), 'in the result of server/discover'],
    'null in its place': [marking('resources/list', null), 'got null'],
    'an object in its place': [marking('resources/templates/list', { kind: 'complete' }), 'got {'],
    'an unknown type': [
      all(withoutExtensions, marking('resources/read', 'partial')),
      'got "partial"',
      { rule: 'msg-result-type-known' },
    ],
    'another case of letters': [
      all(withoutExtensions, marking('resources/templates/list', 'Complete')),
      'got "Complete"',
      { rule: 'msg-result-type-known' },
    ],
    'an empty type': [
      all(withoutExtensions, marking('resources/templates/list', '')),
      'got ""',
      { rule: 'msg-result-type-known' },
    ],
  },
});
