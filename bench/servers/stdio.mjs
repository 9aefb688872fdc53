/** Answers requests of 2025-11-25 over standard input and output by `answers` (method to function), as text of the result. */
export function serve(answers) {
  const error = (code, message) => `"error":{"code":${code},"message":${JSON.stringify(message)}}`;
  const reply = ({ id, method, params }) => {
    const result = answers[method]?.(params ?? {});
    const members =
      result === undefined
        ? error(method === 'resources/read' ? -32002 : -32601, method === 'resources/read' ? 'Not found' : 'Unknown')
        : `"result":${result}`;
    process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${members}}\n`);
  };
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        process.stdout.write(`{"jsonrpc":"2.0","id":null,${error(-32700, 'Parse error')}}\n`);
        continue;
      }
      if (message?.id !== undefined && message.method !== undefined) reply(message);
    }
  });
}

/** What every server of the bench answers; `resources` is its one capability. */
export const opening = {
  initialize: () =>
    JSON.stringify({
      protocolVersion: '2025-11-25',
      capabilities: { resources: {} },
      serverInfo: { name: 'bench', version: '1.0.0' },
    }),
  ping: () => '{}',
  'resources/templates/list': () => '{"resourceTemplates":[]}',
};
