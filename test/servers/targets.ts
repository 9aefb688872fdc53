// The real servers that the suite is tried on, each on an SDK or framework that others have written.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isModern, type Revision, revisions } from '../../harness/wire.ts';

/** A server and how to start it. */
export interface RealServer {
  name: string;
  /** The package whose behaviour is judged, and the version that is really installed. */
  package: string;
  version: string;
  /** The argv that speaks over standard input and output. */
  stdio: string[];
  /** The argv that serves HTTP on the port that takes the place of `{port}` (also in $PORT), and the endpoint's path. */
  http?: { argv: string[]; path: string };
  /** Whether `--directory <folder>` may be added to an argv; its files are then served as demo://files/{+path}. */
  takesDirectory: boolean;
  /** The revisions that it speaks. */
  speaks: { stdio: readonly Revision[]; http: readonly Revision[] };
  /** Fixtures of the config file that fit this server. */
  fixtures?: Record<string, unknown>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const loopback = pathToFileURL(`${root}test/servers/loopback.mjs`).href;

/** The version of an installed package, read from its own manifest. */
const versionOf = (name: string): string =>
  JSON.parse(readFileSync(`${root}node_modules/${name}/package.json`, 'utf8')).version;

const legacy = revisions.filter((revision) => !isModern(revision));

const demoFixtures = {
  read: ['demo://greeting', 'demo://pixel', 'demo://empty', 'demo://bundle', 'demo://users/ada/notes/2'],
  unknown: ['demo://nowhere', 'demo://users/ada/notes/9'],
  templates: { 'demo://users/{user}/notes/{note}': { user: 'grace', note: '3' } },
  update: { uri: 'demo://greeting', tool: 'touch', arguments: { uri: 'demo://greeting' } },
  listChange: { tool: 'add', arguments: {} },
};

/** A server of this folder. */
function demo(name: string, of: string, spoken: readonly Revision[]): RealServer {
  const file = `${root}test/servers/${name}.mjs`;
  return {
    name,
    package: of,
    version: versionOf(of),
    stdio: [process.execPath, file, 'stdio'],
    http: { argv: [process.execPath, file, 'http', '--port', '{port}'], path: '/mcp' },
    takesDirectory: true,
    speaks: { stdio: spoken, http: spoken },
    fixtures: demoFixtures,
  };
}

/** The reference server of the project that writes the protocol, as its package starts it. */
function everything(): RealServer {
  const of = '@modelcontextprotocol/server-everything';
  const bin = `${root}node_modules/${of}/dist/index.js`;
  return {
    name: 'server-everything',
    package: of,
    version: versionOf(of),
    stdio: [process.execPath, bin, 'stdio'],
    // It listens on every interface, and has no option for the address.
    http: { argv: [process.execPath, '--import', loopback, bin, 'streamableHttp'], path: '/mcp' },
    takesDirectory: false,
    speaks: { stdio: legacy, http: legacy },
    fixtures: {
      read: ['demo://resource/dynamic/text/1', 'demo://resource/dynamic/blob/1'],
      unknown: ['demo://resource/nowhere'],
      templates: {
        'demo://resource/dynamic/text/{resourceId}': { resourceId: '1' },
        'demo://resource/dynamic/blob/{resourceId}': { resourceId: '1' },
      },
    },
  };
}

/** Every real server that offers resources. */
export const realServers: readonly RealServer[] = [
  demo('sdk2', '@modelcontextprotocol/server', revisions),
  demo('sdk1', '@modelcontextprotocol/sdk', legacy),
  everything(),
  demo('fastmcp', 'fastmcp', legacy),
  demo(
    'tmcp',
    'tmcp',
    revisions.filter((revision) => revision !== '2025-11-25'),
  ),
];

/** A server without resources: nothing is to be judged on it. */
export const toolsOnly: RealServer = {
  ...demo('tools-only', '@modelcontextprotocol/server', revisions),
  takesDirectory: false,
  fixtures: {},
};
