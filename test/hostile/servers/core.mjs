// An honest server of the legacy revisions in a few lines; each misbehaviour changes one thing of it.
import { createInterface } from 'node:readline';

export const resources = [1, 2, 3].map((n) => ({ uri: `doc://${n}`, name: `doc ${n}`, mimeType: 'text/plain' }));

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { resources: {} },
    serverInfo: { name: 'hostile', version: '1.0.0' },
  }),
  ping: () => ({}),
  'resources/list': () => ({ resources }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
};

/** The answer of an honest server to a message; undefined where none is due. */
export function honest({ id, method, params = {} }) {
  if (id === undefined || method === undefined) return undefined;
  const error = (code, message) => ({ jsonrpc: '2.0', id, error: { code, message } });
  if (method === 'resources/read') {
    const { uri } = params;
    if (typeof uri !== 'string') return error(-32602, 'uri must be a string');
    if (!resources.some((each) => each.uri === uri))
      return {
        ...error(-32002, 'Resource not found'),
        error: { code: -32002, message: 'Resource not found', data: { uri } },
      };
    return { jsonrpc: '2.0', id, result: { contents: [{ uri, mimeType: 'text/plain', text: `The text of ${uri}` }] } };
  }
  const make = Object.hasOwn(results, method) ? results[method] : undefined;
  return make ? { jsonrpc: '2.0', id, result: make(params) } : error(-32601, 'Method not found');
}

/** Writes messages (objects), or text and bytes as they are. */
export function write(...pieces) {
  for (const piece of pieces)
    process.stdout.write(
      typeof piece === 'string' || piece instanceof Uint8Array ? piece : `${JSON.stringify(piece)}\n`,
    );
}

/**
 * Answers what comes on stdin. `answer(message, usual)` gives what to write in place of the usual answer: a message, text as it is,
 * an array of such, or undefined for nothing. `ended` is what happens at the end of stdin.
 */
export function serve(answer = (_, usual) => usual, ended = () => process.exit(0)) {
  process.stdout.on('error', () => process.exit(0));
  createInterface(process.stdin)
    .on('close', ended)
    .on('line', (line) => {
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
        return;
      }
      const pieces = Array.isArray(message)
        ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }
        : answer(message, honest(message));
      if (pieces !== undefined) write(...[pieces].flat());
    });
}
