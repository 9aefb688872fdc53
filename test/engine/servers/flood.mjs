// Answers what is asked, and sends notifications without end in between: node flood.mjs [bytes of each]
import { createInterface } from 'node:readline';

const text = 'x'.repeat(Number(process.argv[2] ?? 200));
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const flood = () => {
  for (let i = 0; i < 200; i++)
    if (!send({ method: 'notifications/message', params: { level: 'info', data: text } }))
      return process.stdout.once('drain', flood);
  setImmediate(flood);
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'notifications/initialized') flood();
  if (id === undefined) continue;
  if (method === 'initialize')
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { resources: {} },
        serverInfo: { name: 'flood', version: '1' },
      },
    });
  else if (method === 'resources/list') send({ id, result: { resources: [] } });
  else if (method === 'ping') send({ id, result: {} });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
}
