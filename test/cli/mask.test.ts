import { describe, expect, it } from 'vitest';
import { maskCommand } from '../../harness/cli/secrets.ts';
import { headerSecrets, maskAddress, masker, maskSecrets, urlSecrets } from '../../harness/mask.ts';
import type { Line } from '../../harness/report.ts';
import { secretsOf } from '../../harness/run-secrets.ts';
import { reportOf, result } from './world.ts';

const secret = 'päss "w/rd" \\ 100%';
const line = (over: Partial<Line>): Line => ({ n: 1, ms: 0, direction: 'in', session: 0, ...over });
const maskedLines = (lines: Line[], secrets: string[] = [], names: string[] = []) =>
  maskSecrets(reportOf([result()], {}, lines), secrets, names).legs[0]!.transcript;

describe('a secret is masked however it is written', () => {
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const spellings: Record<string, string> = {
    'as it is': secret,
    'in JSON': json(secret),
    'in JSON within JSON': json(json(secret)),
    'three levels deep': json(json(json(secret))),
    'in ASCII JSON': json(secret).replace('ä', '\\u00e4'),
    'in ASCII JSON, upper case': json(secret).replace('ä', '\\u00E4'),
    'with escaped slashes': json(secret).replace('/', '\\/'),
    'in a URL': encodeURIComponent(secret),
    'in a URL, lower case': encodeURIComponent(secret).replace(/%../g, (triplet) => triplet.toLowerCase()),
    'in a form': new URLSearchParams({ q: secret }).toString().slice(2),
    'in HTML': secret.replace('"', '&quot;').replace('"', '&#x22;'),
    'in base64': Buffer.from(secret).toString('base64'),
    'in base64 for URLs': Buffer.from(secret).toString('base64url'),
  };
  it.each(Object.entries(spellings))('%s', (_, text) => {
    expect(masker([secret])(`before ${text} after`)).toBe('before •••• after');
  });

  it('inside the base64 of a longer text, at any offset', () => {
    for (const before of ['', 'u', 'us', 'use', 'user:']) {
      const blob = Buffer.from(`${before}${secret} and more`).toString('base64');
      const left = Buffer.from(masker([secret])(blob).replaceAll('•', ''), 'base64').toString();
      expect(masker([secret])(blob)).toContain('••••');
      expect(left).not.toContain('w/rd');
    }
  });

  it('in base64 of both alphabets', () => {
    const bytes = '>>>???>>>???';
    for (const encoding of ['base64', 'base64url'] as const) {
      expect(masker([bytes])(Buffer.from(bytes).toString(encoding))).toBe('••••');
    }
  });

  it('the longer of two goes first', () => {
    expect(masker(['abcd', 'abcdefgh'])('abcdefgh abcd')).toBe('•••• ••••');
  });

  it('unless it is too short to be told from words', () => {
    expect(masker(['abc', ''])('abc')).toBe('abc');
  });

  it('a short one where it is a word of its own', () => {
    const hide = masker(['s3cret']);
    expect(hide('s3cret, "s3cret"; \\ns3cret %20s3cret=s3cret')).toBe('••••, "••••"; \\n•••• %20••••=••••');
    expect(hide('s3cretary xs3cret s3cret2 _s3cret')).toBe('s3cretary xs3cret s3cret2 _s3cret');
  });

  it('a long one as far as a cut has left it', () => {
    const hide = masker(['abcdefghijklmnop', 'x"yz".0123456789']);
    expect(hide('got abcdefghijkl…')).toBe('got ••••…');
    expect(hide('got abcdefgh')).toBe('got ••••');
    expect(hide(String.raw`got x\"yz\".012\…`)).toBe('got ••••…');
    expect(hide('abcdefgh and more, abcd…')).toBe('abcdefgh and more, abcd…');
  });

  it('but not a word of the protocol, nor a part of one', () => {
    const hide = masker([
      'resources',
      'source',
      'resource',
      'list_changed',
      '2026-07-28',
      'application/json',
      'not-found',
    ]);
    const text =
      'resources/list, notifications/resources/list_changed; application/json in 2026-07-28. resources (not-found/code)';
    expect(hide(text)).toBe(text);
    const part = masker(['subscrib']);
    expect(part('resources/subscribe, resources/subscriber, subscribing')).toBe(
      'resources/subscribe, resources/••••er, ••••ing',
    );
  });

  it('in time that grows with the text alone', () => {
    const hide = masker(['"\\\\\\\\\\\\\\\\x', secret]);
    expect(hide('\\'.repeat(500_000))).toHaveLength(500_000);
    expect(hide('"'.repeat(500_000))).toHaveLength(500_000);
  });
});

describe('what a value holds', () => {
  it('a token without its scheme, and the password of basic credentials', () => {
    expect(headerSecrets('Authorization', 'Bearer abc.def')).toEqual(['Bearer abc.def', 'abc.def']);
    const basic = Buffer.from('user:pass:word').toString('base64');
    expect(headerSecrets('Authorization', `Basic ${basic}`)).toEqual([
      `Basic ${basic}`,
      basic,
      'user:pass:word',
      'pass:word',
    ]);
  });

  it('each cookie', () => {
    expect(headerSecrets('Cookie', 'a=one; b="two"')).toEqual(['a=one; b="two"', 'one', 'two']);
    expect(headerSecrets('set-cookie', 'a=one; Path=/, b=two; HttpOnly').slice(1)).toEqual(['one', 'two']);
  });

  it('the credentials of an address', () => {
    expect(urlSecrets('http://me:p%40ss@127.0.0.1/mcp?api_key=k3y&page=2')).toEqual(['me:p@ss', 'p@ss', 'k3y']);
    expect(urlSecrets('http://127.0.0.1/mcp')).toEqual([]);
  });
});

describe('what a run was given', () => {
  const values = (env: Record<string, string>, headers: Record<string, string> = {}) =>
    secretsOf({ target: { stdio: ['x'] }, env, headers }).values;

  it('is a secret where it is long, or where its name or its look says so', () => {
    expect(values({ LOG: 'debug', PORT: '8080', FLAG: 'true', VERSION: 'v1.2.3', REGION: 'eu' })).toEqual([]);
    expect(new Set(values({ DB_PASSWORD: 'tiger', API_KEY: 'abcd', X: 'k3y0', LONG: 'plain words' }))).toEqual(
      new Set(['tiger', 'abcd', 'k3y0', 'plain words']),
    );
    expect(values({}, { 'X-Api-Key': 'abcd', Accept: 'a/b' })).toEqual(['abcd']);
    expect(values({}, { Authorization: 'Bearer abcd' })).toEqual(['Bearer abcd', 'abcd']);
  });

  it('is also each line of a key', () => {
    const key = '-----BEGIN KEY-----\nMIIBVgIBADANBg\nkqhkiG9w0\n-----END KEY-----\n';
    const hide = masker(values({ K: key }));
    expect(hide('| MIIBVgIBADANBg')).toBe('| ••••');
    expect(hide(JSON.stringify({ key }))).toBe('{"key":"••••"}');
  });

  it('stands nowhere in the command line', () => {
    expect(maskCommand(['--url', 'https://u:p@h.example/mcp?k=1&api_key=x&page=2#f', '--header', 'A: b'])).toEqual([
      '--url',
      'https://••••@h.example/mcp?k=1&api_key=••••&page=2#f',
      '--header',
      'A: ••••',
    ]);
    expect(maskCommand(['--sse=http://u@h/', '--env=A=b', '--', '--url', 'http://u@h/'])).toEqual([
      '--sse=http://••••@h/',
      '--env=A=••••',
      '--',
      '--url',
      'http://u@h/',
    ]);
    expect(maskAddress('http://h/a@b?c@d')).toBe('http://h/a@b?c@d');
  });

  it('is also what the options of the server itself are called secrets for', () => {
    const of = (...argv: string[]) => [...new Set(secretsOf({ target: { stdio: ['run', ...argv] } }).values)];
    expect(of('--token', 'abc1', '--api-key=k3y', '-password', 'tiger')).toEqual(['abc1', 'k3y', 'tiger']);
    expect(of('-e', 'API_KEY=one', '--env=DB_PASSWORD=two')).toEqual(['one', 'two']);
    expect(of('--header', 'Authorization: Bearer abc.def')).toEqual(['Bearer abc.def', 'abc.def']);
    expect(of('-p', 'x', '--port', '80', '--no-auth', './files', '--auth=none', '--token', '--verbose')).toEqual([]);
    expect(of('--token')).toEqual([]);
    expect(secretsOf({ target: { stdio: ['token=x', 'y'] } }).values).toEqual([]);
    expect(secretsOf({ target: { http: ['x', '--secret', 'abc1'], path: '/mcp' } }).values).toEqual(['abc1', 'abc1']);
  });

  it('stands nowhere in the command of the server', () => {
    expect(
      maskCommand(['--quiet', '--', 'run', '--token', 'x', '--port', '80', '--api-key=y', '--env=A_PIN=z']),
    ).toEqual([...['--quiet', '--', 'run', '--token', '••••', '--port', '80', '--api-key=••••', '--env=A_PIN=••••']]);
    expect(maskCommand(['--stdio', `run "a b" --token 'x y' --port 80`])).toEqual([
      '--stdio',
      'run "a b" --token "••••" --port 80',
    ]);
    expect(maskCommand(['--http=run --key=x {port}'])).toEqual(['--http=run "--key=••••" "{port}"']);
    expect(maskCommand(['--stdio', `run   'as it is'`, '--only', 'read'])).toEqual([
      ...['--stdio', `run   'as it is'`, '--only', 'read'],
    ]);
  });
});

describe('a masked report', () => {
  it('holds the secret nowhere', () => {
    const report = reportOf(
      [result({ verdict: 'fail', reason: `got ${secret}` })],
      { command: ['tool', '--env', `A=${secret}`], absent: [{ revision: '2025-03-26', why: secret }] },
      [
        line({ message: { result: { contents: [{ text: JSON.stringify({ env: secret }) }], [secret]: 1 } } }),
        line({ direction: 'stderr', text: `started with ${secret}` }),
        line({ message: [secret, [secret]] }),
      ],
    );
    report.legs[0]!.server.name = secret;
    report.legs[0]!.capabilities = { experimental: { x: secret } };
    const before = structuredClone(report);
    const masked = JSON.stringify(maskSecrets(report, [secret]));
    expect(masked).not.toContain('w/rd');
    expect(masked.match(/••••/g)).toHaveLength(10);
    expect(report).toEqual(before);
  });

  it('keeps what the suite itself says, whatever a variable is set to', () => {
    const report = reportOf([
      result({ reason: 'in 2026-07-28 resources/list (read/shape) had no contents, but letmein-1' }),
    ]);
    const words = ['2026-07-28', 'read', 'read/shape', 'stdio', 'MUST', 'pass', 'breaks', 'contents', 'resource'];
    const masked = maskSecrets(report, [...words, 'letmein-1']);
    const { revision, transport, results } = masked.legs[0]!;
    expect([revision, transport]).toEqual(['2026-07-28', 'stdio']);
    expect(results[0]).toMatchObject({
      case: 'read/shape',
      verdict: 'pass',
      level: 'MUST',
      harm: 'breaks',
      reason: 'in 2026-07-28 resources/list (read/shape) had no contents, but ••••',
    });
  });

  it('names the same options, cases and revisions in its command', () => {
    const command = ['tool', '--only', 'secretive', '--stdio', 'run secretive', '--revision=secretive', '--skip=x'];
    const masked = maskSecrets(reportOf([], { command }), ['secretive', '--only--']);
    expect(masked.command).toEqual([
      'tool',
      '--only',
      'secretive',
      '--stdio',
      'run ••••',
      '--revision=secretive',
      '--skip=x',
    ]);
  });

  it('has no secret that is a number, or in what noise is called', () => {
    const [first, second] = maskedLines(
      [line({ message: { result: { pin: 8271928271, n: 8271 } } }), line({ text: 'x', noise: 'type tok-tok-tok' })],
      ['8271928271', 'tok-tok-tok'],
    );
    expect(first!.message).toEqual({ result: { pin: '••••', n: 8271 } });
    expect(second!.noise).toBe('type ••••');
  });

  it('has no values of secret headers, in their place or elsewhere', () => {
    const lines = [
      line({
        direction: 'out',
        http: {
          method: 'POST',
          headers: { Authorization: 'Bearer tok-en-1', Accept: 'text/html', 'X-Session-Token': 'x' },
        },
      }),
      line({ http: { status: 200, headers: { 'set-cookie': 'sid=c00kie; Path=/', 'content-type': 'text/plain' } } }),
      line({ direction: 'out', http: { headers: { cookie: ['sid=c00kie', 'b=abcdef'] } } }),
      line({ text: 'you said tok-en-1 and c00kie and abcdef and text/html' }),
    ];
    const [sent, got, again, text] = maskedLines(lines);
    expect(sent!.http).toEqual({
      method: 'POST',
      headers: { Authorization: '••••', Accept: 'text/html', 'X-Session-Token': '••••' },
    });
    expect(got!.http).toEqual({ status: 200, headers: { 'set-cookie': '••••', 'content-type': 'text/plain' } });
    expect(again!.http).toEqual({ headers: { cookie: '••••' } });
    expect(text!.text).toBe('you said •••• and •••• and •••• and text/html');
  });

  it('has no short values of the headers that were given', () => {
    const [sent] = maskedLines([line({ http: { headers: { 'x-pin': '123', 'x-other': '123' } } })], ['123'], ['X-Pin']);
    expect(sent!.http).toEqual({ headers: { 'x-pin': '••••', 'x-other': '123' } });
  });

  it('survives what a hostile server sends', () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    const proto = JSON.parse('{"__proto__": {"a": "abcdef"}, "constructor": null}');
    const [first, second, third] = maskedLines(
      [line({ message: [deep] }), line({ message: proto }), line({ http: { headers: 'none', status: null } })],
      ['abcdef'],
    );
    expect(JSON.stringify(first)).toContain('nested too deeply');
    expect(JSON.stringify(second!.message)).toBe('{"__proto__":{"a":"••••"},"constructor":null}');
    expect(third!.http).toEqual({ headers: 'none', status: null });
  });

  it('is not slowed down by a flood of cookies', () => {
    const cookies = Array.from({ length: 5000 }, (_, at) =>
      line({ http: { headers: { 'set-cookie': `a=${at}${'x'.repeat(2000)}` } } }),
    );
    expect(maskedLines(cookies).every(({ http }) => http!.headers['set-cookie'] === '••••')).toBe(true);
  });
});
