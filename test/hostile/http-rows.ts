import type { Misbehaviour } from './misbehaviour.ts';

const judging = [
  '--revision',
  '2025-11-25',
  '--only',
  'list/shape,list/responds,read/shape,messages/request-answered,http/response-type,http/event-stream-framing',
];
const limits = ['--timeout', '1000', '--start-timeout', '2500'];

/** A row of a server that is launched over HTTP and misbehaves as `behaviour` says. */
export const httpRow = (
  name: string,
  server: Misbehaviour['server'],
  expect: Misbehaviour['expect'],
  rest: Partial<Misbehaviour> = {},
): Misbehaviour => ({
  name,
  server,
  over: 'http',
  within: 60,
  memory: 250,
  ...rest,
  options: [...judging, ...limits, ...(rest.options ?? [])],
  expect,
});

/** The run ends before anything is judged, in these words. */
export const cannot = (stderr: RegExp): Misbehaviour['expect'] => ({ exit: 3, headline: 'could not run', stderr });

/** Nothing is wrong with what the server does. */
export const good: Misbehaviour['expect'] = {
  exit: 0,
  headline: 'conformant',
  results: [
    { case: 'list/shape', verdict: 'pass' },
    { case: 'read/shape', verdict: 'pass' },
  ],
  noVerdict: ['fail', 'warn', 'untested'],
};

/** The case that judges it fails, in these words; no list was seen, so that nothing about lists may have passed. */
export const broken = (id: string, says: RegExp): Misbehaviour['expect'] => ({
  exit: 1,
  headline: 'not conformant',
  results: [
    { case: id, verdict: 'fail', says },
    { case: 'list/shape', verdict: 'untested' },
    { case: 'read/shape', verdict: 'untested' },
  ],
});
