import { defineCase } from '../../harness/case.ts';
import { binaryEvidence } from '../../harness/formats/binary-text.ts';
import { onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { noneRead, readItems } from '../../harness/readings.ts';
import type { JsonObject } from '../../harness/wire.ts';

const each = (change: (content: JsonObject) => void) =>
  onResult('resources/read', ({ contents }) => contents?.forEach(change));

/** Sends bytes as a text, each in its own wrong way. */
const asText = (decode: (bytes: Buffer) => string) =>
  each((item) => {
    if (!('blob' in item)) return;
    item.text = decode(Buffer.from(item.blob, 'base64'));
    delete item.blob;
  });

const texts = (text: string, mimeType: string) =>
  each((item) => {
    if (item.uri === 'demo://host/greeting') Object.assign(item, { text, mimeType });
  });

export default defineCase({
  title: 'Only what can be represented as text is sent as text',
  rules: [
    {
      id: 'read-text-is-text',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'schema#TextResourceContents',
      derived: 'Whether something is text can be told by its characters and its MIME type only, and both may deceive.',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Send bytes that are no text as base64 in blob, and give the MIME type of what is really sent.',

  async run(probe) {
    let judged = 0;
    for await (const { read, item } of readItems(probe)) {
      const { text, mimeType, uri } = item;
      // An item of both forms is for read/shape to judge.
      if (typeof text !== 'string' || typeof item.blob === 'string') continue;
      judged++;
      const evidence = binaryEvidence(text, typeof mimeType === 'string' ? mimeType : undefined);
      if (evidence !== undefined)
        probe.flag(`the text of ${quote(uri ?? read.uri)} seems to be binary data: it has ${evidence}`);
    }
    if (judged === 0) await noneRead(probe, 'a text');
  },

  allows: {
    'SVG, JSON, TOML and scripts': onResult('resources/read', ({ contents }) => {
      for (const mimeType of ['image/svg+xml', 'application/json', 'application/toml', 'text/javascript'])
        contents?.push({ uri: 'demo://host/source', mimeType, text: '<svg/>' });
    }),
    'text of the type that stands for anything': texts('Some notes, and not more.\n', 'application/octet-stream'),
    'the text of a PDF': texts('Chapter 1\fChapter 2\n', 'application/pdf'),
    'an image that is drawn in text': texts('/* XPM */\nstatic char *dot[] = {"1 1 1 1"};\n', 'image/x-xpixmap'),
    'TypeScript that is taken for a video': texts('export const a = 1;\n', 'video/mp2t'),
    'no text in an image': texts('', 'image/png'),
    'colours for a terminal, and a bell': texts(`\u001b[31m${'red '.repeat(40)}\u001b[0m\u0007\n`, 'text/plain'),
    'a word about U+FFFD': texts(`The character \ufffd stands for what could not be decoded.\n`, 'text/plain'),
    'base64 that is meant as text': texts('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB\n', 'text/plain'),
  },
  breaks: {
    'bytes as Latin-1': [asText((bytes) => bytes.toString('latin1')), 'seems to be binary data: it has a NUL'],
    'bytes as UTF-8': [asText((bytes) => bytes.toString('utf8')), 'seems to be binary data'],
    'many replacement characters': [
      asText(() => 'GIF89a\ufffd\ufffd,\ufffd!'),
      '3 replacement characters (U+FFFD) among',
    ],
    'control characters': [asText(() => '\u0001\u0002PNG\u001a'), '3 control characters among 6 characters'],
    'base64 as text, of an image': [asText((bytes) => bytes.toString('base64')), 'the MIME type image/png'],
    'base64 as text, of anything': [
      texts('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'application/octet-stream'),
      'a text that looks like base64',
    ],
  },
});
