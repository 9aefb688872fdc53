import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { instead, type Mutant, onRequest, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject, type Revision } from '../../harness/wire.ts';

/** A key under a prefix that MCP reserves and that nobody has defined; which prefixes these are has changed. */
const reservedKey = (revision: Revision): string =>
  `${revision < '2025-11-25' ? 'modelcontextprotocol.io' : 'io.modelcontextprotocol'}/x-conformance`;
/** Keys that a client may add, of whatever value: no server has to know them. */
const foreign = (revision: Revision): JsonObject => ({
  [reservedKey(revision)]: { a: [1], b: null },
  'com.example/x-conformance': 7,
  'x-conformance': null,
});

const foreignIn = ({ params }: JsonObject): string[] =>
  isObject(params?._meta) ? Object.keys(params._meta).filter((key) => key.endsWith('x-conformance')) : [];
const refusing = (method: string, refused: (keys: string[], request: JsonObject) => boolean): Mutant =>
  instead(method, (request) =>
    refused(foreignIn(request), request) ? { error: { code: -32602, message: 'Unrecognized key' } } : undefined,
  );

export default defineCase({
  title: 'A request with unknown keys in its _meta is served as it is without them',
  rules: [
    {
      id: 'meta-no-assumption-on-reserved',
      level: 'MUST NOT',
      since: '2025-06-18',
      at: 'basic/index#_meta',
      find: 'make assumptions about values at these',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Ignore the keys of _meta that the server does not know, whatever their values are.',

  async run(probe) {
    // This gives up where the list is refused.
    await probe.resources();
    await compare(probe, 'resources/list', {});
    const uri = (await probe.reads()).find(({ reply, wantsInput }) => isResult(reply) && !wantsInput)?.uri;
    if (uri !== undefined) await compare(probe, 'resources/read', { uri });
  },

  allows: {
    'keys that are dropped on the way': onRequest('resources/list', (request) => {
      for (const key of foreignIn(request)) delete request.params!._meta[key];
      return request;
    }),
    'keys that are sent back': onResult('resources/list', (result, request) => {
      for (const key of foreignIn(request)) result._meta = { ...result._meta, [key]: request.params!._meta[key] };
    }),
  },
  breaks: {
    'lists refuse any key': [refusing('resources/list', (keys) => keys.length > 0), 'modelcontextprotocol'],
    'reads refuse any key': [
      refusing('resources/read', (keys) => keys.length > 0),
      'expected resources/read to be served with ',
    ],
    'a key of MCP is refused': [
      refusing('resources/list', (keys) => keys.some((key) => key.includes('modelcontextprotocol'))),
      'x-conformance" in its _meta as it is without, got error -32602',
    ],
    'values are taken for numbers': [
      refusing('resources/read', (keys, { params }) => keys.some((key) => isObject(params._meta[key]))),
      'modelcontextprotocol',
    ],
    'a key of others is refused': [
      refusing('resources/list', (keys) => keys.some((key) => key.startsWith('com.example/'))),
      'with "com.example/x-conformance" in its _meta',
      { warn: true },
    ],
    'a key without a prefix is refused': [
      refusing('resources/list', (keys) => keys.includes('x-conformance')),
      'with "x-conformance" in its _meta',
      { warn: true },
    ],
    'three are too many': [
      refusing('resources/list', (keys) => keys.length > 2),
      'expected resources/list to be served with several unknown keys in its _meta as it is without',
    ],
    silence: [
      onRequest('resources/list', (request) => (foreignIn(request).length > 0 ? undefined : request)),
      'got no answer within',
    ],
  },
});

/** Asks with all the keys at once; where that is refused, with each alone, and with none. */
async function compare(probe: Probe, method: string, params: JsonObject): Promise<void> {
  const keys = foreign(probe.revision);
  const ask = (meta: JsonObject) => probe.send(method, params, { meta });
  const whole = await ask(keys);
  if (isResult(whole)) return;
  const plain = await ask({});
  if (isWithheld(whole) || !isResult(plain))
    untested(`${method} is now answered, now refused, whatever its _meta holds`);
  const judge = (reply: Reply, what: string, warn: boolean) => {
    if (isResult(reply)) return false;
    const words = `expected ${method} to be served with ${what} in its _meta as it is without, got ${inWords(reply)}`;
    const grounds = { lines: [...plain.lines, ...reply.lines] };
    // The text speaks of the keys that are reserved; that the others are as harmless is implied.
    if (!warn) check(false, words, grounds);
    probe.flag(words, { ...grounds, warn: true });
    return true;
  };
  let found = false;
  for (const [key, value] of Object.entries(keys))
    if (judge(await ask({ [key]: value }), quote(key), key !== reservedKey(probe.revision))) found = true;
  if (!found) judge(whole, 'several unknown keys', false);
}
