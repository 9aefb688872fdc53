import { defineCase } from '../../harness/case.ts';
import { asked, completed } from '../../harness/completions.ts';
import { onResult } from '../../harness/mutate.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const method = 'completion/complete';
const type = 'CompleteResult';
const most = 100;
// The kind of the result and its metadata have cases of their own.
const members = [
  'completion',
  'completion.values',
  'completion.values[]',
  'completion.total',
  'completion.hasMore',
] as const;

const suggesting = (change: (completion: JsonObject) => void) =>
  onResult(method, ({ completion }) => change(completion));

export default defineCase({
  title: 'Suggestions come in the form that the schema gives them',
  rules: [{ id: 'completion-result-shape', level: 'SCHEMA', since: '2024-11-05', at: `schema#${type}` }],
  needs: ['resources', 'completions'],
  harm: 'breaks',
  hint: 'Answer { "completion": { "values": [] } } with strings as values; leave total and hasMore out where they are unknown, rather than send null.',

  async run(probe) {
    for (const each of await completed(probe)) {
      probe.cite(each.reply);
      checkShape(withinLimit(each.reply.result), type, probe.revision, { only: members });
      const total: unknown = each.reply.result.completion.total;
      // The released schemas say integer, the source they are made from says number.
      if (typeof total === 'number' && !Number.isInteger(total))
        probe.flag(`expected an integer as total for ${asked(each)}, got ${total}`, { warn: true });
    }
  },

  allows: {
    'no suggestions': suggesting((completion) => {
      Object.assign(completion, { values: [], total: 0, hasMore: false });
    }),
    'values alone': suggesting((completion) => {
      delete completion.total;
      delete completion.hasMore;
    }),
    'an empty text, and others beyond ASCII': suggesting((completion) => {
      Object.assign(completion, { values: ['', 'naïve pink', '粉'], total: 3, hasMore: false });
    }),
    'members that no schema knows': onResult(method, (result) => {
      result.kind = null;
      result.completion.labels = { ada: 'Ada' };
    }),
    // Judged by another case.
    'more than a hundred': suggesting((completion) => {
      const values = Array.from({ length: 250 }, (_, index) => String(index));
      Object.assign(completion, { values, total: 250, hasMore: false });
    }),
  },
  breaks: (revision) => {
    const { 'completion.values has too many items': _tooMany, ...mutants } = shapeMutants(method, type, revision, {
      member: members,
    });
    return {
      ...mutants,
      'no wrapper': [
        onResult(method, ({ completion, ...rest }) => ({ ...rest, ...completion })),
        'required member completion is missing',
      ],
      'pairs of value and label': [
        suggesting((completion) => {
          completion.values = completion.values.map((value: unknown) => ({ value, label: value }));
        }),
        'must be string',
      ],
      'no completion for what is unknown': [
        onResult(method, (result, { params }) => {
          if (params?.ref.uri === 'demo://host/greeting') delete result.completion;
        }),
        'required member completion is missing',
      ],
      'half a value': [
        suggesting((completion) => {
          completion.total = completion.values.length + 0.5;
        }),
        'expected an integer as total',
        { warn: true },
      ],
    };
  },
});

/** The result with no more values than it may have: how many there are is for another case. */
function withinLimit(result: JsonObject): JsonObject {
  const { completion } = result;
  if (!isObject(completion) || !Array.isArray(completion.values)) return result;
  return { ...result, completion: { ...completion, values: completion.values.slice(0, most) } };
}
