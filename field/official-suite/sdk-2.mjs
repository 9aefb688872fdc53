// The fixtures of the official suite on the official SDK 2, over HTTP, for both eras.
import { createMcpExpressApp } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { register } from './fixtures.mjs';

let notify;

const handler = createMcpHandler(({ era }) => {
  // Legacy requests are served without sessions: nobody could be told of a change.
  const changes = era === 'modern';
  const server = new McpServer(
    { name: 'official-fixtures', version: '2.0.0' },
    { capabilities: { resources: { subscribe: changes, listChanged: changes } } },
  );
  register(server, ResourceTemplate, async (uri) => notify.resourceUpdated(uri));
  return server;
});
notify = handler.notify;
const app = createMcpExpressApp();
const serve = toNodeHandler(handler);
app.all('/mcp', (request, response) => void serve(request, response, request.body));
app.listen(Number(process.env.PORT), '127.0.0.1');
