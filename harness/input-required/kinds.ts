import { isObject, type JsonObject } from '../wire.ts';

/** Every client capability by which a server may ask for input: to one who declares them all it may say whatever it likes. */
export const everyCapability: JsonObject = {
  elicitation: { form: {}, url: {} },
  sampling: { context: {}, tools: {} },
  roots: {},
};

/** The requests that may stand in `inputRequests`, and the client capability that each needs. */
export const capabilityOf = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
} as const;

/** A request that may stand in `inputRequests`. */
export type InputMethod = keyof typeof capabilityOf;

/** Whether a method is one that may stand in `inputRequests`. */
export const isInputMethod = (method: unknown): method is InputMethod =>
  typeof method === 'string' && Object.hasOwn(capabilityOf, method);

/** The entries of `inputRequests` that are requests of a known kind; none where it is malformed. */
export const knownRequests = (inputRequests: unknown): [key: string, request: JsonObject & { method: InputMethod }][] =>
  Object.entries(isObject(inputRequests) ? inputRequests : {}).filter(
    (entry): entry is [string, JsonObject & { method: InputMethod }] =>
      isObject(entry[1]) && isInputMethod(entry[1].method),
  );

/** The client capabilities that some input requests need, by name. */
export const capabilitiesFor = (inputRequests: unknown): string[] => [
  ...new Set(knownRequests(inputRequests).map(([, { method }]) => capabilityOf[method])),
];

/** What is asked of a client that has not declared it, in words; undefined where all is declared. */
export function undeclared(inputRequests: unknown, declared: JsonObject): string | undefined {
  for (const [, { method, params }] of knownRequests(inputRequests)) {
    const capability: unknown = declared[capabilityOf[method]];
    if (!isObject(capability)) return method;
    if (method === 'elicitation/create') {
      const url = isObject(params) && params.mode === 'url';
      // An empty capability stands for forms.
      if (url ? !('url' in capability) : 'url' in capability && !('form' in capability))
        return `${method} in ${url ? 'url' : 'form'} mode`;
    }
    if (method === 'sampling/createMessage' && isObject(params) && 'tools' in params && !('tools' in capability))
      return `${method} with tools`;
  }
  return undefined;
}
