// A server on mcp-use, which has HTTP alone: --http <port>.
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { MCPServer } from 'mcp-use';
import { z } from 'zod';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';
const root = await realpath('files');
const users = { ada: ['1', '2', '3'], grace: ['1', '2', '3'] };
let touched = 0;
let added = 0;

/** The text of a file below the folder; undefined for all that is not one. */
async function fileText(path) {
  try {
    const file = await realpath(join(root, decodeURIComponent(path)));
    return file.startsWith(root + sep) ? await readFile(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

const server = new MCPServer({
  name: 'mcp-use',
  version: '1.0.0',
  allowedOrigins: ['127.0.0.1', 'localhost'],
});

server.resource({ name: 'greeting', uri: 'demo://greeting', mimeType: 'text/plain' }, async (uri) => ({
  contents: [{ uri: uri.href, mimeType: 'text/plain', text: `Grüße, touched ${touched} times` }],
}));
server.resource({ name: 'pixel', uri: 'demo://pixel', mimeType: 'image/png' }, async (uri) => ({
  contents: [{ uri: uri.href, mimeType: 'image/png', blob: pixel }],
}));
server.resource({ name: 'empty', uri: 'demo://empty', mimeType: 'text/plain' }, async (uri) => ({
  contents: [{ uri: uri.href, mimeType: 'text/plain', text: '' }],
}));
server.resource({ name: 'bundle', uri: 'demo://bundle' }, async () => ({
  contents: [
    { uri: 'demo://bundle/readme', mimeType: 'text/plain', text: 'Two parts' },
    { uri: 'demo://bundle/pixel', mimeType: 'image/png', blob: pixel },
  ],
}));
server.resourceTemplate(
  {
    name: 'note',
    uriTemplate: 'demo://users/{user}/notes/{note}',
    mimeType: 'text/plain',
    complete: { user: Object.keys(users), note: ['1', '2', '3'] },
  },
  async (uri, { user, note }) => {
    if (!Object.hasOwn(users, user) || !users[user].includes(note)) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: `Note ${note} of ${user}` }] };
  },
);
server.resourceTemplate(
  { name: 'file', uriTemplate: 'demo://files/{+path}', mimeType: 'text/plain' },
  async (uri, { path }) => {
    const text = await fileText(path);
    if (text === undefined) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
  },
);
server.resourceTemplate(
  { name: 'added', uriTemplate: 'demo://added/{number}', mimeType: 'text/plain' },
  async (uri, { number }) => {
    if (!(Number(number) >= 0 && Number(number) <= added)) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: `I am number ${number}` }] };
  },
);
// Nothing can be registered once the server listens: what is added later is put into the list on its way out.
server.use('mcp:resources/list', async (_context, next) => [
  ...(await next()),
  ...Array.from({ length: added }, (_, at) => `demo://added/${at + 1}`).map((uri) => ({ uri, name: uri })),
]);
server.tool(
  { name: 'touch', description: 'Updates a resource', inputSchema: z.object({ uri: z.string() }) },
  async ({ uri }) => {
    touched++;
    await server.notifyResourceUpdated(uri);
    return { content: [{ type: 'text', text: `touched ${uri}` }] };
  },
);
server.tool({ name: 'add', description: 'Adds a resource' }, async () => {
  added++;
  await server.notifyResourcesChanged();
  return { content: [{ type: 'text', text: `added demo://added/${added}` }] };
});

await server.listen(Number(process.argv[3]), { host: '127.0.0.1' });
