// A server on tmcp, which speaks both eras on the same transport.
import { ValibotJsonSchemaAdapter } from '@tmcp/adapter-valibot';
import { HttpTransport } from '@tmcp/transport-http';
import { StdioTransport } from '@tmcp/transport-stdio';
import { serve } from 'srvx';
import { McpError, McpServer } from 'tmcp';
import { complete, resource, tool } from 'tmcp/utils';
import * as v from 'valibot';
import * as catalogue from './catalogue.mjs';

const server = new McpServer(
  { name: 'tmcp-demo', version: '1.0.0', description: 'A demonstration' },
  {
    adapter: new ValibotJsonSchemaAdapter(),
    capabilities: { tools: {}, completions: {}, resources: { listChanged: true, subscribe: true } },
  },
);
let count = 0;

const notFound = (uri) => new McpError(-32602, `Resource ${uri} not found`);

/** Registers a resource of the catalogue. */
function register({ uri, name, mimeType, contents }) {
  const description = `The ${name}`;
  server.resource({ uri, name, description, ...(mimeType && { mimeType }) }, () => ({
    contents: contents().map((content) => ({ uri, ...(mimeType && { mimeType }), ...content })),
  }));
}

for (const each of catalogue.resources) register(each);

server.template(
  {
    uri: catalogue.notes.template,
    name: 'note',
    description: 'A note of a user',
    mimeType: 'text/plain',
    complete: {
      user: (value) => complete.values(catalogue.notes.users.filter((user) => user.startsWith(value))),
      note: (value) => complete.values(catalogue.notes.notes.filter((note) => note.startsWith(value))),
    },
  },
  (uri, { user, note }) => {
    const text = catalogue.noteOf(user, note);
    if (text === undefined) throw notFound(uri);
    return resource.text(uri, text, 'text/plain');
  },
);
if (catalogue.directory !== undefined) {
  server.template(
    {
      uri: catalogue.files.template,
      name: 'file',
      description: 'A file of the folder',
      mimeType: 'text/plain',
      list: () => catalogue.fileUris(),
    },
    async (uri, { path }) => {
      // The variable comes decoded; the folder's reader takes it encoded.
      const text = await catalogue.fileText(encodeURIComponent(path));
      if (text === undefined) throw notFound(uri);
      return resource.text(uri, text, 'text/plain');
    },
  );
}

server.tool({ name: 'touch', description: 'Changes a resource', schema: v.object({ uri: v.string() }) }, ({ uri }) => {
  catalogue.touched.set(uri, (catalogue.touched.get(uri) ?? 0) + 1);
  server.changed('resource', uri);
  return tool.text(`touched ${uri}`);
});
server.tool({ name: 'add', description: 'Adds a resource' }, () => {
  const added = catalogue.another(++count);
  register(added);
  return tool.text(`added ${added.uri}`);
});

if (catalogue.transport === 'http') {
  const transport = new HttpTransport(server, { path: '/mcp', allowedOrigins: [] });
  const http = serve({
    port: catalogue.port,
    hostname: '127.0.0.1',
    silent: true,
    fetch: async (request) => (await transport.respond(request)) ?? new Response('Not found', { status: 404 }),
  });
  await http.ready();
  catalogue.announce(new URL(http.url).port);
} else new StdioTransport(server).listen();
