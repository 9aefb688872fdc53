import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { before, MutantHost } from '../../harness/mutate.ts';
import type { FaultName } from '../../harness/reference/faults.ts';
import { serveHttp } from '../../harness/reference/http.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { type Answer, Site } from './http-client.ts';

const revision = '2025-11-25';
const uri = 'demo://host/greeting';
const foreign = { origin: 'http://evil.example' };
const note = { jsonrpc: '2.0', method: 'notifications/x' };
const touch = { name: 'touch', arguments: { uri } };

type Session = Awaited<ReturnType<Site['session']>>;
/** What a client sees of a fault: the outcome differs from that of the faultless server. */
type Scenario = (session: Session, site: Site) => Promise<unknown>;

/** The first milliseconds of a stream that may never end. */
async function beginning(answer: Promise<Answer>): Promise<string> {
  const stream = await answer;
  await Promise.race([stream.ended, new Promise((resolve) => setTimeout(resolve, 60))]);
  stream.abort();
  return stream.text.replace(/Session [0-9a-f-]+/g, '');
}

const accepts = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const read: Scenario = async ({ ask }) => {
  const { status, headers, text } = await ask('resources/read', { uri });
  return [status, headers['content-type'], text.replace(/"id":"[^"]*"/, '')];
};
const notified: Scenario = async ({ headers }, site) => {
  const answer = await site.post(note, headers);
  return [answer.status, answer.headers['content-type'], answer.text];
};
const malformed: Scenario = async ({ headers }, site) => (await site.post({ jsonrpc: '2.0' }, headers)).status;
const begun: Scenario = async ({ id }, site) => {
  const other = (await site.session(revision)).id;
  return [/^[0-9a-f-]{36}$/.test(String(id)), other === id, /\u00e9/.test(String(id))];
};
const changed: Scenario = async ({ ask, stream }) => {
  const get = await stream();
  await ask('resources/subscribe', { uri });
  const call = (await ask('tools/call', touch)).text;
  await ask('ping');
  const came = get.text.includes('updated');
  get.abort();
  return [call.includes('notifications/resources/updated'), came];
};

const faults: Partial<Record<FaultName, Scenario>> = {
  'http-origin-unchecked-get': async ({ headers }, site) => {
    const stream = await site.send('GET', undefined, { ...headers, ...foreign, accept: 'text/event-stream' });
    stream.abort();
    return stream.status;
  },
  'http-origin-unchecked-start': async (_, site) =>
    (await site.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, foreign)).status,
  'http-origin-bare': async ({ ask }) => (await ask('ping', {}, foreign)).text,
  'http-listens-everywhere': async (_, site) => accepts('127.0.0.2', Number(new URL(site.server.url).port)),
  'http-notification-null': notified,
  'http-notification-blank': notified,
  'http-notification-204': notified,
  'http-notification-typed': notified,
  'http-bad-notification-202': malformed,
  'http-no-content-type': read,
  'http-type-upper-case': read,
  'http-json-trailing': read,
  'http-other-path': read,
  'http-list-500': async ({ ask }) => (await ask('resources/list')).status,
  'http-version-header-404': async ({ ask }) =>
    (await ask('ping', {}, { 'MCP-Protocol-Version': '1900-01-01' })).status,
  'http-session-id-token': begun,
  'http-session-id-latin': begun,
  'http-session-id-long-counter': begun,
  'http-session-id-same': begun,
  'http-session-optional': async (_, site) => (await site.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status,
  'http-session-ends': async ({ ask }) => {
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) statuses.push((await ask('ping')).status);
    return statuses.at(-1);
  },
  'http-delete-legacy-200': async ({ headers }, site) => (await site.send('DELETE', undefined, headers)).status,
  'http-get-closes': async ({ stream }) => {
    const get = await stream();
    const ended = await Promise.race([get.ended.then(() => true), new Promise((done) => setTimeout(done, 60, false))]);
    get.abort();
    return ended;
  },
  'http-get-late-head': async ({ ask, stream }) => {
    const get = stream();
    const atOnce = await Promise.race([get.then(() => true), new Promise((done) => setTimeout(done, 60, false))]);
    await ask('resources/subscribe', { uri });
    await ask('tools/call', touch);
    (await get).abort();
    return atOnce;
  },
  'http-changes-on-posts': changed,
  'http-changes-everywhere': changed,
};

const open = async (names: FaultName[]) => {
  const site = await Site.open(names);
  return { site, session: await site.session(revision) };
};

/** What a scenario shows, and which faults were used for it. */
async function outcome(scenario: Scenario, names: FaultName[] = []) {
  const { site, session } = await open(names);
  try {
    return { shown: await scenario(session, site), used: [...site.server.used] };
  } finally {
    await site.close();
  }
}

describe('faults of the sessions over HTTP', () => {
  it.each(Object.entries(faults) as [FaultName, Scenario][])('%s', async (name, scenario) => {
    const right = await outcome(scenario);
    const wrong = await outcome(scenario, [name]);
    expect(right.used).toEqual([]);
    expect(wrong.used).toEqual([name]);
    expect(wrong.shown).not.toEqual(right.shown);
  });

  it("serves nobody without its token, but with 'http-unauthenticated'", async () => {
    const statuses: number[] = [];
    for (const names of [[], ['http-unauthenticated']] as FaultName[][]) {
      const reference = new Reference({ faults: names });
      const site = Site.of(await serveHttp(reference, { faults: reference.faults, token: 'sesame' }));
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      for (const authorization of ['Bearer sesame', 'Bearer other', undefined])
        statuses.push((await site.post(ping, { ...(authorization !== undefined && { authorization }) })).status);
      await site.close();
    }
    expect(statuses).toEqual([400, 401, 401, 400, 400, 400]);
  });
});

const always: FaultName[] = ['http-sse-always'];
const resumable: FaultName[] = [...always, 'http-sse-resumable'];
const reading: Scenario = ({ ask }) => beginning(ask('resources/read', { uri }));
/** What comes when the stream of a read is continued from its first event. */
const continued: Scenario = async ({ ask, headers }, site) => {
  await beginning(ask('resources/list'));
  const text = await beginning(ask('resources/read', { uri }));
  const id = /^id: (.*)$/m.exec(text)?.[1] ?? 'none';
  const more = { ...headers, accept: 'text/event-stream', 'Last-Event-ID': id };
  await new Promise((resolve) => setTimeout(resolve, 150));
  const rest = await beginning(site.send('GET', undefined, more));
  return [rest.includes('contents'), rest.includes('nextCursor')];
};

describe('faults of the event streams', () => {
  it.each<[FaultName, FaultName[], Scenario]>([
    ['http-sse-resumable', always, reading],
    ['http-sse-raw-reads', always, reading],
    ['http-sse-unframed-reads', always, reading],
    ['http-sse-greets', always, reading],
    ['http-sse-named', always, reading],
    ['http-sse-batched', always, reading],
    ['http-sse-cut', always, reading],
    ['http-answers-late', always, reading],
    ['http-sse-unprimed', resumable, reading],
    ['http-event-ids-restart', resumable, reading],
    ['http-sse-polls', resumable, reading],
    ['http-sse-breaks', resumable, reading],
    ['http-resume-nothing', resumable, continued],
    ['http-resume-some', resumable, continued],
    ['http-resume-others', resumable, continued],
    ['http-disconnect-aborts', resumable, continued],
  ])('%s', async (name, base, scenario) => {
    const right = await outcome(scenario, base);
    const wrong = await outcome(scenario, [...base, name]);
    expect(wrong.used).toEqual(expect.arrayContaining([name]));
    expect(wrong.shown).not.toEqual(right.shown);
  });

  it('says when to come back to a stream that it closes, but with http-sse-retry-unsaid', async () => {
    const polls: FaultName[] = [...resumable, 'http-sse-polls'];
    expect((await outcome(reading, polls)).shown).toContain('retry: 10');
    expect((await outcome(reading, [...polls, 'http-sse-retry-unsaid'])).shown).not.toContain('retry');
    // The answer is not lost.
    expect((await outcome(continued, polls)).shown).toEqual([true, false]);
  });

  it('sends progress on the stream of its request, but with http-progress-on-get', async () => {
    const progress = before('resources/read', ({ id }) => [
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 1 } },
    ]);
    const shown: boolean[][] = [];
    for (const names of [[], ['http-progress-on-get']] as FaultName[][]) {
      const reference = new Reference({ faults: names });
      const host = new MutantHost(reference, progress, revision);
      const site = Site.of(await serveHttp(host, { faults: reference.faults }));
      const { ask, stream } = await site.session(revision);
      const get = await stream();
      const own = await ask('resources/read', { uri });
      await own.ended;
      if (names.length > 0) await get.until('progress');
      shown.push([own.text.includes('progress'), get.text.includes('progress')]);
      get.abort();
      await site.close();
    }
    expect(shown).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
