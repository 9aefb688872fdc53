// The stand-in for picomcp: legacy revisions only, over stdio, or with --http <port>.
import { demo } from './demo.mjs';
import { legacyVersions, Protocol } from './protocol.mjs';
import { serveHttp, serveStdio } from './serve.mjs';

const resources = await demo();
const open = () => new Protocol(resources, { name: 'picomcp', version: '1.0.0' }, legacyVersions);

if (process.argv[2] === '--http') serveHttp(open, Number(process.argv[3]));
else serveStdio(open);
