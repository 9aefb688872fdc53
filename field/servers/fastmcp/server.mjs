// A server on fastmcp, over stdio, or with --http <port>.
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';
const root = await realpath('files');
const users = { ada: ['1', '2', '3'], grace: ['1', '2', '3'] };
let touched = 0;
let added = 0;

const server = new FastMCP({ name: 'fastmcp', version: '1.0.0' });

server.addResource({
  uri: 'demo://greeting',
  name: 'greeting',
  mimeType: 'text/plain',
  load: async () => ({ text: `Grüße, touched ${touched} times` }),
});
server.addResource({
  uri: 'demo://pixel',
  name: 'pixel',
  mimeType: 'image/png',
  load: async () => ({ blob: pixel }),
});
server.addResource({
  uri: 'demo://empty',
  name: 'empty',
  mimeType: 'text/plain',
  load: async () => ({ text: '' }),
});
server.addResource({
  uri: 'demo://bundle',
  name: 'bundle',
  load: async () => [
    { uri: 'demo://bundle/readme', mimeType: 'text/plain', text: 'Two parts' },
    { uri: 'demo://bundle/pixel', mimeType: 'image/png', blob: pixel },
  ],
});

server.addResourceTemplate({
  uriTemplate: 'demo://users/{user}/notes/{note}',
  name: 'note',
  mimeType: 'text/plain',
  arguments: [
    {
      name: 'user',
      required: true,
      complete: async (value) => ({ values: Object.keys(users).filter((user) => user.startsWith(value)) }),
    },
    {
      name: 'note',
      required: true,
      complete: async (value) => ({ values: ['1', '2', '3'].filter((note) => note.startsWith(value)) }),
    },
  ],
  async load({ user, note }) {
    if (!Object.hasOwn(users, user) || !users[user].includes(note)) throw new UserError(`no note ${note} of ${user}`);
    return { text: `Note ${note} of ${user}` };
  },
});
server.addResourceTemplate({
  uriTemplate: 'demo://files/{+path}',
  name: 'file',
  mimeType: 'text/plain',
  arguments: [{ name: 'path', required: true }],
  async load({ path }) {
    try {
      const file = await realpath(join(root, decodeURIComponent(path)));
      if (file.startsWith(root + sep)) return { text: await readFile(file, 'utf8') };
    } catch {
      // Told below, as for what lies elsewhere.
    }
    throw new UserError(`no file ${path}`);
  },
});

server.addTool({
  name: 'touch',
  description: 'Updates a resource',
  parameters: z.object({ uri: z.string() }),
  async execute({ uri }) {
    touched++;
    await server.sendResourceUpdated(uri);
    return `touched ${uri}`;
  },
});
server.addTool({
  name: 'add',
  description: 'Adds a resource',
  async execute() {
    const uri = `demo://added/${++added}`;
    server.addResource({ uri, name: uri, mimeType: 'text/plain', load: async () => ({ text: `I am ${uri}` }) });
    return `added ${uri}`;
  },
});

if (process.argv[2] === '--http') {
  const httpStream = { port: Number(process.argv[3]), host: '127.0.0.1' };
  await server.start({ transportType: 'httpStream', httpStream });
} else await server.start({ transportType: 'stdio' });
