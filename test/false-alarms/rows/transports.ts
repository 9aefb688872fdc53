// What may cross standard output and HTTP.
import { fault } from '../../../harness/mutate.ts';
import type { Alarm } from './alarm.ts';

const modern = '2026-07-28';

export const alarms: readonly Alarm[] = [
  {
    report: 'modelcontextprotocol/conformance#336',
    gist: 'header faults are answered with the code that the text gives them',
    over: 'http',
    revision: modern,
  },
  {
    report: '0xKoda/WireMCP#24',
    gist: 'one banner on standard output breaks one rule, not ten',
    over: 'stdio',
    server: fault('stdio-banner'),
    deserved: { 'stdio/only-messages': 'fail' },
  },
  {
    report: 'DeusData/codebase-memory-mcp#1813',
    gist: 'a server that never comes up has broken no rule',
    fake: 'never-up.mjs',
    absent: /exited with code 3/,
  },
  {
    report: 'dmtrKovalenko/fff#388',
    gist: 'a message is a line, without a header before it',
    over: 'stdio',
  },
  {
    report: 'BaseIntelligence/bounty-challenge#4400',
    gist: 'a message over several lines breaks one rule, and is read all the same',
    over: 'stdio',
    server: fault('stdio-pretty-print'),
    deserved: { 'stdio/one-message-a-line': 'fail' },
  },
  {
    report: 'ThinkInAIXYZ/go-mcp#200',
    gist: 'event streams and JSON are labelled with a charset',
    over: 'http',
    server: fault('http-content-type-charset', 'http-sse-always'),
  },
  {
    report: 'modelcontextprotocol/java-sdk#748',
    gist: 'the empty answer to a notification names a content type',
    over: 'http',
    server: fault('http-notification-typed'),
  },
  {
    report: 'modelcontextprotocol/rust-sdk#849',
    gist: 'notifications are answered with 200: that is one fault, and the session goes on',
    over: 'http',
    server: fault('http-notification-200'),
    deserved: { 'http/notification-accepted': 'fail' },
  },
  {
    report: 'mark3labs/mcp-go#717',
    gist: 'notifications are answered with 204: that is one fault, and the session goes on',
    over: 'http',
    server: fault('http-notification-204'),
    deserved: { 'http/notification-accepted': 'fail' },
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#1944',
    gist: 'who does not take both content types is refused',
    front: {
      answer({ method, headers: { accept = '' } }) {
        const both = /application\/json/.test(accept) && /text\/event-stream/.test(accept);
        return method === 'POST' && !both ? { status: 406 } : undefined;
      },
    },
  },
  {
    report: 'PrefectHQ/fastmcp#4482 (names)',
    gist: 'dots in a name are no way out of a folder',
    over: 'stdio',
    revision: modern,
  },
  {
    report: 'modelcontextprotocol/servers#3253',
    gist: 'a served folder may be reached through a link',
    over: 'stdio',
  },
];
