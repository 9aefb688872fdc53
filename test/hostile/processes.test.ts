import { join } from 'node:path';
import { revisions } from '../../harness/wire.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { judged } from './table.ts';

// Limits that no honest answer reaches on a busy machine; a row that is about silence has shorter ones.
const row = (
  name: string,
  [behaviour, detail]: [string, string?],
  expect: Misbehaviour['expect'],
  {
    timeout = 8000,
    startTimeout = 40_000,
    revision = '2025-11-25',
    ...rest
  }: Partial<Misbehaviour> & { timeout?: number; startTimeout?: number; revision?: string } = {},
): Misbehaviour => ({
  name,
  server: ['processes.mjs', behaviour, ...(detail === undefined ? [] : [detail])],
  options: [
    ...['--revision', revision, '--only', 'list/shape,read/shape,read/listed-readable'],
    ...['--timeout', `${timeout}`, '--start-timeout', `${startTimeout}`],
  ],
  within: 60,
  memory: 200,
  expect,
  ...rest,
});
const silent = { timeout: 1000, startTimeout: 3000 };
const cannot = (stderr: RegExp): Misbehaviour['expect'] => ({ exit: 3, headline: 'could not run', stderr });
const good: Misbehaviour['expect'] = {
  exit: 0,
  headline: 'conformant',
  results: [{ case: 'list/shape', verdict: 'pass' }],
};
const crashed = (says: RegExp): Misbehaviour['expect'] => ({
  exit: 1,
  headline: 'not conformant',
  results: [{ case: 'list/shape', verdict: 'fail', says }],
  noVerdict: ['pass'],
});

judged('ends', [
  row(
    'exits at once with an error',
    ['exits at once', '1'],
    cannot(/exited with code 1[\s\S]*DATABASE_URL is not set/),
  ),
  row('exits at once without one', ['exits at once', '0'], cannot(/exited with code 0/)),
  row('exits before it answers the handshake', ['exits when something comes'], cannot(/exited with code 3/)),
  row('exits on resources/list', ['exits on a method', 'resources/list'], crashed(/exited with code 7/)),
  row('exits behind the answer to resources/list', ['exits behind an answer'], { exit: 1 }),
  row('throws on resources/list', ['throws on a method'], crashed(/exited with code 1/)),
  row('is killed at once', ['is ended at once', 'SIGKILL'], cannot(/was ended by SIGKILL/)),
  ...['SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGINT', 'SIGHUP', 'SIGBUS'].map((signal) =>
    row(`is ended by ${signal}`, ['is ended by a signal', signal], crashed(new RegExp(`was ended by ${signal}`))),
  ),
]);

judged('stays', [
  row('ignores the end of its input and SIGTERM', ['ignores the end of its input and SIGTERM'], good),
  row(
    'stops itself',
    ['stops itself'],
    {
      exit: 1,
      results: [{ case: 'list/shape', verdict: 'fail', says: /no answer/ }],
    },
    silent,
  ),
  row('leaves a child that keeps the pipes', ['leaves a child that keeps the pipes'], good),
  row('leaves twenty children that keep the pipes', ['leaves twenty children that keep the pipes'], good),
  row('starts a daemon', ['starts a daemon'], good),
  row('starts a daemon that keeps the pipes', ['starts a daemon that keeps the pipes'], good),
  row('becomes a daemon', ['becomes a daemon'], cannot(/exited with code 0/)),
  row('says nothing', ['says nothing'], cannot(/no answer within 3000 ms/), silent),
  row('says nothing, asked for every revision', ['says nothing'], cannot(/no answer within 3000 ms/), {
    ...silent,
    revision: revisions.join(','),
  }),
  row('leaves the answer to a child', ['serves, and a child answers when it is gone'], { exit: 1 }),
]);

judged('pipes', [
  row('prints a banner', ['prints a banner'], good),
  row('logs to stdout', ['logs to stdout'], good),
  row('writes ANSI', ['writes ANSI'], good),
  row('writes bytes', ['writes bytes'], good),
  row('writes 100 MB without a newline', ['writes 100 MB without a newline'], good, { memory: 400 }),
  row('floods its stderr with 100 MB', ['floods its stderr'], good),
  row('writes lines for ever', ['writes the same for ever', '"y\\n"'], cannot(/floods its standard output/)),
  row(
    'writes lines for ever in the middle',
    ['writes the same for ever in the middle'],
    crashed(/floods its standard output/),
    {
      timeout: 40_000,
    },
  ),
  row('writes zeros for ever', ['writes the same for ever', '"\\u0000"'], cannot(/floods its standard output/), {
    memory: 400,
  }),
  row(
    'frames by Content-Length',
    ['frames by Content-Length'],
    cannot(/frames messages as the Language Server Protocol does, by a Content-Length header/),
  ),
  row('closes its stdout', ['closes its stdout'], cannot(/closed its standard output/)),
  row('closes its stdout in the middle', ['closes its stdout in the middle'], crashed(/closed its standard output/)),
  row('closes its stdin', ['closes its stdin'], cannot(/closed its standard input|no answer/), silent),
  row(
    'closes its stdin in the middle',
    ['closes its stdin in the middle'],
    {
      exit: 1,
      noVerdict: ['pass'],
      results: [{ case: 'list/shape', verdict: 'fail', says: /closed its standard input|no answer/ }],
    },
    silent,
  ),
  row('stops reading', ['stops reading'], { exit: 1 }, silent),
  {
    ...row('stops reading while 10 MB are written', ['stops reading'], { exit: 1 }, silent),
    options: [
      ...['--revision', '2025-11-25', '--only', 'list/shape,read/listed-readable,read/shape'],
      ...['--timeout', '1000', '--config', join(import.meta.dirname, 'unread.config.mjs')],
    ],
  },
]);

const shell = (command: string) => (argv: string[]) => [
  'sh',
  '-c',
  command.replace('SERVER', argv.map((word) => `'${word}'`).join(' ')),
];
judged('wrappers', [
  row('a shell', ['serves honestly'], good, { wrap: shell('SERVER') }),
  row('a shell that stays', ['serves honestly'], good, { wrap: shell('SERVER; echo done >&2') }),
  row('a shell in a shell', ['serves honestly'], good, { wrap: (argv) => shell(`sh -c "SERVER; true"; true`)(argv) }),
  row('a shell in the background', ['serves honestly'], good, { wrap: shell('exec 3<&0; SERVER <&3 & wait') }),
  row('a shell that heeds no signal', ['ignores the end of its input and SIGTERM'], good, {
    wrap: shell(`trap '' TERM HUP INT; SERVER; sleep 60`),
  }),
  row('a shell that starts it again', ['ends after each answer'], good, { wrap: shell('while true; do SERVER; done') }),
  row('a program that forwards nothing', ['serves honestly'], good, {
    wrap: (argv) => [
      process.execPath,
      '-e',
      `require('child_process').spawn(...${JSON.stringify([argv[0], argv.slice(1)])}, { stdio: 'inherit' })`,
    ],
  }),
  row('a program that gives it a session of its own', ['ignores the end of its input and SIGTERM'], good, {
    wrap: (argv) => [
      process.execPath,
      '-e',
      `require('child_process').spawn(...${JSON.stringify([argv[0], argv.slice(1)])}, { stdio: 'inherit', detached: true })`,
    ],
  }),
]);
