// A server on mcp-framework, which finds its resources in the folder of that name: over stdio, or with --http <port>.
import { MCPServer } from 'mcp-framework';

const port = process.argv[2] === '--http' ? Number(process.argv[3]) : undefined;
const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
const options = { port, host: '127.0.0.1', endpoint: '/mcp', cors: { allowedOrigins: origins } };
const server = new MCPServer({
  name: 'mcp-framework',
  version: '1.0.0',
  basePath: import.meta.dirname,
  transport: port === undefined ? { type: 'stdio' } : { type: 'http-stream', options },
});
await server.start();
