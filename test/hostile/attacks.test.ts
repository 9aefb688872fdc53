import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { Marked } from 'marked';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { junitFaults } from '../reports/junit-rules.ts';
import { parseXml } from '../reports/xml-tree.ts';
import { commands, controls, tagsOf } from './readers.ts';

const root = join(import.meta.dirname, '../..');
const cli = process.env.HOSTILE_CLI ?? join(root, 'dist/cli.js');
const server = [process.execPath, join(import.meta.dirname, 'servers/attacks.mjs')];
const secret = 's3cr3t-tok3n-value';
const files = {
  json: 'report.json',
  html: 'report.html',
  junit: 'report.xml',
  sarif: 'report.sarif',
  markdown: 'report.md',
  badge: 'badge.svg',
};
const limits = (start: number) => [
  ...['--revision', '2025-11-25', '--timeout', '2000', '--start-timeout', `${start}`],
  ...['--env', `TOKEN=${secret}`],
];

let folder: string;
let ran: Awaited<ReturnType<typeof run>>;

async function run(words: string[], env: Record<string, string> = { NO_COLOR: '1' }, file = cli) {
  const child = spawn(process.execPath, [file, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      written[name] += piece;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...written };
}

const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attacks-'));
  const reports = Object.entries(files).map(([format, file]) => `--report=${format}=${file}`);
  ran = await run([...limits(20_000), ...reports, '--verbose', '--', ...server]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a server whose every text attacks its reader', () => {
  it('is judged', () => {
    expect(ran.code, ran.stderr.slice(0, 2000)).toBe(1);
    const { legs, summary } = JSON.parse(textOf(files.json));
    expect(summary.error).toBe(0);
    expect(legs[0].results.length).toBeGreaterThan(100);
    // What attacks has to be in what is read below.
    expect(JSON.stringify(legs[0].server)).toContain('::error file=a.js');
    for (const part of ['<script>', '\\x1b]8;;', 'set-output']) expect(ran.stdout + ran.stderr).toContain(part);
  });

  it('gives the terminal nothing to obey, and a CI runner neither', () => {
    for (const text of [ran.stdout, ran.stderr]) {
      expect(text.length).toBeGreaterThan(1000);
      expect(controls(text)).toEqual([]);
      expect(commands(text)).toEqual([]);
    }
  });

  it.each(Object.keys(files))('gives nothing to obey by its report in %s, in a file or on stdout', async (format) => {
    const text = textOf(files[format as keyof typeof files]);
    expect(controls(text)).toEqual([]);
    expect(commands(text)).toEqual([]);
    const shown = await run(['render', files.json, '--report', format]);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(controls(shown.stdout)).toEqual([]);
    expect(commands(shown.stdout)).toEqual([]);
  });

  it('gives only colours where there are any', async () => {
    const { stdout } = await run(['render', files.json, '--report', 'terminal', '--verbose'], { FORCE_COLOR: '1' });
    expect(stdout).toContain('\u001b[');
    const plain = stdout.replace(/\u001b\[\d+(?:;\d+)*m/g, '');
    expect(controls(plain)).toEqual([]);
    expect(commands(plain)).toEqual([]);
  });

  it('keeps the secret that it repeats out of everything', () => {
    for (const text of [ran.stdout, ran.stderr, ...readdirSync(folder).map(textOf)]) expect(text).not.toContain(secret);
    expect(ran.stderr).toContain('/home/somebody/.ssh/id_rsa: ••••');
  });

  it('makes a page of text alone', () => {
    const tags = tagsOf(textOf(files.html));
    const names = new Set(tags.map(({ name }) => name));
    for (const name of ['img', 'iframe', 'object', 'embed', 'link', 'base', 'textarea'])
      expect(names).not.toContain(name);
    expect(tags.filter(({ name }) => name === 'script')).toHaveLength(1);
    // The filters of the page.
    expect(tags.filter(({ name }) => name === 'form')).toHaveLength(1);
    const attributes = tags.flatMap((tag) => [...tag.attributes]);
    expect(attributes.filter(([name]) => /^on/i.test(name))).toEqual([]);
    const links = attributes.filter(([name]) => ['href', 'src', 'action', 'formaction'].includes(name));
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(([, to]) => !/^(?:#|https:\/\/modelcontextprotocol\.io\/)/.test(to))).toEqual([]);
  });

  it('makes XML that a strict parser takes, and an SVG without a script', () => {
    expect(junitFaults(parseXml(textOf(files.junit)))).toEqual([]);
    const svg = parseXml(textOf(files.badge));
    expect(svg.name).toBe('svg');
    expect(textOf(files.badge)).not.toMatch(/script|href|on\w+=/);
  });

  it('makes SARIF without a placeholder or a link of its own', () => {
    const place = dirname(createRequire(import.meta.url).resolve('@microsoft/jest-sarif'));
    const { $schema, id, ...schema } = JSON.parse(readFileSync(join(place, 'schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
    const formats = {
      uri: URL.canParse,
      'uri-reference': (uri: string) => URL.canParse(uri, 'a://b/'),
      'date-time': true,
    };
    const validate = new Ajv({ strict: false, unicodeRegExp: false, formats } as object).compile(schema);
    const log = JSON.parse(textOf(files.sarif));
    validate(log);
    expect(validate.errors ?? []).toEqual([]);
    const messages: string[] = log.runs[0].results.map(({ message }: any) => message.text);
    expect(messages.join('\n')).toContain('{{');
    expect(messages.filter((text) => /\]\(|[{}]/.test(text.replaceAll(/\{\{|\}\}/g, '')))).toEqual([]);
  });

  it('makes Markdown that renders to text, tables and links to the specification', () => {
    const page = new Marked({ gfm: true }).parse(textOf(files.markdown), { async: false });
    const tags = tagsOf(page);
    const names = new Set(tags.map(({ name }) => name));
    const ours = 'h2 h3 h4 p ul li strong code pre a table thead tbody tr th td details summary br'.split(' ');
    expect([...names].filter((name) => !ours.includes(name))).toEqual([]);
    const attributes = tags.flatMap((tag) => [...tag.attributes]);
    expect(attributes.filter(([name]) => name !== 'href' && name !== 'align')).toEqual([]);
    expect(attributes.filter(([, to]) => !to.startsWith('https://modelcontextprotocol.io/'))).toEqual([]);
    const cells = page.match(/<tr>[\s\S]*?<\/tr>/g)!.map((row) => row.match(/<t[hd]/g)!.length);
    expect(new Set(cells).size).toBeLessThanOrEqual(2);
  });

  it.each(['terminal', 'json', 'html', 'markdown'])('gives nothing to obey by a comparison in %s', async (format) => {
    const { code, stdout, stderr } = await run(['compare', files.json, files.json, '--report', format]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(controls(stdout)).toEqual([]);
    expect(commands(stdout)).toEqual([]);
    if (format === 'html') expect(tagsOf(stdout).filter(({ name }) => name === 'script').length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['ends at once', 'at once', 3],
    ['refuses the handshake', 'initialize', 1],
    ['writes what is no message', 'noise', 3],
  ])('gives nothing to obey where it %s', async (_, stop, exit) => {
    const { code, stdout, stderr } = await run([...limits(2000), '--', ...server, stop]);
    expect(code, stderr).toBe(exit);
    expect(stderr).toMatch(/owned|x1b/);
    for (const text of [stdout, stderr]) {
      expect(controls(text)).toEqual([]);
      expect(commands(text)).toEqual([]);
      expect(text).not.toContain(secret);
    }
  });

  it('gives the runner nothing but our own commands by the action', async () => {
    const summary = join(folder, 'summary.md');
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: join(folder, 'output'),
      RUNNER_TEMP: folder,
      INPUT_STDIO: server.map((word) => `"${word}"`).join(' '),
      INPUT_REVISION: '2025-11-25',
      INPUT_ONLY: 'list,read,messages',
      INPUT_ENV: `TOKEN=${secret}`,
    };
    const { code, stdout, stderr } = await run([], env, join(root, 'action/run.mjs'));
    expect(code, stderr).toBe(1);
    const [first, ...others] = commands(stdout);
    const token = /^::stop-commands::([\w-]{36})$/.exec(first!)![1];
    expect(others).toEqual([`::${token}::`]);
    expect(commands(stderr)).toEqual([]);
    for (const text of [stdout, stderr, readFileSync(summary, 'utf8'), readFileSync(env.GITHUB_OUTPUT, 'utf8')]) {
      expect(controls(text)).toEqual([]);
      expect(text).not.toContain(secret);
    }
    expect(commands(readFileSync(summary, 'utf8'))).toEqual([]);
    expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).not.toMatch(/owned|evil/);
  });
});
