// Files by a careless handler on the official TypeScript SDK 2: it decodes its variable, joins and reads.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [root, prefix] = process.argv.slice(2);

serveStdio(() => {
  const server = new McpServer({ name: 'careless-sdk2', version: '1.0.0' });
  const template = new ResourceTemplate(`${prefix}{+path}`, { list: undefined });
  server.registerResource('file', template, {}, async (uri, { path }) => ({
    contents: [{ uri: uri.href, text: await readFile(join(root, decodeURIComponent(path)), 'utf8') }],
  }));
  return server;
});
