import { defineCase } from '../../harness/case.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { type ListMethod, listed } from '../../harness/material.ts';
import { all, onRequest, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult } from '../../harness/session/reply.ts';
import { isObject } from '../../harness/wire.ts';

const methods = Object.keys(listed) as ListMethod[];

/** A cursor in place of that of each page that has none. */
const last = (method: ListMethod, nextCursor: unknown) =>
  onResult(method, (result) => {
    if (!('nextCursor' in result)) result.nextCursor = nextCursor;
  });

/** A cursor in place of that of each page that has one. */
const next = (method: ListMethod, nextCursor: unknown) =>
  onResult(method, (result) => {
    if ('nextCursor' in result) result.nextCursor = nextCursor;
  });

export default defineCase({
  title: 'nextCursor is a string wherever it is present',
  rules: [
    {
      id: 'page-cursor-string',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'server/utilities/pagination#pagination-model',
      find: 'is an opaque string token',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Leave nextCursor out of the last page; a serialiser that writes null for what is absent has to be told so.',

  async run(probe) {
    let judged = 0;
    let refused = 'no list gave a result';
    for (const method of methods) {
      for await (const { reply, next, sound } of probe.pages(method)) {
        if (!isResult(reply)) refused = `${method} was answered with ${inWords(reply)}`;
        if (!isObject(reply.result) || !sound) break;
        judged++;
        if (!('nextCursor' in reply.result)) continue;
        const advice = next === null ? ', which no revision allows: the last page has no nextCursor' : '';
        check(typeof next === 'string', `expected a string as nextCursor of ${method}, got ${quote(next)}${advice}`);
      }
    }
    if (judged === 0) blockedBy('list/responds', refused);
  },

  allows: {
    'one page of all': all(
      ...methods.map((method) =>
        onResult(method, (result) => {
          delete result.nextCursor;
        }),
      ),
    ),
    'the empty text as a cursor': all(
      ...methods.map((method) =>
        all(
          onResult(method, (result, { params }, { memory }) => {
            if (params?.cursor !== undefined) return;
            memory.set(method, result.nextCursor);
            result.nextCursor = '';
          }),
          onRequest(method, (request, { memory }) => {
            if (request.params?.cursor === '') request.params.cursor = memory.get(method);
            return request;
          }),
        ),
      ),
    ),
    'an empty page at the end': onResult('resources/list', (result) => {
      if (!('nextCursor' in result)) result.resources = [];
    }),
  },
  breaks: Object.fromEntries(
    methods.flatMap((method) => [
      [
        `null on the last page of ${method}`,
        [last(method, null), `expected a string as nextCursor of ${method}, got null, which no revision allows`],
      ],
      [`a number on the first page of ${method}`, [next(method, 5), `as nextCursor of ${method}, got 5`]],
      [`an object on the first page of ${method}`, [next(method, { offset: 5 }), 'got {"offset":5}']],
      [`false on the last page of ${method}`, [last(method, false), 'got false']],
    ]),
  ),
});
