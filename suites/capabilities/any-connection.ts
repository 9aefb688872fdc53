import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { type ListMethod, listed, type Page } from '../../harness/material.ts';
import { fault, type Mutant, onReply, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';
import type { Session } from '../../harness/session/session.ts';
import type { JsonObject } from '../../harness/wire.ts';

const methods = Object.keys(listed) as ListMethod[];
/** Takes cursors on the connection alone that got them. */
const keeping = (method: ListMethod): Mutant =>
  onReply(method, (reply, { params }, { memory, connection }) => {
    const next: unknown = reply.result?.nextCursor;
    const own = (cursor: unknown) => `cursor ${connection} ${cursor}`;
    if (next !== undefined) memory.set(own(next), true);
    const known = params?.cursor === undefined || memory.has(own(params.cursor));
    return known ? reply : { error: { code: -32602, message: 'Not a cursor of this connection' } };
  });

export default defineCase({
  title: 'A cursor is good on every connection',
  rules: [
    {
      id: 'stateless-no-same-connection',
      level: 'SHOULD NOT',
      since: '2026-07-28',
      at: 'basic/index#statelessness',
      find: 'require that a client reuse the',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Put into a cursor all that it stands for, instead of keeping it in the memory of a connection or a process.',

  // What a read that asks for input hands out is another such thing; a server may seal it with a key of its process.
  async run(probe) {
    let judged = 0;
    let elsewhere: Session | undefined;
    for (const method of methods) {
      const cursor = await goodCursor(probe, method);
      if (cursor === undefined) continue;
      judged++;
      elsewhere ??= await probe.another(listing);
      const reply = await probe.send(method, { cursor }, { session: elsewhere });
      if (isResult(reply)) continue;
      if (isWithheld(reply)) untested(`${method} got HTTP status ${reply.http!.status}; try again later`);
      if (reply.cause === 'malformed') blockedBy('messages/result-or-error', `${method} got ${inWords(reply)}`);
      // A cursor may have run out meanwhile.
      const again = await probe.send(method, { cursor });
      if (!isResult(again)) continue;
      const words = `expected a page of ${method} on another connection, as on the one that got its cursor, got ${inWords(reply)}`;
      check(false, words, { lines: [...reply.lines, ...again.lines] });
    }
    if (judged > 0) return;
    const whole = methods.every((method) => {
      const { stopped, pages } = probe.walk(method);
      return stopped === 'end' || (pages.length === 1 && isError(pages[0]!.reply));
    });
    if (whole) notApplicable('no list of the server has a second page');
    untested('no list could be followed to a second page');
  },

  allows: {
    'another page on another connection': onResult('resources/list', (result, { params }, { connection }) => {
      if (connection > 0 && params?.cursor !== undefined) result.resources.splice(1);
    }),
  },
  breaks: {
    'cursors of a connection': [
      keeping('resources/list'),
      'expected a page of resources/list on another connection, as on the one that got its cursor, got error -32602',
    ],
    'cursors of templates': [keeping('resources/templates/list'), 'expected a page of resources/templates/list on'],
    'cursors by number, of a connection': [fault('cursor-of-connection'), 'on another connection'],
  },
});

/** What a server may have learnt the cursor from. */
const listing = ({ method }: JsonObject): boolean => String(method).endsWith('/list');

/** A cursor that gave a page on the leg's own connection. */
async function goodCursor(probe: Probe, method: ListMethod): Promise<string | undefined> {
  let before: Page | undefined;
  for await (const page of probe.pages(method)) {
    if (before && page.sound) return page.cursor;
    if (typeof page.next !== 'string') return undefined;
    before = page;
  }
  return undefined;
}
