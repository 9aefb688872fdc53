import { describe, expect, it } from 'vitest';
import { headerSecrets, masker, maskSecrets, urlSecrets } from '../../harness/mask.ts';
import type { Line } from '../../harness/report.ts';
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
    const report = reportOf([result({ reason: 'in 2026-07-28' })]);
    const masked = maskSecrets(report, ['2026-07-28', 'read', 'stdio', 'MUST', 'pass', 'breaks']);
    const { revision, transport, results } = masked.legs[0]!;
    expect([revision, transport]).toEqual(['2026-07-28', 'stdio']);
    expect(results[0]).toMatchObject({
      case: 'read/shape',
      verdict: 'pass',
      level: 'MUST',
      harm: 'breaks',
      reason: 'in ••••',
    });
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
