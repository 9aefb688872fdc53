// A server on the official TypeScript SDK 1: one server for each connection; over HTTP with sessions, and with the
// HTTP+SSE transport of 2024-11-05 beside it (GET /sse, POST /messages).
import { randomUUID } from 'node:crypto';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  ErrorCode,
  isInitializeRequest,
  McpError,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import * as catalogue from './catalogue.mjs';

const added = [];
/** Every living server and the URIs that its client has subscribed to. */
const connected = new Map();

const notFound = (uri) => new McpError(ErrorCode.InvalidParams, `Resource ${uri} not found`);

/** Registers a resource of the catalogue. */
function register(server, { uri, name, mimeType, contents }) {
  server.registerResource(name, uri, mimeType ? { mimeType } : {}, () => ({
    contents: contents().map((content) => ({ uri, ...(mimeType && { mimeType }), ...content })),
  }));
}

/** Makes the server of one connection. */
function build() {
  const server = new McpServer(
    { name: 'sdk1-demo', version: '1.0.0' },
    { capabilities: { resources: { subscribe: true, listChanged: true } } },
  );
  for (const resource of [...catalogue.resources, ...added]) register(server, resource);

  const { template, users, notes } = catalogue.notes;
  const complete = {
    user: (value) => users.filter((user) => user.startsWith(value)),
    note: (value) => notes.filter((note) => note.startsWith(value)),
  };
  server.registerResource(
    'note',
    new ResourceTemplate(template, { list: undefined, complete }),
    { mimeType: 'text/plain' },
    (uri, { user, note }) => {
      const text = catalogue.noteOf(user, note);
      if (text === undefined) throw notFound(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    },
  );
  if (catalogue.directory !== undefined) {
    const list = async () => ({ resources: await catalogue.fileUris() });
    server.registerResource(
      'file',
      new ResourceTemplate(catalogue.files.template, { list }),
      { mimeType: 'text/plain' },
      async (uri, { path }) => {
        const text = await catalogue.fileText(path);
        if (text === undefined) throw notFound(uri.href);
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
      },
    );
  }

  const subscribed = new Set();
  server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  server.registerTool(
    'touch',
    { description: 'Changes a resource', inputSchema: { uri: z.string() } },
    async ({ uri }) => {
      catalogue.touched.set(uri, (catalogue.touched.get(uri) ?? 0) + 1);
      for (const [each, uris] of connected) if (uris.has(uri)) await each.server.sendResourceUpdated({ uri });
      return { content: [{ type: 'text', text: `touched ${uri}` }] };
    },
  );
  server.registerTool('add', { description: 'Adds a resource' }, () => {
    const resource = catalogue.another(added.length + 1);
    added.push(resource);
    for (const each of connected.keys()) register(each, resource);
    return { content: [{ type: 'text', text: `added ${resource.uri}` }] };
  });
  connected.set(server, subscribed);
  server.server.onclose = () => connected.delete(server);
  return server;
}

/** Answers a request that names no session, or one that is unknown. */
const refuse = (response, status, code, message) =>
  void response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });

function serveHttp() {
  const app = createMcpExpressApp();
  const sessions = new Map();
  const handle = async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id !== undefined) {
      const session = sessions.get(id);
      if (!session) return refuse(response, 404, -32001, 'Session not found');
      return session.handleRequest(request, response, request.body);
    }
    if (request.method !== 'POST' || !isInitializeRequest(request.body)) {
      return refuse(response, 400, -32000, 'Bad Request: No valid session ID provided');
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => sessions.set(session, transport),
      onsessionclosed: (session) => sessions.delete(session),
    });
    await build().connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
  app.post('/mcp', handle);
  app.get('/mcp', handle);
  app.delete('/mcp', handle);

  const streams = new Map();
  app.get('/sse', async (_request, response) => {
    const transport = new SSEServerTransport('/messages', response);
    streams.set(transport.sessionId, transport);
    response.on('close', () => streams.delete(transport.sessionId));
    await build().connect(transport);
  });
  app.post('/messages', async (request, response) => {
    const stream = streams.get(request.query.sessionId);
    if (!stream) return refuse(response, 404, -32001, 'Session not found');
    await stream.handlePostMessage(request, response, request.body);
  });
  const http = app.listen(catalogue.port, '127.0.0.1', () => catalogue.announce(http.address().port));
}

if (catalogue.transport === 'http') serveHttp();
else await build().connect(new StdioServerTransport());
