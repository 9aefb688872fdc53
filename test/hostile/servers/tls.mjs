// A server behind TLS whose certificate nobody vouches for; `plain` speaks no TLS where an https: address says so.
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { honest, listen, posts } from './http-core.mjs';

const [, , name, host = '127.0.0.1', protocol = 'https'] = process.argv;
const pem = (file) => readFileSync(new URL(`../certificate/${file}.pem`, import.meta.url));
const server =
  name === 'plain'
    ? createPlainServer(posts(honest))
    : createServer({ key: pem('key'), cert: pem('certificate') }, posts(honest));
listen(server, { host, protocol });
