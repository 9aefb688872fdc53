import { defineCase } from '../../harness/case.ts';
import { legacyRevisions } from '../../harness/eras.ts';
import { initialize } from '../../harness/handshakes.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { fault, onResult } from '../../harness/mutate.ts';
import { initializeParams } from '../../harness/session/legacy.ts';
import { makeModern, supportedVersions } from '../../harness/session/modern.ts';
import { inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';
import { isObject } from '../../harness/wire.ts';

const marks = ['resultType', 'ttlMs', 'cacheScope'] as const;

export default defineCase({
  title: 'A server of both eras serves a request of 2026-07-28 as such, also beside a handshake',
  rules: [
    {
      id: 'version-dual-era-stateless',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/versioning#compatibility-matrix',
      find: '`_meta` is served statelessly',
      derived: 'prose without a keyword, which lets initialize decide for a whole process over stdio',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Let the _meta of each request tell its era, not the connection on which it comes.',

  async run(probe) {
    const listed = supportedVersions(probe.session.introduction.reply);
    const legacy = legacyRevisions.toReversed().find((revision) => listed.includes(revision));
    const session = await probe.fresh(legacy ?? legacyRevisions.at(-1));
    const opened = await initialize(probe, session, initializeParams(session.revision));
    if (!isResult(opened)) {
      if (legacy) blockedBy('capabilities/discover-versions', `initialize for ${legacy} got ${inWords(opened)}`);
      notApplicable(`the server speaks no version with a handshake: initialize got ${inWords(opened)}`);
    }
    await probe.notify('notifications/initialized', undefined, { session });
    const twin = await probe.result('resources/list');
    if (!marks.some((mark) => mark in twin)) blockedBy('messages/result-type', 'resources/list has no resultType');
    const modern = makeModern(session.channel, probe.revision, session.timeout);
    const reply = await probe.send('resources/list', {}, { session: modern });
    if (isWithheld(reply)) untested(`resources/list got HTTP status ${reply.http!.status}; try again later`);
    const lines = [...opened.lines, ...reply.lines];
    const expected = `expected a result of ${probe.revision} on a connection with a handshake`;
    // Over stdio the text also gives the whole process to the legacy era: a refusal is clear, a result of that era is not.
    if (isError(reply)) check(!probe.http, `${expected}, got ${inWords(reply)}`, { lines });
    else check(isResult(reply), `${expected}, got ${inWords(reply)}`, { lines });
    if (!isResult(reply)) return;
    const found = isObject(reply.result) && marks.some((mark) => mark in reply.result);
    check(found, `${expected}, got one without ${marks.join(', ')}`, { lines });
  },

  allows: {
    'another opinion on how long it may be cached': onResult('resources/list', (result) => {
      result.ttlMs = 1;
    }),
    'a refusal over stdio': {
      incoming(message, { memory, connection, send }) {
        if (message.method === 'initialize') memory.set(`legacy ${connection}`, true);
        else if (memory.has(`legacy ${connection}`) && 'id' in message) {
          send({ jsonrpc: '2.0', id: message.id, error: { code: -32600, message: 'This process has a handshake' } });
          return [];
        }
        return [message];
      },
    },
  },
  breaks: {
    'the handshake decides': [fault('legacy-sticks'), 'got one without resultType, ttlMs, cacheScope'],
    'no answer after a handshake': [
      {
        incoming(message, { memory, connection }) {
          if (message.method === 'initialize') memory.set(`legacy ${connection}`, true);
          return memory.has(`legacy ${connection}`) && message.method === 'resources/list' ? [] : [message];
        },
      },
      'on a connection with a handshake, got no answer within',
    ],
  },
});
