import { type Mutant, onReply } from './mutate.ts';
import { isObject, type JsonObject, metaKey } from './wire.ts';

const method = 'completion/complete';

/** A whole result of completion/complete with these values, fit for every revision. */
export const suggestions = (...values: string[]): JsonObject => ({
  resultType: 'complete',
  completion: { values, total: values.length, hasMore: false },
  _meta: { [metaKey.serverInfo]: { name: 'suggestions', version: '1' } },
});

/** Answers requests for suggestions with these values where their params say so, whatever they lack. */
export const suggestingWhen = (when: (params: JsonObject) => boolean, ...values: string[]): Mutant =>
  onReply(method, (reply, { params }) =>
    isObject(params) && when(params) ? { result: suggestions(...values) } : reply,
  );
