import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withCanary } from '../../harness/canary.ts';
import type { Host } from '../../harness/transport/host.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';
import { Careless } from './careless.ts';
import { found, judge, reasonOf } from './world.ts';

const release = 'NAME="Elsewhere OS"\nID=elsewhere\nBUILD=of-another-machine\n';

/** A server on another machine, as far as its files tell. */
const elsewhere = (open: (path: string) => string, listed = ['file:///nowhere/here/docs/a.txt']) =>
  new Careless({
    template: 'file:///{+path}',
    listed,
    open,
    read(path) {
      const files: Record<string, string> = { '/nowhere/here/docs/a.txt': 'A\n', '/etc/os-release': release };
      const text = files[path];
      if (text === undefined) throw new Error('nothing there');
      return text;
    },
  });

describe('a server whose files are on another machine', () => {
  it('is found by a file of its system, whose text is in no part of the leg', async () => {
    const leg = await judge(elsewhere((path) => posix.join('/nowhere/here/', path.replace(/^nowhere\/here\//, ''))));
    expect(found(leg)).toMatchObject({ 'dot-segments': 'fail' });
    expect(JSON.stringify(leg)).not.toContain('of-another-machine');
    expect(JSON.stringify(leg.transcript)).toContain('withheld');
  });

  it('is not found where nothing leads out', async () => {
    const open = (path: string) => {
      if (/(^|\/)\.\.(\/|$)|%|\/\//.test(path) || !path.startsWith('nowhere/')) throw new Error('refused');
      return `/${path}`;
    };
    const leg = await judge(elsewhere(open));
    expect(Object.values(found(leg)).filter((verdict) => verdict !== 'untested')).toEqual([]);
  });

  it('may serve its whole file system, and its text is withheld then too', async () => {
    const leg = await judge(elsewhere((path) => posix.join('/', path)));
    expect(Object.values(found(leg)).filter((verdict) => verdict !== 'untested')).toEqual([]);
    expect(JSON.stringify(leg)).not.toContain('of-another-machine');
  });
});

/** A server that answers reads with anything. */
const answering = (answer: (uri: unknown) => JsonObject): Host => ({
  connect({ send }) {
    const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    const results: Record<string, JsonObject> = {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { resources: {} } },
      'resources/list': { resources: [{ uri: 'file:///a/b.txt', name: 'b', mimeType: 7 }, { uri: 7 }, null] },
      'resources/templates/list': {
        resourceTemplates: [{ uriTemplate: 'file:///{+path}' }, { uriTemplate: '{' }, { uriTemplate: null }, 'x'],
      },
    };
    return {
      receive(message) {
        if (!isObject(message) || !('id' in message)) return;
        const result = results[message.method];
        const reply = result ? { result: { ...hints, ...result } } : answer(message.params?.uri);
        send({ jsonrpc: '2.0', id: message.id, ...reply });
      },
      receiveNoise() {},
      close() {},
      shutdown() {},
    };
  },
  shutdown() {},
});

describe('answers of any type', () => {
  it.each([
    null,
    7,
    'text',
    [],
    {},
    { contents: null },
    { contents: [null, 7, 'x', [], { text: 7, blob: {} }, { blob: '%%%' }, { text: '' }] },
    { contents: { text: 'x' } },
  ])('a result %j ends in no error', async (result) => {
    const leg = await judge(answering(() => ({ result })));
    expect(leg.results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  });

  it.each([null, 7, [], { code: 'x', message: null }])('an error %j ends in no error of ours', async (error) => {
    const leg = await judge(answering(() => ({ error })));
    expect(leg.results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  });

  it('silence is waited for a few times only', async () => {
    let asked = 0;
    const host: Host = {
      connect(options) {
        const inner = answering(() => ({ error: { code: -32602, message: 'no' } })).connect(options);
        return {
          ...inner,
          receive(message) {
            const { method, params } = message as JsonObject;
            if (method === 'resources/read' && String(params.uri).includes('canary')) asked++;
            else inner.receive(message);
          },
        };
      },
      shutdown() {},
    };
    const leg = await judge(host, {}, 50);
    expect(asked).toBeLessThanOrEqual(3);
    expect(reasonOf(leg, 'encoded')).toContain('went unanswered');
  });
});

describe('the canary', () => {
  it('is removed when its work is over, and when that fails', async () => {
    let path = '';
    const work = withCanary(async (canary) => {
      path = canary.outside().path;
      expect(existsSync(path)).toBe(true);
      throw new Error('over');
    });
    await expect(work).rejects.toThrow('over');
    expect(existsSync(path)).toBe(false);
  });

  it('is removed when the process ends in the midst of it, and leaves no listener', async () => {
    const before = process.listeners('exit');
    await withCanary(async (canary) => {
      const { path } = canary.outside();
      const [sweep] = process.listeners('exit').filter((each) => !before.includes(each));
      (sweep as () => void)();
      expect(existsSync(path)).toBe(false);
    });
    expect(process.listeners('exit')).toEqual(before);
  });
});
