// The two transports, for one protocol; over HTTP each POST stands alone.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { modernVersion, Protocol } from './protocol.mjs';

/** Serves standard input and output. */
export function serveStdio(open) {
  const protocol = open();
  createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }).on('line', async (line) => {
    if (line.trim() === '') return;
    const answer = await answerTo(protocol, line);
    if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
  });
}

async function answerTo(protocol, text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return Protocol.unreadable();
  }
  return protocol.answer(message);
}

/** Serves the loopback address. */
export function serveHttp(open, port) {
  const server = createServer(async (request, response) => {
    const { origin } = request.headers;
    if (origin !== undefined && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)) {
      return response.writeHead(403).end();
    }
    if (request.url !== '/mcp') return response.writeHead(404).end();
    if (request.method !== 'POST') return response.writeHead(405, { Allow: 'POST' }).end();
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await reply(open(), request.headers, Buffer.concat(chunks).toString('utf8'), response);
  });
  server.listen(port, '127.0.0.1');
}

async function reply(protocol, headers, text, response) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return send(response, 400, Protocol.unreadable());
  }
  const refused = protocol.versions.includes(modernVersion)
    ? modernFault(headers, message)
    : legacyFault(protocol, headers, message);
  if (refused) return send(response, 400, { jsonrpc: '2.0', id: message?.id ?? null, error: refused });
  const answer = await protocol.answer(message);
  if (answer === undefined) return response.writeHead(202).end();
  send(response, statusOf(answer, protocol), answer);
}

function send(response, status, body) {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes);
}

function statusOf({ error }, { versions }) {
  if (!error) return 200;
  if (error.code === -32600 || error.code === -32700) return 400;
  if (!versions.includes(modernVersion)) return 200;
  if (error.code === -32601) return 404;
  return error.code === -32022 || error.code === -32602 ? 400 : 200;
}

/** What is wrong with the version that a POST of the legacy era names. */
function legacyFault(protocol, headers, message) {
  const named = headers['mcp-protocol-version'];
  if (named !== undefined && !protocol.versions.includes(named)) {
    return { code: -32600, message: `Unsupported protocol version; choose one of ${protocol.versions.join(', ')}` };
  }
  // Revisions before that header have none: the only one of them with batches has to be assumed.
  if (message?.method !== 'initialize') protocol.version = named ?? '2025-03-26';
  return undefined;
}

/** What is wrong with the headers of a POST, which repeat what its body says. */
function modernFault(headers, message) {
  if (typeof message?.method !== 'string' || !('id' in message)) return undefined;
  const { method, params } = message;
  // A client of the legacy era knows nothing of these headers, and is told the versions.
  if (method === 'initialize') return undefined;
  const mismatch = (name) => ({ code: -32020, message: `Header mismatch: ${name}` });
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (headers['mcp-protocol-version'] !== version) return mismatch('MCP-Protocol-Version');
  if (headers['mcp-method'] !== method) return mismatch('Mcp-Method');
  if (method === 'resources/read' && nameIn(headers['mcp-name']) !== params?.uri) return mismatch('Mcp-Name');
  return undefined;
}

/** The value of Mcp-Name: plain ASCII, or in base64 between marks; undefined for what may not stand in a header. */
function nameIn(header) {
  if (!/^[\t\x20-\x7e]*$/.test(header ?? '')) return undefined;
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(header ?? '');
  return encoded ? Buffer.from(encoded[1], 'base64').toString('utf8') : header;
}
