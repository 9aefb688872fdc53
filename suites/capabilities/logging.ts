import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { all, before, onCapabilities } from '../../harness/mutate.ts';
import { isError, isResult } from '../../harness/session/reply.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

const method = 'notifications/message';
const log = (): JsonObject[] => [{ jsonrpc: '2.0', method, params: { level: 'info', data: 'listing' } }];
const declaring = onCapabilities((capabilities) => {
  capabilities.logging = { levels: 'all' };
});
const undeclared = onCapabilities((capabilities) => {
  delete capabilities.logging;
});

export default defineCase({
  title: 'A server that sends log messages declares the logging capability',
  rules: [
    {
      id: 'log-capability',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/utilities/logging#capabilities',
      find: 'emit log message notifications **MUST** declare',
    },
  ],
  needs: ['resources'],
  harm: 'untidy',
  hint: 'Declare logging in server/discover, or send no notifications/message.',

  async run(probe) {
    if ('logging' in probe.capabilities) {
      probe.cite(probe.session.introduction.reply);
      return;
    }
    // Where lists of several connections are compared, reads must leave no trace on this one.
    const session = probe.shared ? await probe.second() : probe.session;
    const options = { session, meta: { [metaKey.logLevel]: 'debug' } };
    const [entry] = await probe.resources().catch(() => []);
    let answered = 0;
    for (const [asked, params] of [
      ['resources/list', {}],
      ['resources/read', { uri: entry?.uri ?? 'mcp-conformance-absent:///log' }],
    ] as const) {
      const reply = await probe.send(asked, params, options);
      if (isResult(reply) || isError(reply)) answered++;
    }
    await probe.settle(session);
    // What came to requests of other cases tells as much.
    const lines = session.channel.transcript.lines.flatMap(({ n, direction, message }) =>
      direction === 'in' && (message as JsonObject | undefined)?.method === method ? [n] : [],
    );
    check(lines.length === 0, `expected capabilities.logging of a server that sends ${method}, got none`, { lines });
    if (answered === 0) untested('no request that asks for log messages was answered');
  },

  allows: {
    'logs, declared': all(declaring, before('resources/list', log)),
    'not declared, and silent': undeclared,
  },
  breaks: {
    'logs on a list, undeclared': [all(undeclared, before('resources/list', log)), 'expected capabilities.logging'],
    'logs on a read, undeclared': [all(undeclared, before('resources/read', log)), 'expected capabilities.logging'],
  },
});
