// Misbehaviours of a server's process: which one is the first argument.
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { resources, serve, write } from './core.mjs';

const [, , name, detail = ''] = process.argv;
const stay = () => setInterval(() => {}, 1000);
const on = (method, act) => serve((message, usual) => (message.method === method ? act(message, usual) : usual));
const heedless = (work) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  stay();
  work();
};
// A process that heeds no signal but SIGKILL, and keeps what it is given.
const lingering = "for (const each of ['SIGTERM', 'SIGHUP']) process.on(each, () => {}); setInterval(() => {}, 1000);";
const child = (options, code = lingering) => spawn(process.execPath, ['-e', code], options);
const endlessly = (piece) => {
  const more = () => {
    while (process.stdout.write(piece));
    process.stdout.once('drain', more);
  };
  process.stdout.on('error', () => process.exit(0));
  more();
};

const misbehaviours = {
  'exits at once': () => {
    console.error('DATABASE_URL is not set');
    process.exit(Number(detail));
  },
  'exits when something comes': () => process.stdin.once('data', () => process.exit(3)),
  'exits on a method': () => on(detail, () => process.exit(7)),
  'exits behind an answer': () =>
    on('resources/list', (_, usual) => {
      writeSync(1, `${JSON.stringify(usual)}\n`);
      process.exit(7);
    }),
  'is ended at once': () => process.kill(process.pid, detail),
  'is ended by a signal': () =>
    on('resources/list', () => {
      process.kill(process.pid, detail);
    }),
  'throws on a method': () =>
    on('resources/list', () => {
      throw new Error('no such table: documents');
    }),
  'ignores the end of its input and SIGTERM': () => heedless(() => serve(undefined, () => {})),
  'stops itself': () =>
    on('resources/list', () => {
      process.kill(process.pid, 'SIGSTOP');
    }),
  'leaves a child that keeps the pipes': () => {
    child({ stdio: 'inherit' });
    serve();
  },
  'leaves twenty children that keep the pipes': () => {
    for (let each = 0; each < 20; each++) spawn('/bin/sh', ['-c', 'trap "" TERM HUP; sleep 300'], { stdio: 'inherit' });
    serve();
  },
  'starts a daemon': () => {
    child({ stdio: 'ignore', detached: true }).unref();
    serve();
  },
  'starts a daemon that keeps the pipes': () => {
    child({ stdio: 'inherit', detached: true }).unref();
    serve();
  },
  'becomes a daemon': () => {
    // Later than anybody waits for what a process has left in its pipes.
    if (detail === 'daemon') return setTimeout(serve, 2000);
    spawn(process.execPath, [process.argv[1], name, 'daemon'], { stdio: 'inherit', detached: true }).unref();
    process.exit(0);
  },
  'prints a banner': () => {
    write('\n  hostile server 1.0.0\n  listening on stdio\n\n');
    serve();
  },
  'logs to stdout': () => serve((message, usual) => [`[info] ${message.method}\n`, usual].filter(Boolean)),
  'writes ANSI': () => serve((_, usual) => ['\x1b[2J\x1b[31mred\x1b[0m\x1b]0;title\x07\n', usual].filter(Boolean)),
  'writes bytes': () => {
    write(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 151) % 256)), '\n');
    serve();
  },
  'writes 100 MB without a newline': () => {
    const piece = Buffer.alloc(2 ** 20, 'x');
    const megabytes = (left) => {
      if (left > 0) process.stdout.write(piece, () => megabytes(left - 1));
      else {
        write('\n');
        serve();
      }
    };
    megabytes(100);
  },
  'writes the same for ever': () => endlessly(Buffer.alloc(2 ** 16, JSON.parse(detail))),
  'writes the same for ever in the middle': () => on('resources/list', () => endlessly(Buffer.alloc(2 ** 16, 'y\n'))),
  'frames by Content-Length': () => {
    let seen = 0;
    process.stdin.on('data', () => {
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'window/logMessage', params: { n: seen++ } });
      process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
    process.stdin.on('end', () => process.exit(0));
  },
  'closes its stdout': () => {
    closeSync(1);
    process.stdin.resume().on('end', () => process.exit(0));
    stay();
  },
  'closes its stdout in the middle': () =>
    on('resources/list', () => {
      closeSync(1);
      stay();
    }),
  'closes its stdin': () => {
    closeSync(0);
    stay();
  },
  'closes its stdin in the middle': () =>
    on('resources/list', () => {
      process.stdin.removeAllListeners('close').destroy();
      stay();
    }),
  'stops reading': () =>
    serve((message, usual) => {
      if (message.method === 'resources/list') {
        process.stdin.pause();
        stay();
      }
      return usual;
    }),
  'floods its stderr': () => {
    const piece = Buffer.alloc(2 ** 20, 'a line on stderr\n');
    const megabytes = (left) => {
      if (left > 0) process.stderr.write(piece, () => megabytes(left - 1));
    };
    megabytes(100);
    serve();
  },
  'starts after a while': () => setTimeout(serve, Number(detail)),
  'says nothing': stay,
  'says nothing and ends with its input': () => process.stdin.resume().on('end', () => process.exit(0)),
  'serves honestly': () => serve(),
  'ends after each answer': () =>
    serve((_, usual) => {
      if (usual === undefined) return undefined;
      writeSync(1, `${JSON.stringify(usual)}\n`);
      process.exit(0);
    }),
  'serves, and a child answers when it is gone': () =>
    on('resources/list', ({ id }) => {
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { resources } });
      child({ stdio: 'inherit' }, `setTimeout(() => console.log(${JSON.stringify(answer)}), 100)`);
      process.exit(0);
    }),
};

misbehaviours[name]();
