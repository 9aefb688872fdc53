import { isDeepStrictEqual } from 'node:util';
import { defineCase } from '../../harness/case.ts';
import { entryKeys } from '../../harness/entry-keys.ts';
import { blockedBy, notApplicable, untested } from '../../harness/judge.ts';
import { type ListMethod, listed, type Page } from '../../harness/material.ts';
import { all, onReply, onRequest, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { inWords, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const methods = Object.keys(listed) as ListMethod[];
const promises = 'page-nextcursor-means-more';
const continues = 'page-continues-after-cursor';

/** Whether a page begins with what the page before it ended with. */
function repeats(method: ListMethod, before: Page, page: Page): boolean {
  // What is no entry at all is for the cases on the shape to judge.
  if (!isObject(page.items[0])) return false;
  const keys = entryKeys(method, page.items);
  const earlier = entryKeys(method, before.items);
  return earlier.some((key, from) => {
    if (key !== keys[0]) return false;
    const shared = earlier.slice(from, from + keys.length);
    return isDeepStrictEqual(shared, keys.slice(0, shared.length));
  });
}

/** Whether both pages come out the same once more: if not, the list changed in between, which it may. */
async function steady(probe: Probe, method: ListMethod, pages: Page[]): Promise<boolean> {
  const again: Reply[] = [];
  for (const { cursor } of pages) again.push(await probe.send(method, cursor === undefined ? {} : { cursor }));
  probe.cite(again.flatMap(({ lines }) => lines));
  return pages.every(({ items }, at) => {
    const reply = again[at]!;
    const found: unknown = isResult(reply) && isObject(reply.result) ? reply.result[listed[method]] : undefined;
    return Array.isArray(found) && isDeepStrictEqual(entryKeys(method, found), entryKeys(method, items));
  });
}

/** Judges the pages of one list; tells how many there are after the first, and what is in the way of knowing. */
async function follow(probe: Probe, method: ListMethod): Promise<{ further: number; blocked?: () => never }> {
  const pages: Page[] = [];
  let overlap: Page[] | undefined;
  for await (const page of probe.pages(method)) {
    const before = pages.at(-1);
    pages.push(page);
    if (before && !overlap && repeats(method, before, page)) overlap = [before, page];
  }
  const last = pages.at(-1)!;
  const further = pages.length - 1;
  const { stopped } = probe.walk(method);
  if (stopped === 'broken') {
    const { reply } = last;
    const what = `${method} was answered with ${inWords(reply)}`;
    if (isWithheld(reply)) return { further, blocked: () => untested(`${what} (HTTP ${reply.http?.status})`) };
    const templates = method === 'resources/templates/list';
    if (isResult(reply))
      return { further, blocked: () => blockedBy(templates ? 'templates/shape' : 'list/shape', what) };
    if (further === 0) {
      // A server without templates need not know the method.
      if (templates && reply.error?.code === -32601) return { further };
      return { further, blocked: () => blockedBy(templates ? 'templates/answered' : 'list/responds', what) };
    }
    probe.cite(reply);
    probe.flag(`the cursor that page ${further} of ${method} gave out was answered with ${inWords(reply)}`);
  }
  if (stopped === 'loop') {
    const known = pages
      .slice(0, -1)
      .findIndex(({ cursor, items }) => cursor === last.cursor && isDeepStrictEqual(items, last.items));
    probe.cite(last.reply);
    if (known >= 0) {
      probe.flag(`${method} never ends: page ${known + 1} came round again as page ${pages.length}`, {
        rule: promises,
      });
      return { further };
    }
  }
  if (overlap && (await steady(probe, method, overlap))) {
    const at = pages.indexOf(overlap[1]!) + 1;
    probe.flag(
      `page ${at} of ${method} begins with an entry of page ${at - 1}: the cursor is not where that page ended`,
      {
        rule: continues,
      },
    );
  }
  if (stopped === 'limit')
    return {
      further,
      blocked: () => untested(`${method} goes on after ${pages.length} pages; allow more with --max-pages <n>`),
    };
  if (last.next !== undefined && last.next !== null && typeof last.next !== 'string')
    return { further, blocked: () => blockedBy('pagination/cursor-string', `nextCursor of ${method} is no string`) };
  return { further };
}

/** The server does not see the cursor. */
const ignored = (method: ListMethod) =>
  onRequest(method, (request) => {
    delete request.params?.cursor;
    return request;
  });

const refuse = (method: ListMethod) =>
  onReply(method, (reply, { params }) =>
    params?.cursor === undefined ? reply : { error: { code: -32602, message: 'Invalid cursor' } },
  );

/** Every page after the first begins so many entries too early. */
const early = (count: number) =>
  onResult('resources/list', (result, { params }, { memory }) => {
    const before: JsonObject[] = params?.cursor === undefined ? [] : (memory.get('page') ?? []);
    memory.set('page', result.resources);
    if (params?.cursor !== undefined) return { ...result, resources: [...before.slice(-count), ...result.resources] };
    return undefined;
  });

export default defineCase({
  title: 'Following nextCursor leads on through a list, page by page, to its end',
  rules: [
    {
      id: promises,
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'server/utilities/pagination#response-format',
      find: 'An optional `nextCursor` field if more',
      derived:
        'That a list which leads back to itself holds nothing more, or that a cursor just given out leads on, is a step further than the text.',
    },
    {
      id: continues,
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'schema#ListResourcesRequest',
      derived:
        'A comment in the schema advises it without a keyword, and entries that move while the list is read look alike.',
    },
    {
      id: continues,
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'schema#PaginatedRequestParams',
      derived:
        'A comment in the schema advises it without a keyword, and entries that move while the list is read look alike.',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Pass the cursor on to the query, start after the entry that it stands for, and leave nextCursor out of the last page.',

  async run(probe) {
    let further = 0;
    let blocked: (() => never) | undefined;
    for (const method of methods) {
      const found = await follow(probe, method);
      further += found.further;
      blocked ??= found.blocked;
    }
    if (probe.flags.length > 0) return;
    blocked?.();
    if (further === 0) notApplicable('no list of the server has a second page');
  },

  allows: {
    'an empty last page': onResult('resources/list', (result) => {
      if (!('nextCursor' in result)) result.resources = [];
    }),
    'one cursor for all pages but the first': [
      all(
        onResult('resources/list', (result, _request, { memory }) => {
          memory.set('next', result.nextCursor);
          if ('nextCursor' in result) result.nextCursor = 'more';
        }),
        onRequest('resources/list', (request, { memory }) => {
          if (request.params?.cursor === 'more') request.params.cursor = memory.get('next');
          return request;
        }),
      ),
      { alone: true },
    ],
    'an entry that moves to the next page while the list is read': onResult(
      'resources/list',
      (result, { params }, { memory }) => {
        if (params?.cursor === undefined) memory.set('last', result.resources.at(-1));
        else if (!memory.has('moved')) {
          memory.set('moved', true);
          result.resources.unshift(memory.get('last'));
        }
      },
    ),
  },
  breaks: {
    ...Object.fromEntries(
      methods.map((method) => [
        `the first page of ${method} for ever`,
        [ignored(method), `${method} never ends: page 2 came round again as page 3`],
      ]),
    ),
    'the empty text as the cursor of the only page, for ever': [
      all(
        ignored('resources/list'),
        onResult('resources/list', (result) => {
          result.nextCursor = '';
        }),
      ),
      'resources/list never ends',
    ],
    'a last page that leads back to the second': [
      onResult('resources/list', (result, { params }, { memory }) => {
        if (params?.cursor === undefined) memory.set('second', result.nextCursor);
        result.nextCursor ??= memory.get('second');
      }),
      'never ends: page 2 came round again',
    ],
    'a cursor that is refused': [
      refuse('resources/list'),
      'the cursor that page 1 of resources/list gave out was answered with error -32602',
    ],
    'a cursor that is refused for templates': [refuse('resources/templates/list'), 'was answered with error -32602'],
    'a page that begins with the entry of its cursor': [
      early(1),
      'page 2 of resources/list begins with an entry of page 1',
      { rule: continues },
    ],
    'all pages so far with each page': [early(5), 'page 2 of resources/list begins with', { rule: continues }],
    'the first page under ever new cursors': [
      all(
        ignored('resources/list'),
        onResult('resources/list', (result, _request, { memory }) => {
          const count = (memory.get('count') ?? 0) + 1;
          memory.set('count', count);
          result.nextCursor = `page-${count}`;
        }),
      ),
      'page 2 of resources/list begins with an entry of page 1',
      { rule: continues },
    ],
  },
});
