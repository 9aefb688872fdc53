// A server on tmcp, for both eras: over stdio, or with --http <port> behind srvx.
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { HttpTransport } from '@tmcp/transport-http';
import { StdioTransport } from '@tmcp/transport-stdio';
import { serve } from 'srvx';
import { McpError, McpServer } from 'tmcp';
import { complete, resource, tool } from 'tmcp/utils';
import { z } from 'zod';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';
const root = await realpath('files');
const users = { ada: ['1', '2', '3'], grace: ['1', '2', '3'] };
let touched = 0;
let added = 0;

const server = new McpServer(
  { name: 'tmcp', version: '1.0.0', description: 'A demonstration' },
  {
    adapter: new ZodJsonSchemaAdapter(),
    capabilities: {
      tools: { listChanged: true },
      completions: {},
      resources: { listChanged: true, subscribe: true },
    },
  },
);
const notFound = (uri) => new McpError(-32602, `Resource ${uri} not found`);

server.resource(
  { name: 'greeting', description: 'A greeting', uri: 'demo://greeting', mimeType: 'text/plain' },
  (uri) => resource.text(uri, `Grüße, touched ${touched} times`, 'text/plain'),
);
server.resource({ name: 'pixel', description: 'A pixel', uri: 'demo://pixel', mimeType: 'image/png' }, (uri) =>
  resource.blob(uri, pixel, 'image/png'),
);
server.resource({ name: 'empty', description: 'Nothing', uri: 'demo://empty', mimeType: 'text/plain' }, (uri) =>
  resource.text(uri, '', 'text/plain'),
);
server.resource({ name: 'bundle', description: 'Two parts', uri: 'demo://bundle' }, () =>
  resource.mix([
    resource.text('demo://bundle/readme', 'Two parts', 'text/plain'),
    resource.blob('demo://bundle/pixel', pixel, 'image/png'),
  ]),
);

server.template(
  {
    name: 'note',
    description: 'A note of a user',
    uri: 'demo://users/{user}/notes/{note}',
    mimeType: 'text/plain',
    complete: {
      user: (value) => complete.values(Object.keys(users).filter((user) => user.startsWith(value))),
      note: (value) => complete.values(['1', '2', '3'].filter((note) => note.startsWith(value))),
    },
  },
  (uri, { user, note }) => {
    if (!Object.hasOwn(users, user) || !users[user].includes(note)) throw notFound(uri);
    return resource.text(uri, `Note ${note} of ${user}`, 'text/plain');
  },
);
server.template(
  {
    name: 'file',
    description: 'A file of the folder',
    uri: 'demo://files/{+path}',
    mimeType: 'text/plain',
    list: async () =>
      (await readdir(root, { withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => ({ uri: `demo://files/${encodeURIComponent(name)}`, name, mimeType: 'text/plain' })),
  },
  // The variable comes decoded.
  async (uri, { path }) => {
    const file = await realpath(join(root, path)).catch(() => root);
    if (!file.startsWith(root + sep)) throw notFound(uri);
    const text = await readFile(file, 'utf8').catch(() => Promise.reject(notFound(uri)));
    return resource.text(uri, text, 'text/plain');
  },
);

server.tool({ name: 'touch', description: 'Updates a resource', schema: z.object({ uri: z.string() }) }, ({ uri }) => {
  touched++;
  server.changed('resource', uri);
  return tool.text(`touched ${uri}`);
});
server.tool({ name: 'add', description: 'Adds a resource' }, () => {
  const uri = `demo://added/${++added}`;
  server.resource({ name: uri, description: 'Added', uri, mimeType: 'text/plain' }, () =>
    resource.text(uri, `I am ${uri}`, 'text/plain'),
  );
  return tool.text(`added ${uri}`);
});

if (process.argv[2] === '--http') {
  const transport = new HttpTransport(server, { path: '/mcp', allowedOrigins: [] });
  serve({
    port: Number(process.argv[3]),
    hostname: '127.0.0.1',
    silent: true,
    fetch: async (request) => (await transport.respond(request)) ?? new Response('Not found', { status: 404 }),
  });
} else new StdioTransport(server).listen();
