// A server on Mastra, which speaks 2026-07-28 alone: over stdio, or with --http <port>.
import { readdir, readFile, realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, sep } from 'node:path';
import { createTool } from '@mastra/core/tools';
import { MCPServer } from '@mastra/mcp';
import { z } from 'zod';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';
const root = await realpath('files');
const users = { ada: ['1', '2', '3'], grace: ['1', '2', '3'] };
let touched = 0;

const fixed = {
  'demo://greeting': () => ({ text: `Grüße, touched ${touched} times` }),
  'demo://pixel': () => ({ blob: pixel }),
  'demo://empty': () => ({ text: '' }),
  'demo://bundle': () => [{ text: 'Two parts' }, { blob: pixel }],
};
const resources = [
  { uri: 'demo://greeting', name: 'greeting', mimeType: 'text/plain' },
  { uri: 'demo://pixel', name: 'pixel', mimeType: 'image/png' },
  { uri: 'demo://empty', name: 'empty', mimeType: 'text/plain' },
  { uri: 'demo://bundle', name: 'bundle' },
  { uri: 'demo://forecast', name: 'forecast', mimeType: 'text/plain' },
];
const templates = [
  { uriTemplate: 'demo://users/{user}/notes/{note}', name: 'note', mimeType: 'text/plain' },
  { uriTemplate: 'demo://files/{+path}', name: 'file', mimeType: 'text/plain' },
];

/** The text of a file below the folder. */
async function fileText(path) {
  const file = await realpath(join(root, decodeURIComponent(path)));
  if (!file.startsWith(root + sep)) throw new Error(`${path} lies elsewhere`);
  return readFile(file, 'utf8');
}

async function listResources() {
  const files = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isFile());
  const uriOf = ({ name }) => `demo://files/${encodeURIComponent(name)}`;
  return [...resources, ...files.map((file) => ({ uri: uriOf(file), name: file.name, mimeType: 'text/plain' }))];
}

async function getResourceContent({ uri, resumeData, suspend }) {
  if (uri === 'demo://forecast') {
    if (resumeData?.city) return { text: `Rain in ${resumeData.city}` };
    await suspend({ message: 'For which city?' });
    return;
  }
  if (Object.hasOwn(fixed, uri)) return fixed[uri]();
  const [, user, note] = /^demo:\/\/users\/([^/]+)\/notes\/([^/]+)$/.exec(uri) ?? [];
  if (user !== undefined && users[user]?.includes(note)) return { text: `Note ${note} of ${user}` };
  const [, path] = /^demo:\/\/files\/(.+)$/.exec(uri) ?? [];
  if (path !== undefined) return { text: await fileText(path) };
  throw new Error(`Resource content not found for ${uri}`);
}

const server = new MCPServer({
  id: 'mastra',
  name: 'mastra',
  version: '1.0.0',
  tools: {
    touch: createTool({
      id: 'touch',
      description: 'Updates a resource',
      inputSchema: z.object({ uri: z.string() }),
      execute: async ({ uri }) => {
        touched++;
        await server.resources.notifyUpdated({ uri });
        return { touched: uri };
      },
    }),
    add: createTool({
      id: 'add',
      description: 'Adds a resource',
      inputSchema: z.object({}),
      execute: async () => {
        const uri = `demo://added/${resources.length}`;
        resources.push({ uri, name: uri, mimeType: 'text/plain' });
        fixed[uri] = () => ({ text: `I am ${uri}` });
        await server.resources.notifyListChanged();
        return { added: uri };
      },
    }),
  },
  resources: {
    listResources,
    getResourceContent,
    resourceTemplates: async () => templates,
    resumeSchema: z.object({ city: z.string() }),
  },
});

if (process.argv[2] === '--http') {
  const port = Number(process.argv[3]);
  const options = {
    enableDnsRebindingProtection: true,
    allowedHosts: ['127.0.0.1', 'localhost'],
    allowedOrigins: ['http://127.0.0.1', 'http://localhost'],
  };
  createServer(async (req, res) => {
    const url = new URL(req.url ?? '', `http://127.0.0.1:${port}`);
    await server.startHTTP({ url, httpPath: '/mcp', req, res, options });
  }).listen(port, '127.0.0.1');
} else await server.startStdio();
