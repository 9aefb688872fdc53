// HTTP: statuses, content types, sessions.
import { fault } from '../../../harness/mutate.ts';
import type { FieldReport, SetAside } from './row.ts';

export const reports: readonly FieldReport[] = [
  {
    report: 'dativo-io/talon#363',
    gist: 'a notification is answered with a body',
    over: 'http',
    server: fault('http-notification-200', 'http-notification-body'),
    found: ['http/notification-accepted', 'fail'],
  },
  {
    report: 'metorial/metorial-platform#444',
    gist: 'a notification is answered with 204',
    over: 'http',
    server: fault('http-notification-204'),
    found: ['http/notification-accepted', 'fail'],
  },
  {
    report: 'helidon-io/helidon-mcp#97',
    gist: 'answers name no content type',
    front: {
      head({ headers }) {
        delete headers['content-type'];
      },
    },
    found: ['http/response-type', 'fail'],
  },
  {
    report: 'DAWNCR0W/affine-mcp-server#301',
    gist: 'a session id that is not known is answered with 400',
    over: 'http',
    server: fault('http-session-unknown-400'),
    found: ['http/session-ended', 'fail'],
  },
  {
    report: 'actionhero/keryx#503',
    gist: 'a session id that is not known is answered by a stream with an event that is no message',
    front: sessionsOf(() => ({
      status: 200,
      headers: { 'Content-Type': 'text/event-stream' },
      body: 'data: {"error":"Session not found"}\n\n',
    })),
    found: ['http/session-ended', 'fail'],
  },
];

/** Answers requests of sessions that were ended, in place of the server. */
function sessionsOf(
  answer: () => { status: number; headers: Record<string, string>; body: string },
): FieldReport['front'] & object {
  const ended = new Set<unknown>();
  return {
    answer({ method, headers }) {
      const id = headers['mcp-session-id'];
      if (ended.has(id)) return answer();
      if (method === 'DELETE') ended.add(id);
      return undefined;
    },
  };
}

export const aside: readonly SetAside[] = [
  {
    report: 'micronaut-projects/micronaut-mcp#91',
    gist: 'a missing resource is answered with status 500 and a JSON-RPC error',
    why: 'No revision prescribes a status for this error; the error itself is judged.',
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#1944',
    gist: 'a request that takes JSON alone is answered with 406',
    why: 'A client has to take both content types, so that it must not ask so.',
  },
  {
    report: 'mark3labs/mcp-go#501',
    gist: 'a request whose content type names a charset is refused',
    why: 'The text does not say what content type a request has.',
  },
  {
    report: 'modelcontextprotocol/csharp-sdk#1527',
    gist: 'as in mark3labs/mcp-go#501',
    why: 'The text does not say what content type a request has.',
  },
  {
    report: 'zereight/gitlab-mcp#697',
    gist: 'the session is looked up after rate limit and credentials, whose answers hide that it has ended',
    why: 'A server may refuse any request for want of credentials, or because there are too many.',
  },
];
