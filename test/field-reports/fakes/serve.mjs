// A small server of 2025-11-25 over standard input and output.
import { createInterface } from 'node:readline';

const resources = [{ uri: 'fake://one', name: 'one' }];
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: protocolVersion === '2025-11-25' ? protocolVersion : '2025-11-25',
    capabilities: { resources: {} },
    serverInfo: { name: 'fake', version: '1.0.0' },
  }),
  ping: () => ({}),
  'resources/list': () => ({ resources }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) =>
    uri === 'fake://one' ? { contents: [{ uri, mimeType: 'text/plain', text: 'One.' }] } : undefined,
};

/** Answers each line; `answered` is called after each answer. */
export function serve(answered = () => {}) {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined) return;
    const result = answers[method]?.(params);
    const error = answers[method]
      ? { code: -32002, message: 'Resource not found' }
      : { code: -32601, message: 'Method not found' };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })}\n`);
    answered();
  });
}
