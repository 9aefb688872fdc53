import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { forget, temporaryFolder } from '../canary.ts';
import { type Mutant, MutantHost } from '../mutate.ts';
import type { Fixtures } from '../run-options.ts';
import { type Connector, connectorFor, memoryConnector } from '../transport/connector.ts';
import { overPipes } from '../transport/stdio.ts';
import type { Revision } from '../wire.ts';
import { shippedDirectory } from './directory.ts';
import type { FaultName } from './faults.ts';
import { referenceFixtures } from './fixtures.ts';
import { jsonText } from './json-text.ts';
import { servePiped } from './piped.ts';
import { Reference } from './reference.ts';

/** A mutant of the reference server, ready to be connected to. */
export interface Served {
  connector: Connector;
  fixtures: Fixtures;
  /** Whether the mutant ever made a difference. */
  changed(): boolean;
  /** What the mutant itself threw; undefined if all is well. */
  thrown(): unknown;
  close(): Promise<void>;
}

/** How a mutant is reached: `stdio` by pipes inside this process, `http` and `sse` by sockets. */
export type Over = 'memory' | 'stdio' | 'http' | 'sse';

// Every request over HTTP carries it, so that a server can be caught serving those that do not.
const token = 'of-the-proving-ground';

/** Where mutants of the reference server are run: inside this process, over memory or over real HTTP. */
export interface ProvingGround {
  limits: { timeout: number; startTimeout: number; maxPages: number; sample: number };
  serve(mutant: Mutant, revision: Revision, over: Over): Promise<Served>;
  close(): Promise<void>;
}

/** Opens a proving ground with a served folder of its own, which `close` removes. */
export async function openGround(): Promise<ProvingGround> {
  const root = temporaryFolder('mcp-resource-conformance-ground-');
  // Reached through a symbolic link, as folders for temporary files are on some systems: no server may stumble over that.
  const behind = join(root, 'behind', 'served');
  const directory = join(root, 'served');
  // At once, or a copy under way would outlive a signal.
  cpSync(shippedDirectory(), behind, { recursive: true });
  symlinkSync(behind, directory, process.platform === 'win32' ? 'junction' : 'dir');
  const fixtures = referenceFixtures(directory);
  // Inside one process an answer comes at once or never.
  const limits = { timeout: 250, startTimeout: 2000, maxPages: 100, sample: 100 };
  return {
    limits,
    async serve(mutant, revision, over) {
      const faults = (mutant.faults ?? []) as FaultName[];
      const reference = new Reference({ directory, faults });
      const host = new MutantHost(reference, mutant, revision);
      const hosts = [host];
      const thrown = () => hosts.find((each) => each.thrown !== undefined)?.thrown;
      const changed = () => hosts.some((each) => each.changed) || reference.used.size > 0;
      if (over === 'memory') {
        const connector = memoryConnector(host, (message) => jsonText(message, reference.faults));
        return { connector, fixtures, changed, thrown, close: async () => {} };
      }
      if (over === 'stdio') {
        const connector: Connector = {
          kind: 'stdio',
          shared: false,
          isolated: true,
          // Each session launches a process, which knows nothing of the others.
          connect: async () => {
            const launched = new MutantHost(new Reference({ directory, faults: reference.faults }), mutant, revision);
            hosts.push(launched);
            return overPipes(servePiped(launched, reference.faults));
          },
          async close() {},
        };
        return { connector, fixtures, changed, thrown, close: async () => {} };
      }
      const [{ serveHttp }, { serveSse }] = await Promise.all([import('./http.ts'), import('./sse.ts')]);
      const server = await (over === 'http' ? serveHttp : serveSse)(host, { faults: reference.faults, token });
      const target = over === 'http' ? { url: server.url } : { sse: server.url };
      const headers = { Authorization: `Bearer ${token}` };
      const connector = connectorFor(target, { headers, startTimeout: limits.startTimeout });
      return { connector: { ...connector, isolated: true }, fixtures, changed, thrown, close: () => server.close() };
    },
    close: async () => forget(root),
  };
}
