import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CouldNotRun } from '../../harness/run-options.ts';
import { inFolder, reportOf, result, run } from './world.ts';

const server = ['--stdio', 'node server.js'];
const readJson = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

describe('reports', () => {
  it('go to the terminal where nothing else is asked for', async () => {
    const { code, stdout, stderr } = await run(server);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'terminal {"color":false,"quiet":false,"verbose":false}\n',
      stderr: '',
    });
  });

  it('go to stdout and to files', async () => {
    await inFolder({}, async (cwd) => {
      const { stdout } = await run([...server, '--report', 'json=out.json', '--report=html=page.html', '--verbose'], {
        cwd,
      });
      expect(stdout).toMatch(/^terminal .*"verbose":true/);
      expect(readJson(cwd, 'out.json').headline).toBe('conformant');
      expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toMatch(/^html /);
      const json = await run([...server, '--report', 'json', '--report', 'terminal=out.txt'], { cwd, tty: true });
      expect(JSON.parse(json.stdout).headline).toBe('conformant');
      expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toContain('"color":false');
    });
  });

  it('are coloured on a terminal that wants it', async () => {
    const color = async (env: Record<string, string>, ...argv: string[]) =>
      /"color":(\w+)/.exec((await run([...server, ...argv], { tty: true, env, columns: 120 })).stdout)![1];
    expect(await color({})).toBe('true');
    expect(await color({ NO_COLOR: '1' })).toBe('false');
    expect(await color({ TERM: 'dumb' })).toBe('false');
    expect(await color({}, '--no-color')).toBe('false');
    expect((await run(server, { env: { FORCE_COLOR: '1' } })).stdout).toContain('"color":true');
  });

  it('are not written where the usage is wrong', async () => {
    await inFolder({}, async (cwd) => {
      await run([...server, '--report', 'json=out.json', '--only', 'nothing'], { cwd });
      expect(existsSync(join(cwd, 'out.json'))).toBe(false);
    });
  });
});

describe('exit codes', () => {
  it('follow the report', async () => {
    const warned = async () => reportOf([result({ verdict: 'warn' })]);
    expect((await run(server, { run: warned })).code).toBe(0);
    expect((await run([...server, '--strict'], { run: warned })).code).toBe(1);
    expect((await run(server, { run: async () => reportOf([result({ verdict: 'fail' })]) })).code).toBe(1);
  });

  it('are 1 with one clear verdict for a revision that was asked for and is not spoken', async () => {
    const absent = async () =>
      reportOf([], {
        legs: [],
        headline: 'not conformant',
        absent: [{ revision: '2026-07-28', why: 'it knows 2025-06-18' }],
      });
    const { code, stderr, stdout } = await run([...server, '--revision', '2026-07-28'], { run: absent });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'not conformant: 2026-07-28 was asked for, and the server does not speak it: it knows 2025-06-18\n',
    );
    expect(stdout).toMatch(/^terminal/);
  });

  it('are 3 where the server could not be run, and the reports say so', async () => {
    const fails = async () => {
      throw new CouldNotRun('command not found: \x1b[31mnode; its stderr ends with:\n  a\tb');
    };
    await inFolder({}, async (cwd) => {
      const { code, stdout, stderr } = await run([...server, '--report', 'json=out.json', '--revision', '2025-06-18'], {
        cwd,
        run: fails,
      });
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toBe('error: command not found: \\x1b[31mnode; its stderr ends with:\n  a\\tb\n');
      const { headline, legs, absent, tool } = readJson(cwd, 'out.json');
      expect({ headline, legs, tool }).toEqual({
        headline: 'could not run',
        legs: [],
        tool: { name: 'mcp-resource-conformance', version: '1.2.3' },
      });
      expect(absent).toEqual([{ revision: '2025-06-18', why: expect.stringContaining('command not found') }]);
    });
  });

  it('are 4 for a fault of ours, with a stack only on demand', async () => {
    const fails = async () => {
      throw new TypeError('undefined is not a function');
    };
    const { code, stdout, stderr } = await run(server, { run: fails });
    expect({ code, stdout, stderr }).toEqual({
      code: 4,
      stdout: '',
      stderr: 'error: a fault of this tool: undefined is not a function\n',
    });
    expect((await run([...server, '--verbose'], { run: fails })).stderr).toMatch(/\n\s+at /);
    const erred = await run(server, { run: async () => reportOf([result({ verdict: 'error', reason: 'oops' })]) });
    expect(erred.code).toBe(4);
    expect(erred.stderr).toContain('a fault of this tool, in read/shape (2026-07-28): oops');
  });

  it('are 4 where a report cannot be written after all', async () => {
    await inFolder({}, async (cwd) => {
      const { code, stderr } = await run([...server, '--report', 'json=out.json'], {
        cwd,
        run: async () => {
          mkdirSync(join(cwd, 'out.json'));
          return reportOf();
        },
      });
      expect(code).toBe(4);
      expect(stderr).toContain('could not be written (EISDIR)');
    });
  });
});

describe('an interrupt', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s stops the run, writes what was found, and exits %i', async (signal, code) => {
    await inFolder({}, async (cwd) => {
      const outcome = await run([...server, '--report', 'json=out.json'], {
        cwd,
        run: async (options, interrupt) => {
          interrupt(signal);
          expect(options.signal?.aborted).toBe(true);
          return reportOf([result({ verdict: 'fail', reason: 'so far' })]);
        },
      });
      expect(outcome.code).toBe(code);
      expect(readJson(cwd, 'out.json').legs[0].results[0].reason).toBe('so far');
      expect(outcome.stdout).toMatch(/^terminal/);
    });
  });

  it('before there was anything is no fault', async () => {
    const { code, stderr } = await run(server, {
      run: async (_, interrupt) => {
        interrupt('SIGINT');
        throw new CouldNotRun('the run was stopped');
      },
    });
    expect(code).toBe(130);
    expect(stderr).not.toContain('error');
  });
});

describe('what is shown on the way', () => {
  const leg = { type: 'leg', revision: '2026-07-28', transport: 'stdio' } as const;
  const begins = (id: string, done: number) =>
    ({ type: 'case', revision: '2026-07-28', case: id, done, of: 2 }) as const;
  const moving = async (
    world: { tty?: boolean; env?: Record<string, string>; columns?: number },
    ...argv: string[]
  ) => {
    const { stderr } = await run([...server, ...argv], {
      ...world,
      run: async ({ onEvent }) => {
        onEvent?.(leg);
        onEvent?.({ type: 'note', text: 'slow \x1b[5mserver' });
        onEvent?.(begins('read/shape', 1));
        return reportOf();
      },
    });
    return stderr;
  };

  it('is a line that moves on a terminal and leaves nothing behind', async () => {
    expect(await moving({ tty: true })).toBe(
      '\r\x1b[K2026-07-28 stdio\r\x1b[Knote: slow \\x1b[5mserver\n\r\x1b[K2026-07-28 stdio  read/shape  1/2\r\x1b[K',
    );
  });

  it('fits into a narrow terminal', async () => {
    expect(await moving({ tty: true, columns: 12 })).toContain('\r\x1b[K2026-07-28 \r');
  });

  it('moves nowhere else', async () => {
    const note = 'note: slow \\x1b[5mserver\n';
    expect(await moving({})).toBe(note);
    expect(await moving({ tty: true, env: { CI: 'true' } })).toBe(note);
    expect(await moving({ tty: true, env: { TERM: 'dumb' } })).toBe(note);
    expect(await moving({ tty: true }, '--quiet')).toBe('');
  });

  it("is the server's stderr with --verbose alone, harmless and in whole lines", async () => {
    const speaks = async ({ onEvent }: { onEvent?: (event: { type: 'stderr'; text: string }) => void }) => {
      for (const text of ['first\nsec', 'ond \x1b]0;title\x07\r\n', `${'x'.repeat(200_000)}`, 'rest'])
        onEvent?.({ type: 'stderr', text });
      return reportOf();
    };
    expect((await run(server, { run: speaks as any })).stderr).toBe('');
    const { stderr } = await run([...server, '--verbose'], { run: speaks as any });
    const lines = stderr.split('\n');
    expect(lines.slice(0, 2)).toEqual(['server: first', 'server: second \\x1b]0;title\\x07']);
    expect(stderr.length).toBeLessThan(5000);
    expect(lines.at(-2)).toBe('server: rest');
  });

  it('is what does nothing', async () => {
    expect((await run([...server, '--header', 'X-A: b'])).stderr).toContain('note: headers are not sent');
    expect((await run(['--url', 'http://127.0.0.1/mcp', '--env', 'A=b'])).stderr).toContain('the server runs already');
    expect((await run([...server, '--header', 'X-A: b', '--quiet'])).stderr).toBe('');
  });
});

describe('secrets', () => {
  const basic = Buffer.from('user:letmein').toString('base64');
  const argv = [
    '--url',
    'http://me:hunter2@127.0.0.1/mcp',
    '--header',
    `Authorization: Basic ${basic}`,
    '--env=KEY=s3cret!',
    '--env',
    'PIN=12',
    '--header',
    'X-P: 9',
  ];

  it('are in no report and on no stream', async () => {
    await inFolder({}, async (cwd) => {
      const { stdout, stderr, asked } = await run(
        [...argv, '--verbose', '--report', 'json', '--report', 'json=out.json'],
        {
          cwd,
          run: async ({ onEvent }) => {
            const leak = `letmein hunter2 s3cret! ${encodeURIComponent('s3cret!')} ${basic}`;
            onEvent?.({ type: 'stderr', text: 'a let' });
            onEvent?.({ type: 'stderr', text: `mein ${leak}\n` });
            onEvent?.({ type: 'note', text: leak });
            return reportOf([result({ reason: leak })], {}, [
              {
                n: 1,
                ms: 0,
                direction: 'out',
                session: 0,
                http: { headers: { Authorization: `Basic ${basic}`, 'X-P': '9' } },
              },
              { n: 2, ms: 0, direction: 'in', session: 0, message: { result: { text: leak } } },
            ]);
          },
        },
      );
      const all = `${stdout}${stderr}${readFileSync(join(cwd, 'out.json'), 'utf8')}`;
      for (const secret of ['letmein', 'hunter2', 's3cret', basic, 'PIN=12', '"9"']) expect(all).not.toContain(secret);
      expect(asked?.headers).toEqual({ Authorization: `Basic ${basic}`, 'X-P': '9' });
      const { command } = JSON.parse(stdout);
      expect(command.slice(0, 9)).toEqual([
        ...['mcp-resource-conformance', '--url', 'http://••••@127.0.0.1/mcp', '--header', 'Authorization: ••••'],
        ...['--env=KEY=••••', '--env', 'PIN=••••', '--header'],
      ]);
    });
  });

  it('are not in the message that the server could not be run', async () => {
    const { stderr } = await run(argv, {
      run: async () => {
        throw new CouldNotRun('refused at http://me:hunter2@127.0.0.1/mcp');
      },
    });
    expect(stderr).not.toContain('hunter2');
  });

  it('of a config are masked as well', async () => {
    const config = JSON.stringify({ target: { stdio: 'x', env: { KEY: 's3cret!' } } });
    const { stdout } = await inFolder({ 'mcp-resource-conformance.config.json': config }, (cwd) =>
      run(['--report', 'json'], { cwd, run: async () => reportOf([result({ reason: 'KEY is s3cret!' })]) }),
    );
    expect(JSON.parse(stdout).legs[0].results[0].reason).toBe('KEY is ••••');
  });
});
