import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Host } from '../transport/host.ts';
import { type Id, isModern, isObject, type JsonObject, revisions } from '../wire.ts';
import { code, Failure } from './failure.ts';
import type { FaultSet } from './faults.ts';
import { header } from './http-headers.ts';
import { type Reply, single } from './http-reply.ts';
import { Session } from './http-session.ts';

const mostSessions = 1000;

const invalid = (message: string) => new Failure(code.invalidRequest, message);
const legacyVersions: readonly string[] = revisions.filter((revision) => !isModern(revision));

/** Serves the requests of the legacy revisions, by sessions that begin with `initialize`. */
export class LegacyEndpoint {
  readonly #sessions = new Map<string, Session>();
  #count = 0;

  constructor(
    private readonly host: Host,
    private readonly faults: FaultSet,
  ) {}

  post(headers: IncomingHttpHeaders, body: unknown, reply: Reply): void {
    if (!this.#versionFits(headers, reply, idOf(body))) return;
    if (isObject(body) && String(body.method).startsWith('resources/') && this.faults.use('http-other-path')) {
      reply.bare(404);
      return;
    }
    if (isObject(body) && body.method === 'resources/list' && this.faults.use('http-list-500')) {
      reply.bare(500);
      return;
    }
    const given = header(headers, 'mcp-session-id');
    if (isObject(body) && body.method === 'initialize' && given === undefined) {
      this.#initialize(body, reply);
      return;
    }
    const session = this.#session(headers, reply, idOf(body));
    session?.post(body, reply);
  }

  /** Opens the stream for what no request asked for. */
  get(headers: IncomingHttpHeaders, reply: Reply): void {
    const { faults } = this;
    if (faults.use('http-get-404')) {
      reply.bare(404);
      return;
    }
    if (faults.use('http-get-html')) {
      reply.response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
      return;
    }
    const offered = header(headers, 'mcp-protocol-version') !== undefined || headers['mcp-session-id'] !== undefined;
    const accepted = /text\/event-stream|\*\/\*|text\/\*/i.test(headers.accept ?? '*/*');
    const modern = !legacyVersions.includes(header(headers, 'mcp-protocol-version') ?? legacyVersions[0]!);
    const supported = headers['mcp-session-id'] !== undefined || (offered && !modern);
    if (!accepted || !supported || faults.use('http-get-405')) {
      reply.bare(405, { Allow: 'POST' });
      return;
    }
    if (!this.#versionFits(headers, reply)) return;
    const session = this.#session(headers, reply);
    if (session?.streaming && faults.use('http-get-409')) {
      reply.bare(409);
      return;
    }
    session?.attach(reply.stream({}, !faults.use('http-get-late-head')), header(headers, 'last-event-id'));
  }

  /** Ends a session. */
  delete(headers: IncomingHttpHeaders, reply: Reply): void {
    if (headers['mcp-session-id'] === undefined) {
      if (this.faults.use('http-delete-200')) reply.bare(200);
      else reply.bare(405, { Allow: 'POST' });
      return;
    }
    if (this.faults.use('http-delete-405')) {
      reply.bare(405, { Allow: 'GET, POST' });
      return;
    }
    if (!this.#versionFits(headers, reply)) return;
    const session = this.#session(headers, reply);
    if (!session) return;
    session.close();
    this.#sessions.delete(session.id);
    reply.bare(this.faults.use('http-delete-legacy-200') ? 200 : 204);
  }

  close(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  #initialize(body: JsonObject, reply: Reply): void {
    const session = new Session(this.#newId(), this.host, this.faults);
    const wanted = !this.faults.use('http-session-id-absent');
    session.post(body, reply, (answer) => {
      if (!isObject(single(answer)?.result)) {
        session.close();
        return {};
      }
      this.#keep(wanted ? session : session.renamed(''));
      return wanted ? { 'Mcp-Session-Id': session.id } : {};
    });
  }

  #keep(session: Session): void {
    const [oldest] = this.#sessions;
    if (this.#sessions.size >= mostSessions && oldest) {
      oldest[1].close();
      this.#sessions.delete(oldest[0]);
    }
    this.#sessions.set(session.id, session);
  }

  #newId(): string {
    this.#count++;
    const { faults } = this;
    if (faults.use('http-session-id-counter')) return String(this.#count);
    if (faults.use('http-session-id-long-counter')) return `session-${String(this.#count).padStart(20, '0')}`;
    if (faults.use('http-session-id-same')) return 'the-one-session-of-this-server';
    if (faults.use('http-session-id-latin')) return `caf\u00e9-${randomUUID()}`;
    if (faults.use('http-session-id-token')) return randomBytes(48).toString('base64url');
    return this.faults.use('http-session-id-space') ? `session ${randomUUID()}` : randomUUID();
  }

  /** The session of a request; refuses the request where there is none. */
  #session(headers: IncomingHttpHeaders, reply: Reply, id?: Id): Session | undefined {
    const { faults } = this;
    const given = header(headers, 'mcp-session-id') ?? this.#assumed();
    if (given === undefined) {
      const status = faults.use('http-session-missing-404') ? 404 : 400;
      reply.refuse(status, invalid('Mcp-Session-Id is missing; initialize gives one'), id);
      return undefined;
    }
    const session = this.#sessions.get(given);
    if (session?.spent) {
      session.close();
      this.#sessions.delete(given);
      return this.#refuseUnknown(reply, id);
    }
    if (!session && faults.use('http-session-revived')) return this.#revive(given);
    return session ?? this.#refuseUnknown(reply, id);
  }

  #refuseUnknown(reply: Reply, id: Id | undefined): undefined {
    const status = this.faults.use('http-session-unknown-400') ? 400 : 404;
    reply.refuse(status, invalid('There is no such session; initialize opens one'), id);
  }

  /** The session that is meant where none is named: the one that has no id, or with a fault the latest. */
  #assumed(): string | undefined {
    if (this.faults.has('http-session-id-absent')) return '';
    return this.faults.use('http-session-optional') ? [...this.#sessions.keys()].at(-1) : undefined;
  }

  #revive(id: string): Session {
    const session = new Session(id, this.host, this.faults);
    const params = {
      protocolVersion: legacyVersions.at(-1),
      capabilities: {},
      clientInfo: { name: 'revived', version: '1' },
    };
    session.quietly({ jsonrpc: '2.0', id: 'revived', method: 'initialize', params });
    this.#keep(session);
    return session;
  }

  /** Whether MCP-Protocol-Version is absent or names a version of this era; refuses the request otherwise. */
  #versionFits(headers: IncomingHttpHeaders, reply: Reply, id?: Id): boolean {
    const { faults } = this;
    const version = header(headers, 'mcp-protocol-version');
    const first = header(headers, 'mcp-session-id') === undefined;
    const demanded = version === undefined && !first && faults.use('http-version-header-required');
    const fits = version === undefined ? !demanded : legacyVersions.includes(version);
    if (fits || (version !== undefined && faults.use('http-version-header-ignored'))) return true;
    const status = faults.use('http-version-header-404') ? 404 : 400;
    if (faults.use('http-refusals-bare')) reply.bare(status);
    else reply.refuse(status, invalid('MCP-Protocol-Version is missing or not supported'), id);
    return false;
  }
}

const idOf = (body: unknown): Id | undefined =>
  isObject(body) && (typeof body.id === 'string' || Number.isInteger(body.id)) ? (body.id as Id) : undefined;
