// A server on the official SDK 2, for both eras: over stdio, or with --http <port> behind Express.
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { createMcpExpressApp } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const port = process.argv[2] === '--http' ? Number(process.argv[3]) : undefined;
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';
const root = await realpath('files');
const users = { ada: ['1', '2', '3'], grace: ['1', '2', '3'] };
const place = z.object({ city: z.string() });
const added = [];
let touched = 0;
let notify;

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

function build({ era }) {
  // Legacy HTTP is served without sessions: nobody could be told of a change.
  const changes = era === 'modern' || port === undefined;
  const server = new McpServer(
    { name: 'typescript-sdk', version: '1.0.0' },
    { capabilities: { resources: { subscribe: changes, listChanged: changes } } },
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
  if (era === 'modern') {
    server.registerResource('forecast', 'demo://forecast', { mimeType: 'text/plain' }, (uri, { mcpReq }) => {
      const city = acceptedContent(mcpReq.inputResponses, 'place', place)?.city;
      if (city !== undefined) return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: `Rain in ${city}` }] };
      return inputRequired({
        inputRequests: { place: inputRequired.elicit({ message: 'For which city?', requestedSchema: place }) },
      });
    });
  }

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
      if (!Object.hasOwn(users, user) || !users[user].includes(note)) throw new ResourceNotFoundError(uri.href);
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
      if (text === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    },
  );

  const subscribed = new Set();
  if (changes && era === 'legacy') {
    server.server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri);
      return {};
    });
    server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscribed.delete(params.uri);
      return {};
    });
  }
  server.registerTool(
    'touch',
    { description: 'Updates a resource', inputSchema: z.object({ uri: z.string() }) },
    async ({ uri }) => {
      touched++;
      if (notify) notify.resourceUpdated(uri);
      else if (era === 'modern' || subscribed.has(uri)) await server.server.sendResourceUpdated({ uri });
      return { content: [{ type: 'text', text: `touched ${uri}` }] };
    },
  );
  server.registerTool('add', { description: 'Adds a resource' }, () => {
    const uri = `demo://added/${added.length + 1}`;
    added.push(uri);
    if (notify) notify.resourcesChanged();
    else registerAdded(server, uri);
    return { content: [{ type: 'text', text: `added ${uri}` }] };
  });
  return server;
}

if (port === undefined) serveStdio(build);
else {
  const handler = createMcpHandler(build);
  notify = handler.notify;
  const serve = toNodeHandler(handler);
  createMcpExpressApp()
    .all('/mcp', (request, response) => serve(request, response, request.body))
    .listen(port, '127.0.0.1');
}
