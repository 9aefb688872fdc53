// A server on fastmcp, which speaks the legacy revisions only.
import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import * as catalogue from './catalogue.mjs';

const server = new FastMCP({ name: 'fastmcp-demo', version: '1.0.0' });
let count = 0;

/** Registers a resource of the catalogue. */
function register({ uri, name, mimeType, contents }) {
  server.addResource({ uri, name, ...(mimeType && { mimeType }), load: async () => contents() });
}

for (const resource of catalogue.resources) register(resource);

server.addResourceTemplate({
  uriTemplate: catalogue.notes.template,
  name: 'note',
  mimeType: 'text/plain',
  arguments: [
    {
      name: 'user',
      required: true,
      complete: async (value) => ({ values: catalogue.notes.users.filter((user) => user.startsWith(value)) }),
    },
    {
      name: 'note',
      required: true,
      complete: async (value) => ({ values: catalogue.notes.notes.filter((note) => note.startsWith(value)) }),
    },
  ],
  async load({ user, note }) {
    const text = catalogue.noteOf(user, note);
    if (text === undefined) throw new Error(`no note ${note} of ${user}`);
    return { text };
  },
});
if (catalogue.directory !== undefined) {
  server.addResourceTemplate({
    uriTemplate: catalogue.files.template,
    name: 'file',
    mimeType: 'text/plain',
    arguments: [{ name: 'path', required: true }],
    async load({ path }) {
      const text = await catalogue.fileText(path);
      if (text === undefined) throw new Error(`no file ${path}`);
      return { text };
    },
  });
}

server.addTool({
  name: 'touch',
  description: 'Changes a resource',
  parameters: z.object({ uri: z.string() }),
  async execute({ uri }) {
    catalogue.touched.set(uri, (catalogue.touched.get(uri) ?? 0) + 1);
    await server.sendResourceUpdated(uri);
    return `touched ${uri}`;
  },
});
server.addTool({
  name: 'add',
  description: 'Adds a resource',
  async execute() {
    const resource = catalogue.another(++count);
    register(resource);
    return `added ${resource.uri}`;
  },
});

if (catalogue.transport === 'http') {
  await server.start({ transportType: 'httpStream', httpStream: { port: catalogue.port, host: '127.0.0.1' } });
} else await server.start({ transportType: 'stdio' });
