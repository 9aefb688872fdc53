// What a run was given in confidence stands nowhere in what it writes, whatever the server does with it.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runConformance } from '../../harness/index.ts';
import { formats } from '../../reports/index.ts';
import { type Done, halting, needBuilt, Place, talkative } from './command-line.ts';

// Each of another make: with what JSON, HTML and addresses escape, short ones, several lines.
const variables: Record<string, string> = {
  API_TOKEN: 'tk-7&b<q>"5\\%9',
  DB_PASSWORD: 'tiger',
  PLAIN: 'correct horse battery staple',
  PEM: '-----BEGIN-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END-----',
};
const headers: Record<string, string> = {
  Authorization: 'Bearer eyJhbGciOi.J9x-7_q',
  'X-Pin': 'p1n7',
  Cookie: 'a=crumb-one-1; b=crumb-two-2',
};
const words = [
  ...['tk-7&b', 'tiger', 'horse battery', 'MIIEvQIBADANBgkq', 'hkiG9w0BAQEFAASC', 'eyJhbGciOi.J9x-7_q', 'p1n7'],
  ...['crumb-one-1', 'crumb-two-2', 'baked-by-server', 'hunter2hunter2', 'q-s3cret'],
];
/** What must stand nowhere: a part of each secret, plain and as it may be written. */
const forbidden = words.flatMap((word) => [
  word,
  JSON.stringify(word).slice(1, -1),
  encodeURIComponent(word),
  word.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  Buffer.from(`it was ${word}`).toString('base64').slice(10, -4),
]);

let place: Place;
beforeAll(needBuilt);
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.close());

const leaks = (text: string): string[] => [
  ...new Set(forbidden.filter((each) => each.length > 3 && text.includes(each))),
];

/** Runs the command line with all report formats; answers all that it wrote. */
async function written(...args: string[]): Promise<Done & { reports: Record<string, string> }> {
  const files = formats
    .filter((each) => each !== 'terminal')
    .map((format) => [format, `out.${format === 'badge' ? 'svg' : format}`]);
  const done = await place.run(
    [...files.flatMap(([format, file]) => ['--report', `${format}=${file}`]), '--verbose', ...args],
    {
      env: { TALKATIVE: Object.keys(variables).join(',') },
    },
  );
  const reports = Object.fromEntries(
    files.map(([format, file]) => {
      try {
        return [format!, readFileSync(join(place.folder, file!), 'utf8')];
      } catch {
        return [format!, ''];
      }
    }),
  );
  return { ...done, reports };
}

const env = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
const header = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
const only = [
  '--only',
  'list,read,not-found,metadata,messages,stdio,http',
  '--revision',
  '2025-11-25',
  '--timeout',
  '1000',
];

function expectClean({ stdout, stderr, reports }: Awaited<ReturnType<typeof written>>): void {
  for (const [name, text] of Object.entries({ stdout, stderr, ...reports })) expect(leaks(text), name).toEqual([]);
}

describe('secrets', { timeout: 180_000 }, () => {
  it('of variables are masked in every format, in the rerun lines and in what the server logs', async () => {
    const out = await written(...only, ...env, '--', process.execPath, talkative);
    expect(out.code, out.stderr).toBe(1);
    expectClean(out);
    for (const text of [
      out.stdout,
      out.stderr,
      ...formats.filter((each) => !['terminal', 'badge'].includes(each)).map((each) => out.reports[each]!),
    ])
      expect(text.includes('••••') || text.includes('\\u2022')).toBe(true);
    expect(out.stdout).toContain('DB_PASSWORD=••••');
    expect(JSON.parse(out.reports.json!).legs[0].transcript.some((line: any) => line.direction === 'stderr')).toBe(
      true,
    );
  });

  it('of headers and cookies, and of an address, are masked over HTTP', async () => {
    const listening = await free();
    const address = `http://us:hunter2hunter2@127.0.0.1:${listening}/mcp?access_token=q-s3cret`;
    const launched = `"${process.execPath}" "${talkative}" --port {port}`;
    const out = await written(...only, ...header, ...env, '--http', launched);
    expect(out.code, out.stderr).toBe(1);
    expectClean(out);
    const { legs, command } = JSON.parse(out.reports.json!);
    expect(command).toContain('Authorization: ••••');
    expect(JSON.stringify(legs[0].transcript)).toContain('"set-cookie":"••••"');

    // Nobody listens there: the message names the address.
    const none = await written('--url', address);
    expect(none.code).toBe(3);
    expectClean(none);
  });

  it('are masked where the server refuses to start, and says why', async () => {
    const out = await written(...env, '--', process.execPath, talkative, '--refuse');
    expect(out.code).toBe(3);
    expect(out.stderr).toContain('started with ••••');
    expectClean(out);
  });

  it('are masked where several processes of a server write theirs in pieces, and where they are its own options', async () => {
    const [variable, option] = ['Sup3rS3cretTok3n', 'an0therS3cretOfTheServer'];
    const server = [process.execPath, halting, '--token', option];
    const told = [
      await written('--env', `API_TOKEN=${variable}`, '--', ...server),
      await written('--env', `API_TOKEN=${variable}`, '--stdio', server.map((word) => `"${word}"`).join(' ')),
      await written(
        '--env',
        `API_TOKEN=${variable}`,
        '--http',
        `${server.map((word) => `"${word}"`).join(' ')} {port}`,
      ),
    ];
    for (const { code, stdout, stderr, reports } of told) {
      expect(code, stderr).toBe(3);
      expect(stderr).toMatch(/^ {2}variable ••••$/m);
      expect(stderr).toMatch(/^ {2}option ••••$/m);
      for (const [name, text] of Object.entries({ stdout, stderr, ...reports }))
        expect(/Sup3r|S3cret|Tok3n|an0ther|OfTheS/.exec(text)?.[0], name).toBeUndefined();
      expect(JSON.parse(reports.json!).command.join(' ')).toMatch(/--token "?••••/);
    }
  });

  it('are masked in the events, the report and the errors of a program', async () => {
    const told: unknown[] = [];
    const options = { headers, env: { ...variables, TALKATIVE: Object.keys(variables).join(',') } };
    const target = { stdio: [process.execPath, talkative] };
    const report = await runConformance({
      target,
      ...options,
      revisions: ['2025-11-25'],
      only: ['list', 'read'],
      onEvent: (event) => told.push(event),
    });
    expect(leaks(JSON.stringify(report))).toEqual([]);
    expect(told.length).toBeGreaterThan(10);
    expect(told).toContainEqual({ type: 'stderr', text: expect.stringContaining('and again ••••') });
    expect(leaks(JSON.stringify(told))).toEqual([]);
    const refused = runConformance({ target: { stdio: [...target.stdio, '--refuse'] }, ...options });
    await expect(refused).rejects.toThrow(/••••/);
    await refused.catch(({ message, stack }) => expect(leaks(message + stack)).toEqual([]));
  });

  it('stand in no message about a config or a command line that is wrong', async () => {
    const wrong = [
      [{ target: { url: 'http://x/', headers: { Authorization: ['Bearer eyJhbGciOi.J9x-7_q'] } } }],
      [{ target: { url: 'http://x/', headers: { Authorization: 'Bearer eyJhbGciOi.J9x-7_q\n' } } }],
      [{ target: { url: 'ftp://us:hunter2hunter2@x/' } }],
      [{ target: { stdio: 'x', env: { A: 'hunter2hunter2\0' } } }],
    ];
    for (const [config] of wrong) {
      const out = await place.run(['--config', place.file('wrong.json', JSON.stringify(config))]);
      expect(out.code).toBe(2);
      expect(leaks(out.stderr), out.stderr).toEqual([]);
    }
    const broken = place.file(
      'broken.json',
      '{ "target": { "headers": { "Authorization": "Bearer eyJhbGciOi.J9x-7_q" "X": 1 } } }',
    );
    const out = await place.run(['--config', broken]);
    expect(out).toMatchObject({ code: 2, stderr: expect.stringContaining('line 1, column 73') });
    expect(leaks(out.stderr)).toEqual([]);
    for (const argv of [
      ['--url', 'http://us:hunter2hunter2@x:y/'],
      ['--header', 'Bearer eyJhbGciOi.J9x-7_q'],
      ['--env', 'hunter2hunter2'],
      ['--http', 'x --token hunter2hunter2 | y'],
      ['--http', "x --api-key='hunter2hunter2"],
    ]) {
      const bad = await place.run(argv[0] === '--http' ? argv : [...argv, '--stdio', 'x']);
      expect(bad.code).toBe(2);
      expect(leaks(bad.stderr), bad.stderr).toEqual([]);
    }
  });
});

/** A port at which nobody listens. */
async function free(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
