// Misbehaviours of a server's messages: which one is the first argument.
import { resources, serve, write } from './core.mjs';

const [, , name, detail = ''] = process.argv;
const on = (method, act) => serve((message, usual) => (message.method === method ? act(message, usual) : usual));
const each = (act) => serve((message, usual) => (usual === undefined ? undefined : act(message, usual)));
const onList = (act) => on('resources/list', act);
const page = (id, result) => ({ jsonrpc: '2.0', id, result });
/** An answer to resources/list as text, whose result is text as well. */
const listText = (result) => onList(({ id }) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
const listed = (extra) => listText(`{"resources":[{"uri":"doc://1","name":"one"${extra}}]}`);
const notification = {
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: 'x'.repeat(100) },
};
/** A notification as text. */
const noted = (data) => `${JSON.stringify({ ...notification, params: { level: 'info', data } })}\n`;
const nested = (levels) => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2);

const misbehaviours = {
  'a notification of 100 MB': () => onList((_, usual) => [noted('x'.repeat(100e6)), usual]),
  'a line of 40 MB': () => listed(`,"description":"${'x'.repeat(40e6)}"`),
  'nested 200,000 levels': () => listed(`,"_meta":${nested(200_000)}`),
  'nested 900 levels': () => listed(`,"_meta":${nested(900)}`),
  'unclosed brackets': () => onList(() => `${'['.repeat(5_000_000)}\n`),
  __proto__: () =>
    listed(
      ',"__proto__":{"polluted":true},"_meta":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    ),
  'a __proto__ that decides': () =>
    onList(({ id }) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"__proto__":{"result":{"resources":[]}}}\n`),
  constructor: () =>
    each((_, usual) => ({
      ...usual,
      result: usual.result && {
        ...usual.result,
        constructor: 1,
        toString: null,
        hasOwnProperty: 'no',
        valueOf: {},
        // biome-ignore lint/suspicious/noThenProperty: what a server sends may look like a promise.
        then: true,
      },
    })),
  'duplicate keys': () => listText(`{"resources":[],"resources":${JSON.stringify(resources)}}`),
  'duplicate ids': () =>
    onList(({ id }) => `{"id":1,"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"resources":[]}}\n`),
  'lone surrogates': () => listed(',"title":"\\ud800","description":"\\udfff\\ud800"'),
  'lone surrogates in URIs': () => listText('{"resources":[{"uri":"doc://\\ud800","name":"one"}]}'),
  'surrogates as bytes': () =>
    onList(({ id }) => [
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"resources":[{"uri":"doc://1","name":"`,
      Buffer.of(0xed, 0xa0, 0x80, 0xff),
      '"}]}}\n',
    ]),
  'control characters': () => listed(`,"title":"${'\\u0000\\u0007\\u001b\\u009b\\u2028\\ufeff'}"`),
  NaN: () => listed(',"size":NaN'),
  Infinity: () => listed(',"size":-Infinity'),
  'numbers beyond 2^53': () => listed(',"size":9007199254740993,"annotations":{"priority":1e400}'),
  'a number of a million digits': () => listed(`,"size":${'9'.repeat(1_000_000)}`),
  'one id for all': () => {
    let first;
    each(({ id }, usual) => {
      first ??= id;
      return { ...usual, id: first };
    });
  },
  'ids as objects': () => each(({ id }, usual) => ({ ...usual, id: { id } })),
  'answers to requests never sent': () =>
    each((_, usual) => [page('never-sent', { resources }), page(0, {}), page(null, {}), page(undefined, {}), usual]),
  'two answers': () => each((_, usual) => [usual, usual]),
  'two different answers': () =>
    each(({ id }, usual) => [usual, { jsonrpc: '2.0', id, error: { code: -32603, message: 'Second thoughts' } }]),
  'a result and an error': () => onList((_, usual) => ({ ...usual, error: { code: -32603, message: 'Both' } })),
  'out of order': () => {
    let kept = [];
    each((_, usual) => {
      kept.push(usual);
      setTimeout(() => {
        write(...kept.reverse());
        kept = [];
      }, 20);
    });
  },
  'late answers': () =>
    each(({ method }, usual) => {
      if (method === 'initialize') return usual;
      setTimeout(() => write(usual), Number(detail));
    }),
  'a flood of notifications': () =>
    each((_, usual) => [...Array.from({ length: Number(detail) }, () => notification), usual]),
  'notifications without end': () => {
    const piece = `${JSON.stringify(notification)}\n`.repeat(500);
    const more = () => {
      while (process.stdout.write(piece));
      process.stdout.once('drain', more);
    };
    if (detail === 'from the start') more();
    else on('resources/list', more);
  },
  'a flood of requests': () =>
    each((_, usual) => [
      ...Array.from({ length: Number(detail) }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
      usual,
    ]),
  'requests with the ids of ours': () =>
    each(({ id }, usual) => [
      { jsonrpc: '2.0', id, method: 'ping' },
      { jsonrpc: '2.0', id, method: 'roots/list' },
      usual,
    ]),
  'notifications of everything': () =>
    each(({ id }, usual) => [
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: null },
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: { a: [] }, progress: 'much' } },
      { jsonrpc: '2.0', method: 7 },
      { jsonrpc: '2.0', method: null, id: null },
      usual,
    ]),
  'endless pages': () => {
    let n = 0;
    onList(({ id }) => page(id, { resources: [{ uri: `doc://${n}`, name: 'one' }], nextCursor: `c${n++}` }));
  },
  'endless empty pages': () => {
    let n = 0;
    onList(({ id }) => page(id, { resources: [], nextCursor: `c${n++}` }));
  },
  'one cursor for ever': () => onList(({ id }) => page(id, { resources, nextCursor: 'again' })),
  'a cursor of 1 MB': () =>
    onList(({ id, params = {} }) =>
      page(id, params.cursor ? { resources } : { resources, nextCursor: 'c'.repeat(2 ** 20) }),
    ),
  '100,000 resources on a page': () => {
    const many = Array.from({ length: 100_000 }, (_, n) => ({ uri: `doc://${n}`, name: `doc ${n}` }));
    onList(({ id }) => page(id, { resources: many }));
  },
  'a URI of 1 MB': () =>
    onList(({ id }) => page(id, { resources: [{ uri: `doc://${'x'.repeat(2 ** 20)}`, name: 'long' }] })),
  'a text of 30 MB': () =>
    on('resources/read', ({ id, params }, usual) =>
      usual.error
        ? usual
        : page(id, { contents: [{ uri: params?.uri, mimeType: 'text/plain', text: 'x'.repeat(30e6) }] }),
    ),
  'a blob that is none': () =>
    on('resources/read', ({ id, params }) =>
      page(id, { contents: [{ uri: params?.uri, blob: '=*?'.repeat(1_000_000) }] }),
    ),
  'wrong types everywhere': () =>
    serve(({ id, method }, usual) =>
      method === 'initialize' || !usual ? usual : page(id, detail === '' ? null : JSON.parse(detail)),
    ),
  'errors of wrong types': () =>
    each(({ id, method }, usual) =>
      method === 'initialize' ? usual : { jsonrpc: '2.0', id, error: JSON.parse(detail) },
    ),
  'wrong types in the handshake': () =>
    on('initialize', ({ id, params }) => page(id, { protocolVersion: params.protocolVersion, ...JSON.parse(detail) })),
  'an array for each answer': () => each((_, usual) => [[usual]].map((batch) => `${JSON.stringify(batch)}\n`)),
  'an array of 100,000': () =>
    each((_, usual) => `${JSON.stringify([...Array.from({ length: 100_000 }, () => null), usual])}\n`),
  'scalars between': () =>
    each((_, usual) => ['null\n', '0\n', '"text"\n', 'true\n', '[]\n', '{}\n', '[[]]\n', '\n', ' \t \n', usual]),
  'a byte order mark and CRLF': () => each((_, usual) => `\ufeff${JSON.stringify(usual)}\r\n`),
  'UTF-16': () => each((_, usual) => Buffer.from(`${JSON.stringify(usual)}\n`, 'utf16le')),
  'another 60 MB of noise each time': () => {
    let n = 0;
    onList((_, usual) => [`${n++}${'x'.repeat(60e6)}\n`, usual]);
  },
  'another 30 MB each time': () => {
    let n = 0;
    onList(({ id }) =>
      page(id, { resources: [{ uri: 'doc://1', name: 'one', description: `${n++}${'x'.repeat(30e6)}` }] }),
    );
  },
  'ten million values': () => onList((_, usual) => [noted([]).replace('[]', `[${'{},'.repeat(10_000_000)}0]`), usual]),
  'a byte a time': () => {
    const waiting = [];
    each((_, usual) => {
      waiting.push(...Buffer.from(`${JSON.stringify(usual)}\n`));
    });
    setInterval(() => waiting.length > 0 && write(Buffer.from(waiting.splice(0, 3))), 1);
  },
};

misbehaviours[name]();
