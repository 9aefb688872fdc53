import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';

export default defineCase({
  title: 'The server exits when its standard input ends',
  rules: [
    {
      id: 'stdio-exit-on-eof',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/stdio#shutdown',
      find: 'exit promptly when their standard input',
    },
  ],
  transports: ['stdio'],
  // On a process of its own, which this ends.
  fresh: true,
  harm: 'untidy',
  hint: 'Stop the server, with its timers and connections, when standard input closes.',

  async run(probe) {
    const { channel, timeout } = probe.session;
    probe.cite([channel.note('the end of standard input')]);
    channel.transport.end();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, timeout, undefined);
    });
    const exit = await Promise.race([channel.exited, late]);
    clearTimeout(timer);
    check(exit !== undefined, `expected the server to exit, got a process that still runs after ${timeout} ms`);
  },

  allows: {
    'a last word on standard error': fault('stdio-stderr-flood'),
  },
  breaks: {
    'the end of input is ignored': [fault('stdio-ignores-eof'), 'a process that still runs'],
  },
});
