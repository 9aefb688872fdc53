import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, rulesIn } from '../../harness/case.ts';
import { type Mutant, onReply } from '../../harness/mutate.ts';
import { plan } from '../../harness/plan.ts';
import { runOn } from '../../harness/prove.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { JsonObject, Revision } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';

/** Answers of which no case may make more than a judgement. */
const answers: Record<string, JsonObject> = {
  null: { result: null },
  'a number': { result: 7 },
  'a text': { result: 'resources' },
  'a list': { result: [[], null] },
  'an empty object': { result: {} },
  'null in place of lists': {
    result: { resources: null, resourceTemplates: null, contents: null, prompts: null, completion: null },
  },
  'objects in place of lists': {
    result: { resources: {}, resourceTemplates: {}, contents: {}, messages: {}, completion: { values: {} } },
  },
  'lists of anything': {
    result: {
      resources: [null, 7, [], { uri: null }, { uri: '' }, { uri: {} }, { uri: '\ud800', name: 7 }],
      resourceTemplates: [
        null,
        7,
        [],
        { uriTemplate: null },
        { uriTemplate: '' },
        { uriTemplate: '{\ud800', mimeType: 7 },
        { uriTemplate: '\ud800{a}' },
      ],
      contents: [null, 7, [], {}, { uri: 7, text: 7, blob: {} }, { text: '\ud800', mimeType: 7 }, { blob: '\ud800' }],
      prompts: [
        null,
        7,
        { name: 7 },
        { name: 'x', arguments: { required: true } },
        { name: 'tour', arguments: [null] },
      ],
      messages: [
        null,
        7,
        { content: null },
        { content: [{ type: 'resource', resource: 7 }] },
        { content: { type: 'resource', resource: { uri: 7 } } },
      ],
      completion: { values: [null, 7, '', '\ud800', 'x'] },
      nextCursor: { at: 7 },
    },
  },
  'a cursor that is null': { result: { resources: [], resourceTemplates: [], prompts: [], nextCursor: null } },
  'an error that is null': { error: null },
  'an error that is a text': { error: 'no' },
  'an error of odd types': { error: { code: '7', message: { text: 'no' }, data: 7 } },
  'neither result nor error': {},
};

const methods = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
  'prompts/list',
  'prompts/get',
];
const own = plan(cases, ['pagination/*', 'templates/*', 'read/*']);

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const verdict = async (id: string, definition: Case, mutant: Mutant, revision: Revision) => {
  const { result } = await runOn(mutant, id, definition, revision, ground);
  return { id, verdict: result.verdict, reason: result.reason };
};

describe.each(['2024-11-05', '2026-07-28'] as const)('in %s', (revision) => {
  describe.each(Object.entries(answers))('%s', (_, answer) => {
    it.each(methods)('as the answer to %s ends in a judgement', async (method) => {
      for (const { id, definition } of own) {
        if (rulesIn(definition, revision).length === 0) continue;
        const found = await verdict(
          id,
          definition,
          onReply(method, () => structuredClone(answer)),
          revision,
        );
        expect(found.verdict, `${id}: ${found.reason}`).not.toBe('error');
        expect(found.reason.length).toBeLessThan(600);
      }
    });
  });
});
