// A server on the official SDK 1: one McpServer for each connection, over stdio, or with --http <port> and sessions behind Express.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
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

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';
const root = await realpath('files');
const users = { ada: ['1', '2', '3'], grace: ['1', '2', '3'] };
const added = [];
/** Every living server, and the URIs to which its client has subscribed. */
const connected = new Map();
let touched = 0;

const notFound = (uri) => new McpError(ErrorCode.InvalidParams, `Resource ${uri} not found`);

/** The text of a file below the folder; undefined for all that is not one. */
async function fileText(path) {
  try {
    const file = await realpath(join(root, decodeURIComponent(path)));
    return file.startsWith(root + sep) ? await readFile(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function registerAdded(server, uri) {
  server.registerResource(uri, uri, { mimeType: 'text/plain' }, () => ({
    contents: [{ uri, mimeType: 'text/plain', text: `I am ${uri}` }],
  }));
}

function build() {
  const server = new McpServer(
    { name: 'typescript-sdk-1', version: '1.0.0' },
    { capabilities: { resources: { subscribe: true, listChanged: true } } },
  );

  server.registerResource('greeting', 'demo://greeting', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: `Grüße, touched ${touched} times` }],
  }));
  server.registerResource('pixel', 'demo://pixel', { mimeType: 'image/png' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: pixel }],
  }));
  server.registerResource('empty', 'demo://empty', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: '' }],
  }));
  server.registerResource('bundle', 'demo://bundle', {}, () => ({
    contents: [
      { uri: 'demo://bundle/readme', mimeType: 'text/plain', text: 'Two parts' },
      { uri: 'demo://bundle/pixel', mimeType: 'image/png', blob: pixel },
    ],
  }));
  for (const uri of added) registerAdded(server, uri);

  server.registerResource(
    'note',
    new ResourceTemplate('demo://users/{user}/notes/{note}', {
      list: undefined,
      complete: {
        user: (value) => Object.keys(users).filter((user) => user.startsWith(value)),
        note: (value, context) =>
          (users[context?.arguments?.user] ?? ['1', '2', '3']).filter((note) => note.startsWith(value)),
      },
    }),
    { mimeType: 'text/plain' },
    (uri, { user, note }) => {
      if (!Object.hasOwn(users, user) || !users[user].includes(note)) throw notFound(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: `Note ${note} of ${user}` }] };
    },
  );
  server.registerResource(
    'file',
    new ResourceTemplate('demo://files/{+path}', {
      list: async () => ({
        resources: (await readdir(root, { withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map(({ name }) => ({ uri: `demo://files/${encodeURIComponent(name)}`, name, mimeType: 'text/plain' })),
      }),
    }),
    { mimeType: 'text/plain' },
    async (uri, { path }) => {
      const text = await fileText(path);
      if (text === undefined) throw notFound(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    },
  );

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
    { description: 'Updates a resource', inputSchema: { uri: z.string() } },
    async ({ uri }) => {
      touched++;
      for (const [each, uris] of connected) if (uris.has(uri)) await each.server.sendResourceUpdated({ uri });
      return { content: [{ type: 'text', text: `touched ${uri}` }] };
    },
  );
  server.registerTool('add', { description: 'Adds a resource' }, () => {
    const uri = `demo://added/${added.length + 1}`;
    added.push(uri);
    for (const each of connected.keys()) registerAdded(each, uri);
    return { content: [{ type: 'text', text: `added ${uri}` }] };
  });
  connected.set(server, subscribed);
  server.server.onclose = () => connected.delete(server);
  return server;
}

function serveHttp(port) {
  const app = createMcpExpressApp();
  const transports = {};
  const refuse = (response, status, code, message) =>
    response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
  app.all('/mcp', async (request, response) => {
    const sessionId = request.headers['mcp-session-id'];
    if (sessionId !== undefined) {
      const transport = transports[sessionId];
      if (!transport) return refuse(response, 404, -32001, 'Session not found');
      return transport.handleRequest(request, response, request.body);
    }
    if (request.method !== 'POST' || !isInitializeRequest(request.body)) {
      return refuse(response, 400, -32000, 'Bad Request: No valid session ID provided');
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        transports[id] = transport;
      },
    });
    transport.onclose = () => {
      if (transport.sessionId) delete transports[transport.sessionId];
    };
    await build().connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  app.listen(port, '127.0.0.1');
}

if (process.argv[2] === '--http') serveHttp(Number(process.argv[3]));
else await build().connect(new StdioServerTransport());
