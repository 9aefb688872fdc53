import { defineCase } from '../../harness/case.ts';
import { legacyRevisions } from '../../harness/eras.ts';
import { initialize } from '../../harness/handshakes.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { type Mutant, onResult } from '../../harness/mutate.ts';
import { initializeParams } from '../../harness/session/legacy.ts';
import { makeModern, supportedVersions } from '../../harness/session/modern.ts';
import { inWords, isResult, isWithheld } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const marks = ['resultType', 'ttlMs', 'cacheScope'] as const;

/** Rewrites the first list that anybody asks for once some client has begun a session. */
const begun = (change: (message: JsonObject) => JsonObject): Mutant => ({
  incoming(message, { memory }) {
    if (message.method === 'notifications/initialized') memory.set('begun', true);
    return [message];
  },
  outgoing(message, { request, memory }) {
    if (request?.method !== 'resources/list' || !memory.delete('begun')) return [message];
    return [change(message)];
  },
});

export default defineCase({
  title: 'A server of both eras serves a request of 2026-07-28 as such, also while it has a session with a handshake',
  rules: [
    {
      id: 'version-dual-era-stateless',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/versioning#compatibility-matrix',
      find: '`_meta` is served statelessly',
      derived: 'prose without a keyword',
    },
  ],
  needs: ['resources'],
  // Over stdio initialize gives the whole process to the legacy era, whatever the requests that follow say.
  transports: ['http'],
  harm: 'misleads',
  hint: 'Let the _meta of each request tell its era, and initialize that of its own session alone.',

  async run(probe) {
    const twin = await probe.result('resources/list');
    if (!marks.some((mark) => mark in twin)) blockedBy('messages/result-type', 'resources/list has no resultType');
    const listed = supportedVersions(probe.session.introduction.reply);
    const legacy = legacyRevisions.toReversed().find((revision) => listed.includes(revision));
    const session = await probe.fresh(legacy ?? legacyRevisions.at(-1));
    const opened = await initialize(probe, session, initializeParams(session.revision));
    if (!isResult(opened)) {
      if (legacy) blockedBy('capabilities/discover-versions', `initialize for ${legacy} got ${inWords(opened)}`);
      notApplicable(`the server speaks no version with a handshake: initialize got ${inWords(opened)}`);
    }
    await probe.notify('notifications/initialized', undefined, { session });
    const modern = makeModern(session.channel, probe.revision, session.timeout);
    const reply = await probe.send('resources/list', {}, { session: modern });
    if (isWithheld(reply)) untested(`resources/list got HTTP status ${reply.http!.status}; try again later`);
    const lines = [...opened.lines, ...reply.lines];
    const expected = `expected a result of ${probe.revision} beside a session with a handshake`;
    check(isResult(reply), `${expected}, got ${inWords(reply)}`, { lines });
    const found = isObject(reply.result) && marks.some((mark) => mark in reply.result);
    check(found, `${expected}, got one without ${marks.join(', ')}`, { lines });
  },

  allows: {
    'another opinion on how long it may be cached': onResult('resources/list', (result) => {
      result.ttlMs = 1;
    }),
  },
  breaks: {
    'the handshake decides for all clients': [
      begun(({ result, ...message }) => {
        const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, ...legacy } = result;
        return { ...message, result: legacy };
      }),
      'got one without resultType, ttlMs, cacheScope',
    ],
    'a refusal once somebody has a session': [
      begun(({ id }) => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32600, message: 'Not the version of the session' },
      })),
      'beside a session with a handshake, got error -32600',
    ],
  },
});
