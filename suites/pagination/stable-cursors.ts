import { isDeepStrictEqual } from 'node:util';
import { defineCase } from '../../harness/case.ts';
import { entryKeys } from '../../harness/entry-keys.ts';
import { blockedBy, notApplicable, untested } from '../../harness/judge.ts';
import { type ListMethod, listed } from '../../harness/material.ts';
import { all, fault, onRequest, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { inWords, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import type { Session } from '../../harness/session/session.ts';
import { isObject } from '../../harness/wire.ts';

const methods = Object.keys(listed) as ListMethod[];

const keysIn = (method: ListMethod, reply: Reply): string[] | undefined => {
  const items: unknown = isResult(reply) && isObject(reply.result) ? reply.result[listed[method]] : undefined;
  return Array.isArray(items) ? entryKeys(method, items) : undefined;
};

/** The first two pages of a list, or why there are no two. */
async function firstTwo(
  probe: Probe,
  method: ListMethod,
): Promise<{ first: string[]; cursor: string } | (() => never) | undefined> {
  const pages = [];
  for await (const page of probe.pages(method)) {
    pages.push(page);
    if (pages.length === 2) break;
  }
  const [one, two] = pages;
  if (!one?.sound) {
    const unknown = method === 'resources/templates/list' && one?.reply.error?.code === -32601;
    const names =
      method === 'resources/list' ? ['list/shape', 'list/responds'] : ['templates/shape', 'templates/answered'];
    const what = `${method} was answered with ${one ? inWords(one.reply) : 'nothing'}`;
    return unknown ? undefined : () => blockedBy(names[one && isResult(one.reply) ? 0 : 1]!, what);
  }
  if (!two) {
    const odd = one.next !== undefined && one.next !== null;
    return odd ? () => blockedBy('pagination/cursor-string', `nextCursor of ${method} is no string`) : undefined;
  }
  if (!two.sound)
    return () => blockedBy('pagination/walk', `the second page of ${method} was answered with ${inWords(two.reply)}`);
  return { first: entryKeys(method, one.items), cursor: one.next as string };
}

export default defineCase({
  title: 'A cursor leads to the same page when it is used again',
  rules: [
    {
      id: 'page-stable-cursors',
      level: 'SHOULD',
      since: '2024-11-05',
      at: 'server/utilities/pagination#implementation-guidelines',
      find: 'Provide stable cursors',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Let a cursor stand for a place in the list, rather than for an iterator that moves on or belongs to one connection.',

  async run(probe) {
    let judged = 0;
    let blocked: (() => never) | undefined;
    for (const method of methods) {
      const two = await firstTwo(probe, method);
      if (typeof two === 'function') blocked ??= two;
      if (!two || typeof two === 'function') continue;
      const { first, cursor } = two;
      // Requests of a stateless revision belong to no connection, and neither do cursors.
      const other: Session | undefined = probe.modern && probe.shared ? await probe.second() : undefined;
      let known: string[] | undefined;
      for (const session of [probe.session, probe.session, ...(other ? [other] : [])]) {
        const before = await probe.send(method, {}, { session });
        const again = await probe.send(method, { cursor }, { session });
        const after = await probe.send(method, {}, { session });
        if ([before, again, after].some(isWithheld))
          untested(`${method} was refused with an HTTP status; give credentials with --header`);
        const still = [before, after].every((reply) => isDeepStrictEqual(keysIn(method, reply), first));
        if (!still) untested(`the first page of ${method} is not the same from one request to the next`);
        judged++;
        probe.cite([...before.lines, ...again.lines, ...after.lines]);
        const keys = keysIn(method, again);
        if (keys && (!known || isDeepStrictEqual(keys, known))) {
          known = keys;
          continue;
        }
        const where = session === probe.session ? 'once more' : 'on another connection';
        probe.flag(`the first cursor of ${method}, used ${where}, gave ${keys ? 'another page' : inWords(again)}`);
        break;
      }
    }
    if (judged > 0) return;
    blocked?.();
    notApplicable('no list of the server has a second page');
  },

  allows: {
    'another cursor for the same place each time': all(
      onResult('resources/list', (result, _request, { memory }) => {
        const count = (memory.get('count') ?? 0) + 1;
        memory.set('count', count);
        if ('nextCursor' in result) result.nextCursor += `~${count}`;
      }),
      onRequest('resources/list', (request) => {
        if (request.params?.cursor !== undefined) request.params.cursor = request.params.cursor.replace(/~\d+$/, '');
        return request;
      }),
    ),
    'a second page in other words': onResult('resources/list', (result, _request, { memory }) => {
      const count = (memory.get('count') ?? 0) + 1;
      memory.set('count', count);
      for (const resource of result.resources) resource.description = `Listed ${count} times`;
    }),
  },
  breaks: {
    'cursors for one use': [fault('cursor-single-use'), 'used once more, gave error -32602'],
    'cursors that move on': [
      onResult('resources/templates/list', (result, { params }, { memory }) => {
        if (params?.cursor === undefined) return;
        const count = memory.get(params.cursor) ?? 0;
        memory.set(params.cursor, count + 1);
        result.resourceTemplates.splice(0, count);
      }),
      'the first cursor of resources/templates/list, used once more, gave another page',
    ],
    'cursors of one connection': [
      fault('cursor-of-connection'),
      'used on another connection, gave error -32602',
      { since: '2026-07-28' },
    ],
  },
});
