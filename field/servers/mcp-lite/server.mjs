// A server on mcp-lite, which has HTTP alone: --http <port>, behind Hono, with sessions in memory.
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { InMemorySessionAdapter, McpServer, RpcError, StreamableHttpTransport } from 'mcp-lite';
import { z } from 'zod';

const port = Number(process.argv[3]);
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';
const root = await realpath('files');
const users = { ada: ['1', '2', '3'], grace: ['1', '2', '3'] };
let added = 0;

const server = new McpServer({
  name: 'mcp-lite',
  version: '1.0.0',
  schemaAdapter: (schema) => z.toJSONSchema(schema),
});
const notFound = (uri) => new RpcError(-32002, 'Resource not found', { uri });

server.resource('demo://greeting', { name: 'greeting', mimeType: 'text/plain' }, async (uri) => ({
  contents: [{ uri: uri.href, type: 'text', text: 'Grüße', mimeType: 'text/plain' }],
}));
server.resource('demo://pixel', { name: 'pixel', mimeType: 'image/png' }, async (uri) => ({
  contents: [{ uri: uri.href, type: 'blob', blob: pixel, mimeType: 'image/png' }],
}));
server.resource('demo://empty', { name: 'empty', mimeType: 'text/plain' }, async (uri) => ({
  contents: [{ uri: uri.href, type: 'text', text: '', mimeType: 'text/plain' }],
}));
server.resource('demo://bundle', { name: 'bundle' }, async () => ({
  contents: [
    { uri: 'demo://bundle/readme', type: 'text', text: 'Two parts', mimeType: 'text/plain' },
    { uri: 'demo://bundle/pixel', type: 'blob', blob: pixel, mimeType: 'image/png' },
  ],
}));
server.resource(
  'demo://users/{user}/notes/{note}',
  { name: 'note', mimeType: 'text/plain' },
  async (uri, { user, note }) => {
    if (!Object.hasOwn(users, user) || !users[user].includes(note)) throw notFound(uri.href);
    return { contents: [{ uri: uri.href, type: 'text', text: `Note ${note} of ${user}`, mimeType: 'text/plain' }] };
  },
);
// {+path} is nothing that the library knows: it makes an invalid regular expression of it.
server.resource('demo://files/{path}', { name: 'file', mimeType: 'text/plain' }, async (uri, { path }) => {
  try {
    const file = await realpath(join(root, decodeURIComponent(path)));
    if (file.startsWith(root + sep)) {
      return {
        contents: [{ uri: uri.href, type: 'text', text: await readFile(file, 'utf8'), mimeType: 'text/plain' }],
      };
    }
  } catch {
    // Told below, as for what lies elsewhere.
  }
  throw notFound(uri.href);
});

server.tool('add', {
  description: 'Adds a resource',
  handler: () => {
    const uri = `demo://added/${++added}`;
    server.resource(uri, { name: uri, mimeType: 'text/plain' }, async () => ({
      contents: [{ uri, type: 'text', text: `I am ${uri}`, mimeType: 'text/plain' }],
    }));
    return { content: [{ type: 'text', text: `added ${uri}` }] };
  },
});

const transport = new StreamableHttpTransport({
  sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 1024 }),
  allowedHosts: ['127.0.0.1', `127.0.0.1:${port}`, 'localhost', `localhost:${port}`],
  allowedOrigins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
});
const handle = transport.bind(server);
const app = new Hono();
app.all('/mcp', (context) => handle(context.req.raw));
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
