import type { Report } from '../../harness/report.ts';
import { sampleReport } from './sample.ts';

/** Strings that a server may send to break out of where they are shown. */
export const hostileStrings = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</pre></details></style></title><h1>owned</h1>',
  ']]><!-- -->{{x}}${x}',
  '\u001b[2J\u001b[31mred\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  '\u009b31m\u0085\u007f\u0008\u0000',
  'doc://\u202egnp.exe\u202c\u2066x\u2069',
  'zero\u200bwidth\ufeff\u2060\u00ad\u{e0041}',
  'one\r\ntwo\ttabbed\u2028three\u2029',
  'lone \ud800 surrogate \udfff',
  'javascript:alert(1)',
  '\n::error file=a.js,line=1::owned\n  ::set-output name=x::y\n##[error]owned',
  '[x](https://evil.example) ![i](//evil.example/i) **b** `c` <https://evil.example> www.evil.example @everyone #1 |',
  ']]>&lt;&#0;&#x1b;<?x?><!DOCTYPE a [<!ENTITY b "c">]>&b; \ufffe\uffff',
  'a'.repeat(1_000_000),
] as const;

const joined = hostileStrings.slice(0, -1).join(' ');

/** A message nested as deep as a parser takes it. */
export const deepMessage = (levels: number): object => JSON.parse(`${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`);

/** The sample with one hostile text wherever a server has a say. */
export function hostileReport(text: string = joined): Report {
  const report = sampleReport();
  report.command = ['mcp-resource-conformance', '--stdio', `node ${text}`];
  for (const leg of report.legs) {
    leg.server = { name: text, version: text };
    leg.capabilities = { [text]: { [text]: text } };
    for (const result of leg.results)
      if (result.verdict !== 'pass') result.reason = `reading ${text}: expected ${text}, got ${text}`;
    for (const line of leg.transcript) {
      if (line.message !== undefined)
        line.message = { jsonrpc: '2.0', id: text, method: text, error: { code: text, message: text }, [text]: [text] };
      else line.text = text;
      line.http = { status: text, headers: { [text]: text } };
    }
  }
  report.absent = [{ revision: '2025-03-26', why: text }];
  return report;
}

/** The sample with members of the wrong kind, as JSON from the wire may have them. */
export function misshapenReport(): Report {
  const report = sampleReport();
  const odd: unknown[] = [
    null,
    7,
    true,
    [],
    {},
    { toString: 1, valueOf: 1 },
    JSON.parse('{"__proto__":{"polluted":1}}'),
    deepMessage(5_000),
  ];
  report.legs.forEach((leg, at) => {
    Object.assign(leg, {
      server: at % 2 ? null : { name: odd[5], version: odd[at] },
      capabilities: at % 2 ? { resources: odd[7] } : null,
    });
    leg.transcript.forEach((line, n) => {
      const value = odd[n % odd.length];
      Object.assign(
        line,
        n % 3 === 0
          ? { message: value }
          : n % 3 === 1
            ? { message: { jsonrpc: '2.0', method: value, id: value, error: { code: value } } }
            : { text: value, http: value },
      );
      if (line.message === undefined) delete line.message;
    });
  });
  return report;
}
