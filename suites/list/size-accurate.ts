import { defineCase } from '../../harness/case.ts';
import { base64Fault, decodedLength } from '../../harness/formats/base64.ts';
import { untested } from '../../harness/judge.ts';
import { nothingListed } from '../../harness/listing.ts';
import type { Read } from '../../harness/material.ts';
import { onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { isResult, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

/** How many differences are looked at again, at most. */
const most = 20;

interface Measured {
  bytes: number;
  /** The sizes that the raw resource may have, seen from what came: a text may have been re-encoded on its way. */
  possible: (size: number) => boolean;
}

/** The raw sizes that become a text of UTF-8: by line ends changed, a byte order mark dropped, or from another encoding. */
function possibleSizes(text: string): Set<number> {
  const bytes = Buffer.byteLength(text);
  const pairs = text.split('\r\n').length - 1;
  const ends = text.split('\n').length - 1;
  const sizes = [bytes, bytes + ends - pairs, bytes - pairs, text.length * 2];
  if (/^[\x00-\xff]*$/.test(text)) sizes.push(text.length);
  return new Set(sizes.flatMap((size) => [size, size + 2, size + 3]));
}

/** The size of what was read, where it is one item that stands for the whole resource. */
function measure(uri: string, reply: Reply): Measured | undefined {
  const contents: unknown = isResult(reply) && isObject(reply.result) ? reply.result.contents : undefined;
  if (!Array.isArray(contents) || contents.length !== 1) return undefined;
  const [item] = contents;
  if (!isObject(item) || item.uri !== uri) return undefined;
  const { text, blob } = item;
  if (typeof text === 'string' && blob === undefined) {
    // A character got lost: how many bytes it had cannot be told.
    if (text.includes('\ufffd')) return undefined;
    const sizes = possibleSizes(text);
    return { bytes: Buffer.byteLength(text), possible: (size) => sizes.has(size) };
  }
  if (typeof blob !== 'string' || text !== undefined || base64Fault(blob)?.severity === 'fault') return undefined;
  const bytes = decodedLength(blob);
  return { bytes, possible: (size) => size === bytes };
}

/** Whether list and read say the same once more. */
async function stands(probe: Probe, { uri, entry }: Read, bytes: number): Promise<readonly number[] | undefined> {
  const { pages } = probe.walk('resources/list');
  const cursor = pages.find(({ items }) => items.includes(entry))?.cursor;
  const list = await probe.send('resources/list', cursor === undefined ? {} : { cursor });
  const items: unknown = isResult(list) && isObject(list.result) ? list.result.resources : undefined;
  const again = Array.isArray(items) ? items.find((item) => isObject(item) && item.uri === uri) : undefined;
  const read = await probe.send('resources/read', { uri });
  const same = again?.size === entry?.size && measure(uri, read)?.bytes === bytes;
  return same ? [...list.lines, ...read.lines] : undefined;
}

const sized = (change: (item: JsonObject) => unknown) =>
  onResult('resources/list', ({ resources }) => {
    for (const item of resources) if ('size' in item) item.size = change(item);
  });
const lines = 'demo://host/lines.txt';

export default defineCase({
  title: 'The size of a listed resource is the number of bytes that reading it gives',
  rules: [
    {
      id: 'resource-size-accurate',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'schema#Resource',
      derived: 'a comment of the schema defines the size, if it is known; no keyword demands that it be right',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Count the bytes of the raw resource, not its characters or its base64, or leave the size out.',

  async run(probe) {
    let sizes = 0;
    let judged = 0;
    let differences = 0;
    for (const read of await probe.reads()) {
      const size: unknown = read.entry?.size;
      // Whether it is a number of bytes at all is for list/size.
      if (typeof size !== 'number' || !Number.isInteger(size) || size < 0) continue;
      sizes++;
      const measured = measure(read.uri, read.reply);
      if (!measured) continue;
      probe.cite(read.reply);
      if (!measured.possible(size)) {
        if (++differences > most) break;
        const { bytes } = measured;
        const evidence = await stands(probe, read, bytes);
        if (!evidence) continue;
        probe.flag(`expected the size ${bytes} of ${quote(read.uri)}, as it is read, got ${size}`, { lines: evidence });
        return;
      }
      judged++;
    }
    if (sizes === 0) nothingListed(probe, 'no listed resource has a size');
    if (judged === 0)
      untested(
        differences > 0
          ? 'what differed from its size changed between two reads; name a resource that stays with --read <uri>'
          : 'no resource with a size was read as one item of its own uri',
      );
  },

  allows: {
    'no size but one': onResult('resources/list', ({ resources }) => {
      for (const item of resources.slice(1)) delete item.size;
    }),
    'a text whose line ends were changed': onResult('resources/list', ({ resources }) => {
      for (const item of resources) if (item.uri === lines) item.size += 1;
    }),
    'a text that was UTF-16': onResult('resources/list', ({ resources }) => {
      for (const item of resources) if (item.uri === 'demo://host/greeting') item.size = item.size * 2 + 2;
    }),
    'a size that is none': sized(({ size, uri }) => (uri === lines ? String(size) : size)),
  },
  breaks: {
    'the length of the base64': [
      sized(({ size, mimeType }) => (mimeType === 'image/png' ? Math.ceil(size / 3) * 4 : size)),
      'as it is read, got',
    ],
    'a text counted in characters': [
      sized(({ size, uri }) => (uri === 'demo://host/caf%C3%A9' ? size - 20 : size)),
      'expected the size',
    ],
    kilobytes: [sized(({ size }) => Math.ceil(size / 1024)), 'got 1'],
    'zero where the size is not known': [sized(() => 0), 'got 0'],
  },
});
