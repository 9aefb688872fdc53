import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Careless, handlers, manners } from './careless.ts';
import { folder, found, judge, reasonOf } from './world.ts';

let place: ReturnType<typeof folder>;
beforeEach(() => {
  place = folder();
});
afterEach(() => place.clear());

const careless = (manner: string, handler: string, template: string, listed: string[] = []) =>
  new Careless({
    template,
    listed,
    manner: manners[manner]!,
    open: (path) => handlers[handler]!(place.root, path),
  });

const directoryUntested = {
  'linked-root': 'untested',
  'ordinary-names': 'untested',
  'prefix-sibling': 'untested',
  'symbolic-links': 'untested',
};

describe('a careless handler behind each manner of handing a URI on', () => {
  it.each([
    ['raw', 'joins', 'dot-segments', '"../"'],
    ['decoded', 'joins', 'dot-segments', '"../"'],
    ['parsed', 'decodes', 'encoded', '"..%2f"'],
    ['raw', 'resolves', 'dot-segments', '"../"'],
    ['decoded', 'decodes', 'dot-segments', '"../"'],
  ])('%s, %s: found once, by traversal/%s', async (manner, handler, id, says) => {
    const leg = await judge(careless(manner, handler, 'file:///{+path}', ['file:///known.txt']));
    expect(found(leg)).toMatchObject({ ...directoryUntested, [id]: 'fail' });
    expect(Object.values(found(leg)).filter((verdict) => verdict === 'fail')).toHaveLength(1);
    expect(reasonOf(leg, id)).toContain(says);
  });

  it.each([
    ['parsed', 'joins'],
    ['guarded', 'joins'],
  ])('%s, %s: nothing leads out, and nothing is found', async (manner, handler) => {
    const leg = await judge(careless(manner, handler, 'file:///{+path}', ['file:///known.txt']));
    expect(found(leg)).toEqual(directoryUntested);
  });

  it('behind a guard that resolves no links: found by the link, as a warning', async () => {
    const leg = await judge(careless('guarded', 'joins', 'file:///{+path}'), { directory: place.root });
    expect(found(leg)).toEqual({ 'symbolic-links': 'warn' });
  });

  it('with a check of the beginning alone: found by the sibling', async () => {
    const leg = await judge(careless('decoded', 'compares as text', 'file:///{+path}'), { directory: place.root });
    expect(found(leg)).toEqual({ 'prefix-sibling': 'fail', 'symbolic-links': 'warn' });
  });

  it('with URIs of another scheme: a warning, as the text speaks of file:// resources', async () => {
    const leg = await judge(careless('raw', 'joins', 'docs://all/{+path}'));
    expect(found(leg)).toMatchObject({ 'dot-segments': 'warn' });
    expect(reasonOf(leg, 'dot-segments')).toContain('"docs://all/{+path}"');
  });

  it('with the folder of a listed file as the only way in', async () => {
    const uri = pathToFileURL(join(place.root, 'known.txt')).href;
    const leg = await judge(
      new Careless({
        template: '',
        listed: [uri],
        manner: (given) => new URL(given).href && given,
        open: (given) => {
          const base = pathToFileURL(place.root).href;
          if (!given.startsWith(base)) throw new Error('refused');
          return given.slice('file://'.length);
        },
      }),
    );
    expect(found(leg)).toMatchObject({ 'dot-segments': 'fail' });
  });
});

describe('what is no leak', () => {
  it('a server of the whole file system', async () => {
    const leg = await judge(
      new Careless({ template: 'file:///{+path}', open: (path) => join('/', decodeURIComponent(path)) }),
    );
    expect(found(leg)).toEqual(directoryUntested);
    expect(reasonOf(leg, 'dot-segments')).toContain('serves the whole file system');
  });

  it('a server of all folders for temporary files, by URIs of another scheme', async () => {
    const open = (path: string) => {
      const whole = join(tmpdir(), decodeURIComponent(path));
      if (!whole.startsWith(`${tmpdir()}/`)) throw new Error('refused');
      return whole;
    };
    const leg = await judge(new Careless({ template: 'docs://{+path}', open }));
    expect(found(leg)).toEqual({});
  });

  it('absolute paths, where a template takes no others', async () => {
    const open = (path: string) => {
      if (!path.startsWith('/')) throw new Error('refused');
      return path;
    };
    expect(found(await judge(new Careless({ template: 'docs://{+path}', open })))).toEqual({});
  });

  it('a server that refuses everything is not praised for it', async () => {
    const open = () => {
      throw new Error('refused');
    };
    const leg = await judge(new Careless({ template: 'file:///{+path}', open }));
    expect(new Set(Object.values(found(leg)))).toEqual(new Set(['untested']));
    expect(Object.keys(found(leg))).toHaveLength(10);
  });

  it('a root behind a link', async () => {
    const link = join(place.around, 'link');
    symlinkSync(place.root, link);
    const leg = await judge(careless('guarded', 'joins', 'file:///{+path}'), { directory: link });
    expect(found(leg)).toEqual({ 'symbolic-links': 'warn' });
    expect(leg.results.find((result) => result.case === 'traversal/linked-root')?.verdict).toBe('pass');
  });
});

describe('a careless handler on a real framework', () => {
  const script = (name: string) => fileURLToPath(new URL(`servers/careless-${name}.mjs`, import.meta.url));
  it.each([
    ['sdk2', 'file:///', 'encoded', 'fail'],
    ['sdk2', 'docs://all/', 'encoded', 'warn'],
    ['tmcp', 'file:///', 'dot-segments', 'fail'],
  ])('%s at %s: found by traversal/%s', async (name, prefix, id, verdict) => {
    const leg = await judge({ stdio: [process.execPath, script(name), place.root, prefix] });
    expect(found(leg)).toMatchObject({ [id]: verdict });
  });
});

it('leaves nothing behind', async () => {
  // A folder of its own: other tests write their canaries at the same time.
  const own = mkdtempSync(join(tmpdir(), 'mcp-own-'));
  vi.stubEnv('TMPDIR', own);
  await judge(careless('raw', 'joins', 'file:///{+path}'), { directory: place.root });
  expect(readdirSync(place.root)).toEqual(['known.txt']);
  expect(readdirSync(place.around)).toEqual(['served']);
  expect(readdirSync(own)).toEqual([]);
  vi.unstubAllEnvs();
  rmSync(own, { recursive: true });
  rmSync(place.around, { recursive: true });
});
