import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { defineCase } from '../../harness/case.ts';
import { isLoopback } from '../../harness/formats/loopback.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';

/** Milliseconds that a connection within one machine may take to come about. */
const patience = 500;

export default defineCase({
  title: 'A server on this machine listens on localhost only',
  rules: [
    {
      id: 'http-bind-localhost',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/transports#security-warning',
      find: 'bind only to localhost',
    },
    {
      id: 'http-bind-localhost',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#security--endpoint',
      find: 'bind only to localhost',
    },
  ],
  transports: ['http', 'sse'],
  harm: 'leaks',
  hint: 'Listen on 127.0.0.1, not on 0.0.0.0 or without a host; within a container the whole network is needed, and this may be skipped.',

  async run(probe) {
    const url = probe.session.channel.transport.address?.url;
    if (!url || !isLoopback(url.hostname)) notApplicable('the server is not addressed as one of this machine');
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const others = elsewhere(url.hostname);
    if (others.length === 0) untested('this machine has no other address at which a server could listen');
    const reached = await Promise.all(others.map(async (host) => ((await accepts(host, port)) ? host : undefined)));
    const words = `expected a server that listens on localhost only, got a connection at another address of this machine`;
    check(
      reached.every((host) => host === undefined),
      words,
      { lines: probe.session.introduction.reply.lines },
    );
  },

  allows: {
    'answers come as event streams': [fault('http-sse-always'), { since: '2025-03-26' }],
    'another answer at the stream': [fault('sse-post-200'), { until: '2024-11-05' }],
  },
  breaks: {
    'it listens on other addresses too': [fault('http-listens-everywhere'), 'got a connection at another address'],
  },
});

/** Addresses of this machine that a server on localhost has no business with; 127.0.0.2 is one wherever it exists. */
function elsewhere(host: string): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outward = all.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address);
  const second = process.platform === 'linux' && host !== '127.0.0.2' ? ['127.0.0.2'] : [];
  return [...outward.slice(0, 8), ...second];
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patience });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}
