import { all, instead, type Mutant, type MutantContext, onError, onReply, onRequest, onResult } from '../mutate.ts';
import { isObject, type JsonObject, metaKey, type RpcRequest } from '../wire.ts';

const read = 'resources/read';

/** Changes the results that ask for input, in place or by giving another one. */
export const onWish = (change: (result: JsonObject, request: RpcRequest, context: MutantContext) => unknown): Mutant =>
  onResult(read, (result, request, context) =>
    result.resultType === 'input_required' ? change(result, request, context) : undefined,
  );

/** Whether a read goes on from an earlier wish. */
export const isRetry = ({ params }: RpcRequest): boolean =>
  params?.requestState !== undefined || params?.inputResponses !== undefined;

/** The client capabilities that a request declares. */
export const declaredIn = ({ params }: RpcRequest): JsonObject => {
  const declared: unknown = params?._meta?.[metaKey.clientCapabilities];
  return isObject(declared) ? declared : {};
};

/** The answers that the reference server takes, by the key of the question. */
const good: JsonObject = { env: 'prod', team: 'reader', sure: true };

const forms = {
  sampling: {
    request: {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'Which one?' } }], maxTokens: 10 },
    },
    fits: ({ role, content, model }: JsonObject) =>
      role === 'assistant' && typeof model === 'string' && isObject(content) && !('annotations' in content),
  },
  roots: {
    request: { method: 'roots/list' },
    fits: ({ roots }: JsonObject) => Array.isArray(roots) && roots.every(isObject),
  },
} as const;

/** Has the reference server ask for the same things by sampling, or by the roots of the client. */
export const askingBy = (capability: keyof typeof forms): Mutant =>
  all(
    onWish((result) => {
      for (const key of Object.keys(result.inputRequests)) result.inputRequests[key] = forms[capability].request;
    }),
    onError(read, (error) => ({
      error: error.code === -32021 ? { ...error, data: { requiredCapabilities: { [capability]: {} } } } : error,
    })),
    onRequest(read, (request) => {
      const { params } = request;
      if (!isObject(params?._meta)) return request;
      params._meta[metaKey.clientCapabilities] = capability in declaredIn(request) ? { elicitation: {} } : {};
      if (!isObject(params.inputResponses)) return request;
      params.inputResponses = Object.fromEntries(
        Object.entries(params.inputResponses).map(([key, answer]) => [
          key,
          isObject(answer) && forms[capability].fits(answer)
            ? { action: 'accept', content: { [key]: good[key] } }
            : { action: 'unreadable' },
        ]),
      );
      return request;
    }),
  );

/** Puts another text in the place of each state, and takes it back for the state by the questions it belongs to. */
const replacing = (replace: (result: JsonObject) => void, isReplaced: (params: JsonObject) => boolean): Mutant =>
  all(
    onWish((result, { params }, { memory }) => {
      for (const key of ['', ...Object.keys(result.inputRequests)])
        memory.set(`state of ${params?.uri} ${key}`, result.requestState);
      replace(result);
    }),
    onRequest(read, (request, { memory }) => {
      const { params } = request;
      if (!params || !isReplaced(params)) return request;
      const [key = ''] = Object.keys(isObject(params.inputResponses) ? params.inputResponses : {});
      const state = memory.get(`state of ${params.uri} ${key}`) ?? memory.get(`state of ${params.uri} `);
      if (state !== undefined) params.requestState = state;
      return request;
    }),
  );

/** Keeps the state on the server. */
export const withoutState: Mutant = replacing(
  (result) => {
    delete result.requestState;
  },
  ({ requestState, inputResponses }) => requestState === undefined && inputResponses !== undefined,
);

/** Gives every question the same state, which may be empty, and keeps the true one. */
export const sameState = (text: string): Mutant =>
  replacing(
    (result) => {
      result.requestState = text;
    },
    ({ requestState }) => requestState === text,
  );

/** Gives out a state, and never looks at it. */
export const idleState: Mutant = replacing(
  (result) => {
    result.requestState = 'whatever';
  },
  ({ requestState, inputResponses }) => requestState !== undefined || inputResponses !== undefined,
);

/** Asks those who open links to open one. */
export const linking: Mutant = onWish(({ inputRequests }, request) => {
  if (!('url' in (declaredIn(request).elicitation ?? {}))) return;
  for (const key of Object.keys(inputRequests))
    inputRequests[key].params = { mode: 'url', message: 'Please log in', url: 'https://example.com/login' };
});

/** Asks once more when all was answered. */
export const askingOnceMore: Mutant = all(
  instead(read, ({ params }, { memory }) => {
    const shown = typeof params?.requestState === 'string' ? memory.get(params.requestState) : undefined;
    return shown && (isObject(params?.inputResponses) && 'more' in params.inputResponses ? shown : onceMore(params));
  }),
  onReply(read, (reply, request, { memory }) => {
    if (!isRetry(request) || !('contents' in (reply.result ?? {}))) return reply;
    const state = `more-${(memory.get('asked once more') ?? 0) + 1}`;
    memory.set('asked once more', (memory.get('asked once more') ?? 0) + 1);
    memory.set(state, reply);
    return onceMore({ requestState: state });
  }),
);

const onceMore = ({ requestState }: JsonObject = {}) => ({
  result: { resultType: 'input_required', inputRequests: { more: { method: 'roots/list' } }, requestState },
});

/** Has readers of one more resource come back later, without a question. */
export const stateOnly: Mutant = onReply(read, (reply, { params }) => {
  if ('error' in reply || params?.uri !== 'demo://host/greeting' || params.requestState === 'later') return reply;
  if (params.requestState === undefined) return { result: { resultType: 'input_required', requestState: 'later' } };
  return { error: { code: -32602, message: 'No such state' } };
});
