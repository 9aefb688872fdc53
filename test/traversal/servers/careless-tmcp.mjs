// Files by a careless handler on tmcp, which decodes the variables itself: it joins and reads.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ValibotJsonSchemaAdapter } from '@tmcp/adapter-valibot';
import { StdioTransport } from '@tmcp/transport-stdio';
import { McpServer } from 'tmcp';
import { resource } from 'tmcp/utils';

const [root, prefix] = process.argv.slice(2);

const server = new McpServer(
  { name: 'careless-tmcp', version: '1.0.0', description: 'Careless' },
  { adapter: new ValibotJsonSchemaAdapter(), capabilities: { resources: {} } },
);
server.template({ uri: `${prefix}{+path}`, name: 'file', description: 'A file' }, async (uri, { path }) =>
  resource.text(uri, await readFile(join(root, path), 'utf8'), 'text/plain'),
);
new StdioTransport(server).listen();
