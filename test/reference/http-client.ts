import { type ClientRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { FaultName } from '../../harness/reference/faults.ts';
import { type HttpServer, serveHttp } from '../../harness/reference/http.ts';
import { Reference } from '../../harness/reference/reference.ts';
import type { JsonObject } from '../../harness/wire.ts';
import { modernMeta } from './client.ts';

/** One HTTP answer; `text` grows while it is an open stream. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: any;
  events: JsonObject[];
  /** Waits until the text holds something. */
  until(part: string): Promise<void>;
  /** Resolves when the response is over. */
  ended: Promise<void>;
  abort(): void;
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A reference server over HTTP, and requests to it. */
export class Site {
  readonly #open: ClientRequest[] = [];
  #count = 0;

  private constructor(
    readonly reference: Reference,
    readonly server: HttpServer,
  ) {}

  static async open(faults: FaultName[] = []): Promise<Site> {
    const reference = new Reference({ faults });
    return new Site(reference, await serveHttp(reference, { faults: reference.faults }));
  }

  static of(server: HttpServer): Site {
    return new Site(new Reference(), server);
  }

  async close(): Promise<void> {
    for (const each of this.#open) each.destroy();
    await this.server.close();
  }

  /** One HTTP request; resolves with the head of the response, or with all of it where it is no stream. */
  send(method: string, body: unknown, headers: OutgoingHttpHeaders = {}, path?: string): Promise<Answer> {
    const url = new URL(this.server.url);
    return new Promise((resolve, reject) => {
      const sent = request(
        path === undefined ? url : new URL(path, url),
        { method, headers, agent: false },
        (response) => {
          const watchers = new Set<() => void>();
          let over: () => void;
          const ended = new Promise<void>((done) => {
            over = done;
          });
          const answer: Answer = {
            status: response.statusCode!,
            headers: response.headers,
            text: '',
            get json() {
              return JSON.parse(this.text);
            },
            get events() {
              const data = this.text.split(/\r?\n/).filter((line) => line.startsWith('data: '));
              return data.map((line) => JSON.parse(line.slice(6)));
            },
            until: (part) =>
              new Promise((done) => {
                const look = () => {
                  if (answer.text.includes(part)) done();
                };
                watchers.add(look);
                look();
              }),
            ended,
            abort: () => sent.destroy(),
          };
          response.setEncoding('utf8');
          response.on('data', (chunk) => {
            answer.text += chunk;
            for (const look of watchers) look();
          });
          response.on('error', () => {});
          response.on('close', () => over());
          if (/event-stream/.test(response.headers['content-type'] ?? '')) resolve(answer);
          else void ended.then(() => resolve(answer));
        },
      );
      this.#open.push(sent);
      sent.on('error', reject);
      sent.end(
        body === undefined
          ? undefined
          : typeof body === 'string' || Buffer.isBuffer(body)
            ? body
            : // A string would have Node write the headers as UTF-8 too.
              Buffer.from(JSON.stringify(body)),
      );
    });
  }

  post(body: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.send('POST', body, { ...json, ...headers });
  }

  /** A modern request with the headers it needs; `headers` come on top, undefined takes one away. */
  modern(
    method: string,
    params: JsonObject = {},
    headers: Record<string, string | undefined> = {},
    meta: JsonObject = modernMeta(),
  ) {
    const name = params.uri ?? params.name;
    const all: OutgoingHttpHeaders = {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(/read|call/.test(method) && typeof name === 'string' && { 'Mcp-Name': name }),
      ...headers,
    };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return this.post({ jsonrpc: '2.0', id: `m${this.#count++}`, method, params: { _meta: meta, ...params } }, given);
  }

  /** Opens a legacy session; gives a function that posts in it. */
  async session(protocolVersion: string) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const opened = await this.post({ jsonrpc: '2.0', id: 'open', method: 'initialize', params });
    const id = opened.headers['mcp-session-id'];
    const headers: OutgoingHttpHeaders = {
      ...(id !== undefined && { 'Mcp-Session-Id': id }),
      ...(protocolVersion >= '2025-06-18' && { 'MCP-Protocol-Version': protocolVersion }),
    };
    const ready = await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
    const ask = (method: string, params: JsonObject = {}, more: OutgoingHttpHeaders = {}) =>
      this.post({ jsonrpc: '2.0', id: `l${this.#count++}`, method, params }, { ...headers, ...more });
    const stream = () => this.send('GET', undefined, { accept: 'text/event-stream', ...headers });
    return { opened, ready, id, headers, ask, stream };
  }
}
