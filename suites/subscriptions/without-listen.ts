import { defineCase } from '../../harness/case.ts';
import { declaredFilter, listenIds, makeChanges, openListen, subscriptionIdOf } from '../../harness/listen.ts';
import { after, fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

const listening = ({ method }: JsonObject): boolean => method === 'subscriptions/listen';

export default defineCase({
  title: 'A connection without a listen brings no news of changes',
  rules: [
    {
      id: 'listen-no-unsolicited-change-notifications',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'schema#ResourceListChangedNotification',
    },
    {
      id: 'listen-no-state-after-reconnect',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#graceful-closure',
      find: 'the server holds no subscription state',
      derived: 'The page says it of the server in passing, as the reason for a duty of the client.',
    },
  ],
  needs: ['resources'],
  harm: 'leaks',
  hint: 'Send news of changes on open listens alone, and forget the listens of a connection that is closed.',

  async run(probe) {
    const left = await probe.another();
    await openListen(probe, await declaredFilter(probe), { session: left }).opened();
    await left.close();
    // Where each connection is a process, what one knows another cannot.
    const session = probe.shared ? await probe.second() : await probe.another(listening);
    const since = probe.now;
    const earlier: unknown[] = listenIds(probe);
    await probe.send('resources/list', {}, { session });
    await makeChanges(probe, session);
    await probe.settle(session);
    for (const { line, message } of probe.arrived(since, undefined, session)) {
      if (!/^notifications\/(resources\/updated|(resources|tools|prompts)\/list_changed)$/.test(message.method))
        continue;
      const lines = [line];
      const what = quote(message.method);
      if (!earlier.includes(subscriptionIdOf(message.params))) probe.flag(`${what} came without a listen`, { lines });
      else {
        const rule = 'listen-no-state-after-reconnect';
        probe.flag(`${what} came for a listen of an earlier connection`, { rule, lines });
      }
    }
  },

  allows: {
    'progress that nobody asked for': after('resources/list', () => [
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'none', progress: 1 } },
    ]),
  },
  breaks: {
    'changes are told to everybody': [fault('changes-without-listen'), 'came without a listen'],
    'the list changes with each listing': [
      after('resources/list', () => [{ jsonrpc: '2.0', method: 'notifications/resources/list_changed' }]),
      'list_changed" came without a listen',
    ],
    'changes of the tools are told to everybody': [
      after('tools/call', () => [
        {
          jsonrpc: '2.0',
          method: 'notifications/tools/list_changed',
          params: { _meta: { [metaKey.subscriptionId]: 'default' } },
        },
      ]),
      'tools/list_changed" came without a listen',
    ],
    'listens outlive their connection': [
      fault('subscriptions-survive-close'),
      'for a listen of an earlier connection',
      { rule: 'listen-no-state-after-reconnect' },
    ],
  },
});
