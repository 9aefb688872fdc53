// A server on the official TypeScript SDK 2 that offers a tool and no resources at all.
import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import * as catalogue from './catalogue.mjs';

/** Makes one server: for one request over HTTP, for one connection over stdio. */
function build() {
  const server = new McpServer({ name: 'tools-only-demo', version: '1.0.0' });
  server.registerTool(
    'add-up',
    { description: 'Adds two numbers', inputSchema: z.object({ a: z.number(), b: z.number() }) },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
  );
  return server;
}

if (catalogue.transport === 'http') {
  const serve = toNodeHandler(createMcpHandler(build));
  const allowed = [localhostHostValidation(), localhostOriginValidation()];
  const http = createServer((request, response) => {
    if (allowed.every((validate) => validate(request, response))) void serve(request, response);
  });
  http.listen(catalogue.port, '127.0.0.1', () => catalogue.announce(http.address().port));
} else serveStdio(build);
