// The fixtures of the official suite on the official SDK 1, over HTTP with sessions.
import { randomUUID } from 'node:crypto';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { register } from './fixtures.mjs';

const servers = new Map();
const transports = new Map();

async function opened() {
  const server = new McpServer(
    { name: 'official-fixtures', version: '1.0.0' },
    { capabilities: { resources: { subscribe: true, listChanged: true } } },
  );
  const subscribed = new Set();
  register(server, ResourceTemplate, async (uri) => {
    for (const [each, uris] of servers) if (uris.has(uri)) await each.server.sendResourceUpdated({ uri });
  });
  server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  servers.set(server, subscribed);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => transports.set(id, transport),
  });
  transport.onclose = () => transports.delete(transport.sessionId);
  server.server.onclose = () => servers.delete(server);
  await server.connect(transport);
  return transport;
}

const app = createMcpExpressApp();
app.all('/mcp', async (request, response) => {
  const id = request.headers['mcp-session-id'];
  const transport = id === undefined ? await opened() : transports.get(id);
  if (transport) return transport.handleRequest(request, response, request.body);
  response
    .status(404)
    .json({ jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: request.body?.id ?? null });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
