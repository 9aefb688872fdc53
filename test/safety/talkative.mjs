// A server that repeats in every answer what it was given: its variables, the headers of the request, the address. Over stdio, or over
// HTTP with --port <number>; with --refuse it says it all on stderr and ends. It writes a secret to stderr in two pieces as well.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const given = (process.env.TALKATIVE ?? '').split(',').filter(Boolean);
const variables = () => given.map((name) => process.env[name]).join(' | ');

/** The answer to one message, with `told` wherever a text may stand. */
function answer({ id, method, params = {} }, told) {
  if (id === undefined) return undefined;
  const result = (value) => ({ jsonrpc: '2.0', id, result: value });
  const error = (code, message) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message: `${message}: ${told}`, data: { told } },
  });
  const { protocolVersion } = params;
  if (method === 'initialize')
    return result({
      protocolVersion: ['2024-11-05', '2025-11-25'].includes(protocolVersion) ? protocolVersion : '2025-11-25',
      capabilities: { resources: {}, experimental: { [told]: { told } } },
      serverInfo: { name: told, version: told },
      instructions: told,
    });
  if (method === 'ping') return result({});
  if (method === 'resources/list')
    return result({
      resources: [{ uri: `talk://${encodeURIComponent(told)}`, name: told, description: told, mimeType: told }],
    });
  if (method === 'resources/templates/list')
    return result({ resourceTemplates: [{ uriTemplate: `talk://{${told}}`, name: told }] });
  if (method !== 'resources/read') return error(-32601, 'no such method');
  if (!String(params.uri).startsWith('talk://')) return error(-32603, `cannot read ${params.uri}`);
  const encoded = Buffer.from(`it was ${told}`).toString('base64');
  return result({
    contents: [
      { uri: params.uri, text: JSON.stringify({ told }) },
      { uri: told, blob: encoded },
    ],
    told,
  });
}

function say() {
  const told = variables();
  process.stderr.write(`started with ${told}\n`);
  // Cut in the middle of whatever it is.
  const line = `and again ${told}\n`;
  process.stderr.write(line.slice(0, Math.floor(line.length / 2)));
  setTimeout(() => process.stderr.write(line.slice(Math.floor(line.length / 2))), 20);
}

say();
const port = process.argv.indexOf('--port');
if (process.argv.includes('--refuse')) setTimeout(() => process.exit(1), 60);
else if (port >= 0) {
  createServer(async (request, response) => {
    const told = `${request.headers.authorization} ${request.headers['x-pin']} ${request.headers.cookie} ${request.url} ${variables()}`;
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') return response.writeHead(405).end(told);
    let message;
    try {
      message = JSON.parse(body);
    } catch {
      return response.writeHead(400, { 'Content-Type': 'text/html' }).end(`<p>${told}</p>`);
    }
    const reply = Array.isArray(message) ? undefined : answer(message, told);
    if (!reply) return response.writeHead(202).end();
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Set-Cookie': 'sid=baked-by-server; Path=/',
      'X-Echo': encodeURIComponent(told),
    });
    response.end(JSON.stringify(reply));
  }).listen(Number(process.argv[port + 1]), '127.0.0.1');
} else {
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        return process.stdout.write(`not for me: ${variables()}\n`);
      }
      const reply = answer(message, variables());
      if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
    })
    .on('close', () => process.exit(0));
}
