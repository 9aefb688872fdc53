// The least that sends a first request: node first.mjs stdio <command> … | node first.mjs http <url>
const [, , transport, ...rest] = process.argv;
const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bare', version: '1' } },
};
const body = JSON.stringify(message);

if (transport === 'stdio') {
  const { spawn } = await import('node:child_process');
  const { stdin } = spawn(rest[0], rest.slice(1), { stdio: ['pipe', 'ignore', 'ignore'] });
  stdin.write(`${body}\n`);
} else {
  const { request } = await import('node:http');
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  request(rest[0], { method: 'POST', headers }, (response) => response.resume()).end(body);
}
