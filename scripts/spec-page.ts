import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Revision } from '../harness/wire.ts';

/** A run of lines that belong together: a paragraph, an item of a list, a row of a table. */
interface Block {
  start: number;
  end: number;
  indent: number;
  /** Whether it is an item of a list. */
  item: boolean;
}

/** A page of the specification, or the part of the schema that declares one type. */
export class SpecText {
  readonly #blocks: Block[];

  constructor(readonly text: string) {
    this.#blocks = blocksOf(text);
  }

  /** Where some words stand. */
  places(words: string): number[] {
    const places: number[] = [];
    for (let at = this.text.indexOf(words); at >= 0; at = this.text.indexOf(words, at + 1)) places.push(at);
    return places;
  }

  /** The sentence that holds the `length` characters from `at` on, and what leads in to the list that it is an item of. */
  sentencesAt(at: number, length: number): string[] {
    const index = this.#blocks.findLastIndex(({ start }) => start <= at);
    const block = this.#blocks[index];
    if (!block) return [];
    const around = sentencesOf(this.text.slice(block.start, block.end))
      .filter(({ from, to }) => from < at - block.start + length && to > at - block.start)
      .map(({ sentence }) => sentence);
    return [...around, ...this.#leadIns(index)];
  }

  /** The sentences that introduce an item: the end of each block above it that stands further left and ends with a colon. */
  #leadIns(index: number): string[] {
    const leadIns: string[] = [];
    let { indent, item } = this.#blocks[index]!;
    for (let i = index - 1; i >= 0 && item; i--) {
      const above = this.#blocks[i]!;
      const text = this.text.slice(above.start, above.end).trim();
      if (text.startsWith('#')) break;
      const outside = above.item ? above.indent < indent : above.indent <= indent;
      if (!outside) continue;
      if (!above.item && !text.endsWith(':')) break;
      leadIns.push(sentencesOf(text).at(-1)?.sentence ?? '');
      ({ indent, item } = above);
    }
    return leadIns;
  }
}

/** A page, with the sections that its headings make. */
export class SpecPage extends SpecText {
  readonly #headings: { level: number; title: string; at: number }[] = [];

  constructor(text: string) {
    super(text);
    let fenced = false;
    let at = 0;
    for (const line of text.split('\n')) {
      if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
      const heading = fenced ? undefined : /^(#{1,6})\s+(.*)$/.exec(line);
      if (heading) this.#headings.push({ level: heading[1]!.length, title: heading[2]!, at });
      at += line.length + 1;
    }
  }

  /** Where the section of an anchor begins and ends; the whole page for an empty anchor, undefined for an unknown one. */
  section(anchor: string): { from: number; to: number } | undefined {
    if (anchor === '') return { from: 0, to: this.text.length };
    const index = this.#headings.findIndex(({ title }) => anchorsOf(title).includes(anchor));
    if (index < 0) return undefined;
    const { level, at } = this.#headings[index]!;
    const next = this.#headings.slice(index + 1).find((heading) => heading.level <= level);
    return { from: at, to: next?.at ?? this.text.length };
  }

  /** The anchors of all headings, for the message that one is unknown. */
  get anchors(): string[] {
    return this.#headings.map(({ title }) => anchorsOf(title)[0]!);
  }
}

/** The page of a revision in a checkout, `page` as in a rule; undefined where there is none. */
export function readPage(checkout: string, revision: Revision, page: string): SpecPage | undefined {
  const folder = join(checkout, 'docs', 'specification', revision);
  const file = [`${page}.mdx`, join(page, 'index.mdx')]
    .map((name) => join(folder, name))
    .find((name) => existsSync(name));
  return file === undefined ? undefined : new SpecPage(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
}

/** What a schema says of a type, its comment included; undefined where it declares no such type. */
export function readType(checkout: string, revision: Revision, type: string): SpecText | undefined {
  const schema = readFileSync(join(checkout, 'schema', revision, 'schema.ts'), 'utf8').replaceAll('\r\n', '\n');
  const escaped = type.replace(/[^A-Za-z0-9_]/g, '\\$&');
  const declared = new RegExp(`^export (?:interface|type|const) ${escaped}\\b`, 'm').exec(schema);
  if (!declared) return undefined;
  const after = schema.slice(declared.index);
  const braced = /^[^\n;]*\{\s*$/m.exec(after)?.index === 0;
  const end = (braced ? /^\};?\s*$/m : /;\s*$/m).exec(after);
  const before = schema.slice(0, declared.index);
  const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(before)?.[0] ?? '';
  const declaration = after.slice(0, end ? end.index + end[0].length : undefined);
  return new SpecText(`${comment}${declaration}`.replace(/^[ \t]*(?:\/\*\*|\*\/|\*) ?/gm, ''));
}

/** The anchors that sites make of a heading: with its punctuation dropped, and with it encoded. */
function anchorsOf(title: string): string[] {
  const plain = title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()
    .toLowerCase();
  const dropped = plain
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
  return [
    dropped,
    dropped.replace(/-+/g, '-'),
    dropped.replace(/^_/, ''),
    encodeURIComponent(plain.replaceAll(' ', '-')),
  ];
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    const [, space, bullet] = /^(\s*)([-*+]\s|\d+\.\s|\||#{1,6}\s)?/.exec(line)!;
    const item = bullet !== undefined && /^[-*+\d]/.test(bullet);
    if (line.trim() === '') open = undefined;
    else if (open && bullet === undefined) open.end = end;
    else {
      open = { start: at, end, indent: space!.length, item };
      blocks.push(open);
    }
    at = end + 1;
  }
  return blocks;
}

function sentencesOf(text: string): { sentence: string; from: number; to: number }[] {
  const sentences: { sentence: string; from: number; to: number }[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/(?<=[.!?]["”)*]*)(?<!e\.g\.|i\.e\.)\s+(?=[^a-z\s])/g)) {
    sentences.push({ sentence: text.slice(from, index), from, to: index });
    from = index;
  }
  return [...sentences, { sentence: text.slice(from), from, to: text.length }];
}
