// A run talks to nothing but its server: in a network namespace without any way out it does the same as ever.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needBuilt, Place, reference } from './command-line.ts';

let place: Place;
beforeAll(needBuilt);
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.close());

/** How a program is started where there is no network at all, and where there is a loopback device alone. */
const alone = [
  ['unshare', '-n'],
  ['unshare', '-rn'],
].find(([program, ...args]) => spawnSync(program!, [...args, 'true']).status === 0);
const up = alone && [...alone, 'sh', '-c', 'ip link set lo up 2>/dev/null || ifconfig lo up; exec "$0" "$@"'];
const looped =
  up &&
  spawnSync(up[0]!, [...up.slice(1), 'sh', '-c', 'cat /sys/class/net/lo/flags'])
    .stdout?.toString()
    .trim() === '0x9';

const only = ['--quiet', '--only', 'list,read,completion'];
const over = {
  stdio: [...only, '--', process.execPath, reference],
  http: [...only, '--http', `"${process.execPath}" "${reference}" --http --port {port}`],
};

describe('without a network', { timeout: 120_000 }, () => {
  it.skipIf(!alone)(
    'a run over stdio does the same as ever (needs Linux and the right to a network namespace)',
    async () => {
      const { code, stdout, stderr } = await place.run(over.stdio, { by: alone! });
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(/[1-9]\d* pass/);
    },
  );

  it.skipIf(!looped)(
    'so does one over HTTP, with a loopback device alone (needs Linux and the right to a network namespace)',
    async () => {
      const { code, stdout, stderr } = await place.run(over.http, { by: up! });
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(/[1-9]\d* pass/);
    },
  );

  it.each(['stdio', 'http'] as const)(
    'over %s no name is looked up, and nothing is connected to but the server',
    async (way) => {
      const { code, stderr } = await place.run(over[way]);
      expect(code, stderr).toBe(0);
      const deeds = place.deeds();
      expect(deeds.filter(({ kind }) => kind === 'lookup' || kind === 'datagram')).toEqual([]);
      const hosts = new Set(deeds.filter(({ kind }) => kind === 'connect').map(({ what }) => what.host));
      expect([...hosts].filter((host) => host !== '127.0.0.1' && host !== '::1')).toEqual([]);
      expect(hosts.size > 0).toBe(way === 'http');
    },
  );

  it('a name that is no part of this machine is not found, as it is watched here', async () => {
    const { code } = await place.run([...only, '--url', 'http://elsewhere.invalid/mcp']);
    expect(code).toBe(3);
    const asked = place
      .deeds()
      .filter(({ kind }) => kind === 'lookup')
      .map(({ what }) => what);
    expect(new Set(asked)).toEqual(new Set(['elsewhere.invalid']));
  });
});

describe('the code', () => {
  it('starts processes in two places: a server that was named, and a command that the config names', () => {
    const folder = join(import.meta.dirname, '../../harness');
    const starting = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        /['"](?:node:)?child_process['"]|['"]execa['"]|['"](?:node:)?cluster['"]|worker_threads/.test(
          readFileSync(join(folder, file), 'utf8'),
        ),
      )
      .sort();
    expect(starting).toEqual(['transport/process.ts', 'trigger-command.ts']);
  });
});
