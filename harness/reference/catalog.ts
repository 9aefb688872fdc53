import { asking } from './input-required.ts';
import type { Content, Entry } from './served.ts';

const host = 'demo://host';

/** One pixel, as PNG. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Seven bytes whose base64 has "+", "/" and two signs of padding. */
const awkward = Uint8Array.from([0x3e, 0xfb, 0xff, 0xbf, 0x00, 0x10, 0xff]);

const icon = { src: `data:image/png;base64,${pixel.toString('base64')}`, mimeType: 'image/png', sizes: ['1x1'] };
const changed = '2026-01-12T15:00:58Z';

/** A resource of one text. */
export function textEntry(uri: string, name: string, text: string, more: Partial<Entry> = {}): Entry {
  const { mimeType = 'text/plain' } = more;
  const content: Content = { uri, mimeType, body: { text } };
  return { uri, name, mimeType, size: Buffer.byteLength(text), read: () => [content], ...more };
}

/** A resource of bytes. */
function binaryEntry(uri: string, name: string, bytes: Uint8Array, more: Partial<Entry> = {}): Entry {
  const { mimeType = 'application/octet-stream' } = more;
  const content: Content = { uri, mimeType, body: { bytes } };
  return { uri, name, mimeType, size: bytes.length, read: () => [content], ...more };
}

/** How often each resource was touched: what changes when something changes. */
export type Touches = ReadonlyMap<string, number>;

/** The resources that are always there, in the order of the list. */
export const fixedEntries = (touches: Touches): Entry[] => [
  textEntry(`${host}/greeting`, 'greeting', 'Hello from the reference server.\n', {
    title: 'A greeting',
    description: 'A short text, with every member that a listed resource can have.',
    annotations: { audience: ['user', 'assistant'], priority: 0.9, lastModified: changed },
    icons: [
      icon,
      { src: 'https://modelcontextprotocol.io/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'], theme: 'light' },
    ],
    meta: { 'org.example.catalog/shelf': 'A1' },
  }),
  textEntry(`${host}/empty.txt`, 'empty.txt', '', { description: 'A text of no characters.' }),
  binaryEntry(`${host}/empty.bin`, 'empty.bin', new Uint8Array(), { description: 'A file of no bytes.' }),
  binaryEntry(`${host}/awkward.bin`, 'awkward.bin', awkward, {
    description: 'Seven bytes that need all of base64.',
    annotations: { audience: ['assistant'], priority: 0 },
  }),
  textEntry(`${host}/caf%C3%A9`, 'café', 'Café ☕ – 日本語, עברית, 𝄞 and e\u0301.\n', {
    title: 'Text beyond ASCII',
    annotations: { priority: 1 },
  }),
  textEntry(`${host}/lines.txt`, 'lines.txt', 'one\ntwo\r\nthree\u2028four\ttabbed\n', {
    title: 'Many kinds of lines',
  }),
  textEntry('urn:example:demo:isbn:0451450523', 'A book', 'A resource that is named, not located.\n'),
  textEntry('inline:text/plain;a=1,hello%20there', 'inline', 'hello there', {
    description: 'A URI that carries its data.',
  }),
  {
    uri: `${host}/album`,
    name: 'album',
    description: 'One resource that is read as three.',
    read: () => [
      { uri: `${host}/album/1`, mimeType: 'text/plain', body: { text: 'First track\n' } },
      { uri: `${host}/album/2`, mimeType: 'application/octet-stream', body: { bytes: awkward } },
      { uri: `${host}/album/3`, body: { text: '' } },
    ],
  },
  {
    ...textEntry(`${host}/settings`, 'settings', '{"theme":"dark"}', { mimeType: 'application/json' }),
    read: () => [
      {
        uri: `${host}/settings`,
        mimeType: 'application/json',
        body: { text: '{"theme":"dark"}' },
        meta: { 'org.example.catalog/etag': 'v1' },
      },
    ],
  },
  textEntry(`${host}/circle.svg`, 'circle.svg', '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>', {
    mimeType: 'image/svg+xml',
    icons: [{ src: icon.src, theme: 'dark' }],
  }),
  binaryEntry(`${host}/pixel.png`, 'pixel.png', pixel, { mimeType: 'image/png' }),
  textEntry('test://static-text', 'static-text', 'This is the content of the static text resource.', {
    description: 'A static text.',
  }),
  binaryEntry('test://static-binary', 'static-binary', pixel, {
    mimeType: 'image/png',
    description: 'A static image.',
  }),
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'A resource that the tool "touch" changes.',
    mimeType: 'text/plain',
    read: () => [
      {
        uri: 'test://watched-resource',
        mimeType: 'text/plain',
        body: { text: `Touched ${touches.get('test://watched-resource') ?? 0} times.` },
      },
    ],
  },
  ...Object.keys(asking).map(
    (uri): Entry => ({
      uri,
      name: uri.slice(uri.lastIndexOf('/') + 1),
      description: 'A resource that asks its reader before it shows anything.',
      mimeType: 'text/plain',
      since: '2026-07-28',
      read: () => undefined,
    }),
  ),
];

/** The resource number n of those that the tool "add" adds. */
export const addedEntry = (n: number): Entry =>
  textEntry(`${host}/added/${n}`, `added-${n}`, `Added as number ${n}.\n`);
