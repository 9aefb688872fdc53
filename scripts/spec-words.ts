import type { Rule } from '../harness/case.ts';
import type { Revision } from '../harness/wire.ts';
import { readPage, readType, type SpecPage, type SpecText } from './spec-page.ts';

/** What each level is called in the text. */
const keywords: Readonly<Record<string, RegExp>> = {
  MUST: /\b(?:MUST|SHALL|REQUIRED)\b(?!\W{1,5}NOT\b)/,
  'MUST NOT': /\b(?:MUST|SHALL)\W{1,5}NOT\b/,
  SHOULD: /\b(?:SHOULD|RECOMMENDED)\b(?!\W{1,5}NOT\b)/,
  'SHOULD NOT': /\bSHOULD\W{1,5}NOT\b/,
};

/** Rules that a page states by making another text binding: the keyword is the one of the sentence that does so. */
const byReference: Readonly<Record<string, { revision: Revision; keyword: string }>> = {
  'msg-no-response-to-notification': { revision: '2024-11-05', keyword: 'MUST' },
};

/** The most words that a rule may quote. */
const mostWords = 6;

/** A checkout of the specification, of which each page and type is read once. */
export class Checkout {
  readonly #known = new Map<string, SpecPage | SpecText | undefined>();

  constructor(readonly folder: string) {}

  page(revision: Revision, page: string): SpecPage | undefined {
    return this.#once(`${revision} ${page}`, () => readPage(this.folder, revision, page)) as SpecPage | undefined;
  }

  type(revision: Revision, type: string): SpecText | undefined {
    return this.#once(`${revision} schema#${type}`, () => readType(this.folder, revision, type));
  }

  #once(key: string, read: () => SpecPage | SpecText | undefined) {
    if (!this.#known.has(key)) this.#known.set(key, read());
    return this.#known.get(key);
  }
}

/** What is wrong about a rule in one revision: its place, its words, or its level. */
export function wrongIn(rule: Rule, revision: Revision, checkout: Checkout): string[] {
  const [page = '', anchor = ''] = rule.at.split('#');
  if (page === 'schema') {
    const type = checkout.type(revision, anchor);
    if (!type) return [`the schema declares no type ${anchor}`];
    return rule.find === undefined ? [] : wordsIn(rule, rule.level, rule.find, type, { from: 0, to: type.text.length });
  }
  const text = checkout.page(revision, page);
  if (!text) return [`there is no page ${page}`];
  const section = text.section(anchor);
  if (!section) return [`${page} has no anchor #${anchor}; it has ${text.anchors.map((each) => `#${each}`).join(' ')}`];
  const reference = byReference[rule.id];
  const level = reference?.revision === revision ? reference.keyword : rule.level;
  if (rule.find !== undefined) return wordsIn(rule, level, rule.find, text, section);
  return rule.level === 'SCHEMA' ? [] : ['names no words of its page by `find`'];
}

function wordsIn(
  rule: Rule,
  level: string,
  find: string,
  text: SpecText,
  section: { from: number; to: number },
): string[] {
  const wrong: string[] = [];
  if (find.trim().split(/\s+/).length > mostWords) wrong.push(`"${find}" has more than ${mostWords} words`);
  const [at, ...more] = text.places(find);
  if (at === undefined) return [...wrong, `"${find}" is not on the page`];
  if (more.length > 0) return [...wrong, `"${find}" stands ${more.length + 1} times on the page`];
  // A link to words looks for them on the page as it is shown, and does not tell capitals from small letters.
  if (plain(text.text).split(plain(find)).length > 2)
    wrong.push(`a link to "${find}" may lead to another place of the page`);
  if (at < section.from || at >= section.to)
    wrong.push(`"${find}" stands outside the section of #${rule.at.split('#')[1]}`);
  const keyword = keywords[level];
  const sentences = text.sentencesAt(at, find.length);
  if (keyword && !sentences.some((sentence) => keyword.test(sentence)))
    wrong.push(`"${find}" stands in no sentence with ${level}: ${sentences[0]?.replace(/\s+/g, ' ').trim() ?? ''}`);
  return wrong;
}

const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .toLowerCase();
