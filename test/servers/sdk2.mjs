// A server on the official TypeScript SDK 2: one factory for both eras, over stdio and over HTTP.
import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import * as catalogue from './catalogue.mjs';

const added = [];
const overHttp = catalogue.transport === 'http';
let notify;

/** Registers a resource of the catalogue. */
function register(server, { uri, name, mimeType, contents }) {
  server.registerResource(name, uri, mimeType ? { mimeType } : {}, () => ({
    contents: contents().map((content) => ({ uri, ...(mimeType && { mimeType }), ...content })),
  }));
}

/** Makes one server: for one request over HTTP, for one connection over stdio. */
function build({ era }) {
  // Legacy HTTP is served without sessions, so it has nobody to notify.
  const subscribe = era === 'modern' || !overHttp;
  const server = new McpServer(
    { name: 'sdk2-demo', version: '1.0.0' },
    { capabilities: { resources: { subscribe, listChanged: subscribe } } },
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
      if (text === undefined) throw new ResourceNotFoundError(uri.href);
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
        if (text === undefined) throw new ResourceNotFoundError(uri.href);
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
      },
    );
  }

  const subscribed = new Set();
  if (subscribe && era === 'legacy') {
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
    { description: 'Changes a resource', inputSchema: z.object({ uri: z.string() }) },
    async ({ uri }) => {
      catalogue.touched.set(uri, (catalogue.touched.get(uri) ?? 0) + 1);
      if (overHttp) notify.resourceUpdated(uri);
      else if (era === 'modern' || subscribed.has(uri)) await server.server.sendResourceUpdated({ uri });
      return { content: [{ type: 'text', text: `touched ${uri}` }] };
    },
  );
  server.registerTool('add', { description: 'Adds a resource' }, () => {
    const resource = catalogue.another(added.length + 1);
    added.push(resource);
    if (overHttp) notify.resourcesChanged();
    else register(server, resource);
    return { content: [{ type: 'text', text: `added ${resource.uri}` }] };
  });
  return server;
}

if (overHttp) {
  const handler = createMcpHandler(build);
  notify = handler.notify;
  const serve = toNodeHandler(handler);
  const allowed = [localhostHostValidation(), localhostOriginValidation()];
  const http = createServer((request, response) => {
    if (allowed.every((validate) => validate(request, response))) void serve(request, response);
  });
  http.listen(catalogue.port, '127.0.0.1', () => catalogue.announce(http.address().port));
} else serveStdio(build);
