// Servers that join a path to a folder and read it, behind each of the manners in which frameworks hand a URI on.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Connection, ConnectionOptions, Host } from '../../harness/transport/host.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

/** What a framework makes of the URI of a read, before a handler sees the path. */
export const manners: Readonly<Record<string, (uri: string) => string>> = {
  // Parses the URI as a browser does, and hands on what stands in it undecoded.
  parsed: (uri) => new URL(uri).href,
  // Matches the text as it is.
  raw: (uri) => uri,
  // Matches the text as it is, and decodes what was matched.
  decoded: (uri) => decodeURIComponent(uri),
  // Refuses dot segments, NUL and absolute paths itself, once decoded.
  guarded(uri) {
    const plain = decodeURIComponent(uri);
    if (/(?:^|[/\\])\.\.(?:[/\\]|$)|\0|:\/\/[^/]*\/\//.test(plain)) throw new Error('refused');
    return plain;
  },
};

/** What a careless handler does with the path. */
export const handlers: Readonly<Record<string, (root: string, path: string) => string>> = {
  joins: (root, path) => join(root, path),
  decodes: (root, path) => join(root, decodeURIComponent(path)),
  resolves: (root, path) => resolve(root, path),
  'compares as text': (root, path) => {
    const whole = join(root, path);
    if (!whole.startsWith(root)) throw new Error('refused');
    return whole;
  },
};

/** What to serve, and how. */
export interface CarelessOptions {
  template: string;
  open: (path: string) => string;
  manner?: (uri: string) => string;
  /** Listed file:// URIs. */
  listed?: string[];
  /** Opens the whole path; default: a file of this machine. */
  read?: (path: string) => string;
}

/** A server of 2026-07-28 whose templates end in `{+path}`. */
export class Careless implements Host {
  constructor(private readonly options: CarelessOptions) {}

  connect({ send }: ConnectionOptions): Connection {
    return {
      receive: (message) => {
        if (isObject(message) && 'id' in message) send({ jsonrpc: '2.0', id: message.id, ...this.#answer(message) });
      },
      receiveNoise() {},
      close() {},
      shutdown() {},
    };
  }

  shutdown(): void {}

  #answer({ method, params }: JsonObject): JsonObject {
    const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    const { template, listed = [] } = this.options;
    switch (method) {
      case 'server/discover':
        return { result: { ...hints, supportedVersions: ['2026-07-28'], capabilities: { resources: {} } } };
      case 'resources/list':
        return { result: { ...hints, resources: listed.map((uri) => ({ uri, name: uri })) } };
      case 'resources/templates/list':
        return { result: { ...hints, resourceTemplates: template ? [{ uriTemplate: template, name: 'files' }] : [] } };
      case 'resources/read':
        try {
          return { result: { ...hints, contents: [{ uri: params.uri, text: this.#read(params.uri) }] } };
        } catch {
          return { error: { code: -32602, message: 'Resource not found' } };
        }
      default:
        return { error: { code: -32601, message: 'Method not found' } };
    }
  }

  #read(given: string): string {
    const { template, open, manner = manners.raw!, read = (path) => readFileSync(path, 'utf8') } = this.options;
    const uri = manner(given);
    const prefix = template.replace(/\{.*/, '');
    if (!uri.startsWith(prefix)) throw new Error('no such resource');
    return read(open(uri.slice(prefix.length)));
  }
}
