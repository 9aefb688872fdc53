// An honest little server of 2025-11-25 over HTTP, for misbehaviours to wrap.
import { createServer } from 'node:http';

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const guide = { uri: 'doc://guide', name: 'guide' };

/** The answer to one message; undefined where none is due. */
export function answer({ id, method, params }) {
  if (id === undefined) return undefined;
  const reply = (body) => ({ jsonrpc: '2.0', id, ...body });
  switch (method) {
    case 'initialize': {
      const asked = params?.protocolVersion;
      return reply({
        result: {
          protocolVersion: revisions.includes(asked) ? asked : '2025-11-25',
          capabilities: { resources: {} },
          serverInfo: { name: 'honest', version: '1' },
        },
      });
    }
    case 'ping':
      return reply({ result: {} });
    case 'resources/list':
      return reply({ result: { resources: [guide] } });
    case 'resources/templates/list':
      return reply({ result: { resourceTemplates: [] } });
    case 'resources/read':
      if (params?.uri === guide.uri)
        return reply({ result: { contents: [{ uri: guide.uri, mimeType: 'text/plain', text: 'Hello' }] } });
      return reply({ error: { code: -32002, message: 'Resource not found', data: { uri: params?.uri } } });
    default:
      return reply({ error: { code: -32601, message: 'Method not found' } });
  }
}

/** Answers a request as a server should. */
export function honest(message, response) {
  const body = answer(message);
  if (body === undefined) return response.writeHead(202).end();
  return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** What a misbehaviour is told behind its name, without the port. */
export const told = process.argv.slice(3, process.argv.includes('--port') ? process.argv.indexOf('--port') : undefined);

/** Listens on the port that was given; else on any, and tells the address on stdout. */
export function listen(server, { host = '127.0.0.1', protocol = 'http', path = '/mcp' } = {}) {
  const given = process.argv[process.argv.indexOf('--port') + 1];
  const port = process.argv.includes('--port') ? Number(given) : 0;
  server.listen(port, host, () => {
    const { address, family, port: own } = server.address();
    if (port === 0) console.log(`${protocol}://${family === 'IPv6' ? `[${address}]` : address}:${own}${path}`);
  });
}

/** A request listener that hands over each POST with its message; it refuses what an honest server refuses. */
export const posts = (handle) => (request, response) => {
  response.on('error', () => {});
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.headers.origin !== undefined) return response.writeHead(403).end();
    if (request.method !== 'POST') return response.writeHead(405, { Allow: 'POST' }).end();
    const version = request.headers['mcp-protocol-version'];
    let message;
    try {
      message = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    } catch {}
    if (message === undefined || (version !== undefined && !revisions.includes(version)))
      return response.writeHead(400).end();
    return handle(message, response, request);
  });
};

/** A server of which every POST is handled so. */
export const serve = (handle, place) => listen(createServer({ keepAliveTimeout: 5000 }, posts(handle)), place);
