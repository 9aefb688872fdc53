// The stand-in for picomcp once more, claiming 2026-07-28: all is as that revision wants it, but for -32002 where nothing is.
import { demo } from '../picomcp/demo.mjs';
import { modernVersion, Protocol } from '../picomcp/protocol.mjs';
import { serveHttp, serveStdio } from '../picomcp/serve.mjs';

const resources = await demo();
const open = () => new Protocol(resources, { name: 'picomcp-modern', version: '1.0.0' }, [modernVersion]);

if (process.argv[2] === '--http') serveHttp(open, Number(process.argv[3]));
else serveStdio(open);
