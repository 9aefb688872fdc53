import { describe, expect, it } from 'vitest';
import { run } from './world.ts';

const server = ['--stdio', 'node server.js'];

describe('wrong usage is one line, exit 2, and runs nothing', () => {
  const wrong: [name: string, argv: string[], ...says: string[]][] = [
    ['no target', [], 'no server to judge', '--stdio', '--url', '--http', '--'],
    ['two targets', [...server, '--url', 'http://127.0.0.1/mcp'], 'two servers', '--stdio and --url'],
    ['a flag and an argv', [...server, '--', 'node', 'x.js'], '--stdio and -- <command>'],
    ['the same target twice', [...server, ...server], '--stdio is given twice'],
    ['an unknown option', [...server, '--strickt'], 'unknown option "--strickt"', 'did you mean --strict?'],
    ['an option like none', [...server, '--no-such-flag'], 'unknown option "--no-such-flag"'],
    ['an unknown short option', [...server, '-q'], 'unknown option "-q"', '--help'],
    ['an option of a later day', [...server, '--parallel', '4'], 'unknown option "--parallel"'],
    ['a value that is missing', ['--stdio'], '--stdio needs a value'],
    ['an option for a value', ['--stdio', '--strict'], '--stdio needs a value', '--stdio=--strict'],
    ['an empty value', ['--stdio='], '--stdio needs a value'],
    ['a value for a switch', [...server, '--strict=yes'], '--strict takes no value'],
    ['an unknown command', ['lisst'], 'unknown command "lisst"', 'did you mean list?'],
    ['a server without a flag', ['node', 'server.js'], 'unknown command "node"', '-- node'],
    ['a command of a later day', ['watch', 'x.json'], 'unknown command "watch"'],
    ['an argument too many', ['list', 'more'], 'list takes no "more"'],
    ['an option of another command', [...server, '--json'], '--json belongs to list'],
    ['an option of the run', ['list', '--strict'], 'list takes no --strict', '--json'],
    ['a server for a command', ['list', '--', 'node'], 'list takes no server'],
    ['nothing after --', ['--'], 'no command after "--"'],
    ['an open quote', ['--stdio', 'node "server.js'], '--stdio'],
    ['an address that is none', ['--url', 'localhost'], '--url is no address', 'http://127.0.0.1:3000/mcp'],
    ['an address of another protocol', ['--url', 'ftp://127.0.0.1/'], 'http: or https:', '"ftp:"'],
    ['an address with a fragment', ['--url', 'http://127.0.0.1/mcp#x'], 'fragment'],
    ['an address of the old transport that is none', ['--sse', 'localhost'], '--sse is no address'],
    ['a path without http', [...server, '--path', '/x'], '--path belongs to --http'],
    ['a path without its slash', ['--http', 'node s.js', '--path', 'x'], '--path must begin with a slash', '/x'],
    ['a header without a colon', [...server, '--header', 'sesame'], "'Name: value'"],
    ['a header in two lines', [...server, '--header', 'A: b\r\nC: d'], 'no header may hold'],
    ['a header twice', [...server, '--header', 'A: b', '--header', 'a: c'], 'given twice'],
    ['a variable without a value', [...server, '--env', 'HOME'], 'NAME=value'],
    ['a folder that is not there', [...server, '--cwd', '/no/such/folder'], '--cwd', '/no/such/folder'],
    [
      'an unknown revision',
      [...server, '--revision', '1999-01-01'],
      '2024-11-05',
      '2025-03-26',
      '2025-06-18',
      '2025-11-25',
      '2026-07-28',
    ],
    ['a revision nearly right', [...server, '--revision', '2025-06-81'], 'did you mean 2025-06-18?'],
    ['an empty revision', [...server, '--revision', '2025-06-18,'], 'empty entry'],
    ['an unknown case', [...server, '--only', 'read/shap'], 'matches no case', 'did you mean read/shape'],
    ['a case like none', [...server, '--only', 'no/such-case'], 'matches no case', 'not-found, read'],
    ['a glob for nothing', [...server, '--skip', 'write/*'], '--skip "write/*" matches no case'],
    ['a selection of nothing', [...server, '--only', 'read', '--skip', '*/*'], 'leave no case'],
    [
      'an unknown format',
      [...server, '--report', 'papyrus'],
      'unknown report format "papyrus"',
      'terminal, json, html, junit, markdown, sarif or badge',
    ],
    ['a badge of another kind', [...server, '--report', 'badge=x.png'], '.svg or .json', '"x.png"'],
    ['known issues that are not there', [...server, '--known-issues', 'x.json'], 'x.json cannot be read (ENOENT)'],
    ['known issues written nowhere', [...server, '--write-known-issues'], '--known-issues <file>'],
    [
      'known issues written into nowhere',
      [...server, '--write-known-issues', '--known-issues', '/no/such/folder/x.json'],
      'the file of known issues',
      'folder that is not there',
    ],
    ['render of nothing', ['render'], 'render needs a report'],
    ['render of two', ['render', 'a.json', 'b.json'], 'compare'],
    ['render of a file that is not there', ['render', 'a.json'], 'a.json cannot be read (ENOENT)', '--report json'],
    ['render with a server', ['render', 'a.json', '--stdio', 'x'], 'render takes no --stdio'],
    ['render both ways', ['render', 'a.json', '--quiet', '--verbose'], 'contradict'],
    ['compare of one', ['compare', 'a.json'], 'two reports or more'],
    [
      'compare in a format that it has not',
      ['compare', 'a', 'b', '--report', 'junit'],
      'unknown report format "junit"',
    ],
    ['a format nearly right', [...server, '--report', 'jsn=x'], 'did you mean json?'],
    ['a report without a file', [...server, '--report', 'json='], 'names no file'],
    ['a report into nowhere', [...server, '--report', 'json=/no/such/folder/x.json'], 'folder that is not there'],
    ['a report onto a folder', [...server, '--report', 'json=/tmp'], 'is a folder'],
    ['two reports for stdout', [...server, '--report', 'json', '--report', 'terminal'], 'two reports for stdout'],
    ['two reports for a file', [...server, '--report', 'json=x', '--report', 'html=x'], 'a file of its own'],
    ['a time that is a word', [...server, '--timeout', 'soon'], '--timeout must be a whole number', '"soon"'],
    ['no time at all', [...server, '--timeout', '0'], 'from 1 to 2147483647'],
    ['a fraction', [...server, '--sample', '1.5'], '--sample must be a whole number'],
    ['a time beyond timers', [...server, '--start-timeout', '2147483648'], 'from 1 to 2147483647'],
    ['a negative number', [...server, '--max-pages=-3'], '"-3"'],
    ['quiet and verbose', [...server, '--quiet', '--verbose'], 'contradict'],
    ['explain without a case', ['explain'], 'explain needs the id'],
    ['explain of an unknown case', ['explain', 'read/shapes'], 'unknown case "read/shapes"', 'read/shape'],
    ['explain of an inherited name', ['explain', 'constructor'], 'unknown case "constructor"'],
    ['explain of two', ['explain', 'read/shape', 'not-found/code'], 'one case'],
    ['prove of nothing', ['prove', '--only', 'write/*'], 'matches no case'],
    ['a config that is not there', [...server, '--config', 'nowhere.json'], 'nowhere.json cannot be read', 'ENOENT'],
  ];
  it.each(wrong)('%s', async (_, argv, ...says) => {
    const { code, stdout, stderr, asked } = await run(argv);
    for (const words of says) expect(stderr).toContain(words);
    expect({ code, stdout, asked }).toEqual({ code: 2, stdout: '', asked: undefined });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
  });

  it('never repeats a secret', async () => {
    const { stderr } = await run([...server, '--header', 'sesame-open-up']);
    expect(stderr).not.toContain('sesame');
    expect((await run([...server, '--header', 'X-Key: ses\u0001ame'])).stderr).not.toContain('ses');
  });

  it('shows control characters as escapes', async () => {
    const { stderr } = await run([...server, '--revision', '\x1b[31mred\n']);
    expect(stderr).toContain('\\u001b[31mred');
    expect(stderr).not.toContain('\x1b');
  });
});

describe('what the engine is told', () => {
  const told = async (...argv: string[]) => (await run(argv)).asked!;

  it('takes each form of a target', async () => {
    expect((await told('--stdio', 'node "my server.js" -v')).target).toEqual({ stdio: ['node', 'my server.js', '-v'] });
    expect((await told('--', 'node', 'my server.js', '--strict')).target).toEqual({
      stdio: ['node', 'my server.js', '--strict'],
    });
    expect((await told('--url=http://127.0.0.1:3000/mcp')).target).toEqual({ url: 'http://127.0.0.1:3000/mcp' });
    expect((await told('--http', 'node s.js --port {port}')).target).toEqual({
      http: ['node', 's.js', '--port', '{port}'],
      path: '/mcp',
    });
    expect((await told('--http', 'node s.js', '--path', '/x')).target).toEqual({ http: ['node', 's.js'], path: '/x' });
  });

  it('leaves what follows -- to the server, help and version too', async () => {
    expect((await told('--', 'server', '--help', '--version')).target).toEqual({
      stdio: ['server', '--help', '--version'],
    });
  });

  it('takes every option', async () => {
    const asked = await told(
      ...[
        ...server,
        '--revision',
        '2025-06-18,2026-07-28',
        '--revision=2025-06-18',
        '--only',
        'read/*,not-found',
        '--skip',
        '*/shape',
      ],
      ...[
        '--read',
        'a://b',
        '--read=c://d',
        '--unknown',
        'x://y',
        '--strict',
        '--timeout',
        '1',
        '--start-timeout',
        '2',
      ],
      ...[
        '--max-pages',
        '3',
        '--sample',
        '4',
        '--header',
        'X-A:  b ',
        '--env',
        'A=b=c',
        '--env',
        'E=',
        '--cwd',
        '/tmp',
      ],
    );
    expect(asked).toMatchObject({
      revisions: ['2025-06-18', '2026-07-28'],
      only: ['read/*', 'not-found'],
      skip: ['*/shape'],
      fixtures: { read: ['a://b', 'c://d'], unknown: ['x://y'] },
      ...{ strict: true, timeout: 1, startTimeout: 2, maxPages: 3, sample: 4 },
      ...{ headers: { 'X-A': 'b' }, env: { A: 'b=c', E: '' }, cwd: '/tmp' },
    });
  });

  it('leaves out what is not given', async () => {
    const { command, mask, signal, onEvent, ...rest } = await told(...server);
    expect(rest).toEqual({
      target: { stdio: ['node', 'server.js'] },
      headers: {},
      env: {},
      fixtures: {},
      strict: false,
    });
    expect(command).toEqual(['mcp-resource-conformance', ...server]);
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(onEvent).toBeTypeOf('function');
  });
});

describe('help and version', () => {
  it('answers before anything else is looked at', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: '1.2.3\n', stderr: '' });
    const help = await run(['explain', '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const word of ['--stdio', '--url', '--http', '--only', 'explain <case>', 'prove', 'Exit codes'])
      expect(help.stdout).toContain(word);
    expect((await run(['-h'])).stdout).toBe(help.stdout);
  });

  it('keeps to a width that terminals have', async () => {
    const { stdout } = await run(['--help']);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });
});
