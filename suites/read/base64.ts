import { defineCase } from '../../harness/case.ts';
import { base64Fault } from '../../harness/formats/base64.ts';
import { onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { noneRead, readItems } from '../../harness/readings.ts';

/** Gives other texts in place of the blobs of the reads. */
const blobs = (change: (blob: string) => string) =>
  onResult('resources/read', ({ contents }) => {
    for (const item of contents ?? []) if ('blob' in item) item.blob = change(item.blob);
  });

/** Bytes whose base64 needs all of the alphabet and padding. */
const awkward = 'Pvv/vwAQ/w==';
const bytes = Buffer.from(awkward, 'base64');

export default defineCase({
  title: 'Binary contents are encoded in base64',
  rules: [
    {
      id: 'read-blob-base64',
      level: 'MUST',
      since: '2024-11-05',
      at: 'server/resources#security-considerations',
      find: 'Binary data **MUST** be properly encoded',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Encode the bytes once, by RFC 4648 section 4: with "+" and "/", with padding, without line breaks or a data: prefix.',

  async run(probe) {
    let judged = 0;
    for await (const { read, item } of readItems(probe)) {
      if (typeof item.blob !== 'string') continue;
      judged++;
      const found = base64Fault(item.blob);
      if (!found) continue;
      const { severity, reason } = found;
      // White space and stray bits are read by most decoders, and the text does not speak of them.
      probe.flag(`the blob of ${quote(item.uri ?? read.uri)} is not base64: ${reason}`, {
        warn: severity === 'oddity',
      });
    }
    if (judged === 0) await noneRead(probe, 'a blob');
  },

  allows: {
    'no bytes': blobs(() => ''),
    'one, two and three bytes': onResult('resources/read', ({ contents }) => {
      contents?.push(...['+w==', '+/8=', '+/+/'].map((blob) => ({ uri: 'demo://host/bytes', blob })));
    }),
    'a MIME type of text, and none': onResult('resources/read', ({ contents }) => {
      contents?.push(
        { uri: 'demo://host/data', mimeType: 'application/json', blob: 'e30=' },
        { uri: 'demo://host/data', blob: '/v8=' },
      );
    }),
  },
  breaks: {
    'a data: URI': [blobs((blob) => `data:image/png;base64,${blob}`), 'a data: URI in place of the base64 alone'],
    'the URL-safe alphabet': [blobs(() => bytes.toString('base64url').concat('==')), 'the URL-safe alphabet'],
    'no padding': [blobs(() => awkward.replaceAll('=', '')), 'missing padding'],
    'hexadecimal digits': [blobs(() => bytes.toString('hex')), 'is not base64'],
    'the bytes themselves': [blobs(() => bytes.toString('latin1')), 'is not in the alphabet'],
    'a list of numbers as text': [blobs(() => [...bytes].join(',')), 'is not base64'],
    'a description of the bytes': [blobs(() => '<Buffer 3e fb ff>'), 'is not in the alphabet'],
    'two pieces, each encoded alone': [blobs(() => awkward + awkward), 'more text after the padding'],
    'line breaks': [blobs(() => `${awkward.slice(0, 8)}\r\n${awkward.slice(8)}`), 'white space', { warn: true }],
  },
});
