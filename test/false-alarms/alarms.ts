import type { Alarm } from './rows/alarm.ts';
import * as contents from './rows/contents.ts';
import * as declared from './rows/declared.ts';
import * as transports from './rows/transports.ts';

/** Servers that other tools have faulted though they keep the rules. */
export const alarms: readonly Alarm[] = [...declared.alarms, ...contents.alarms, ...transports.alarms];

/** Alarms that say nothing of a server. */
export const aside: readonly { report: string; gist: string; why: string }[] = [
  {
    report: 'DeusData/codebase-memory-mcp#1247',
    gist: 'a proxy lost the cursor, and the server behind it was blamed',
    why: 'What is judged is what was asked; the report names the address, and the server can be tried without the proxy.',
  },
];
