// JSON-RPC and the methods around the resources; a line of an SDK is nowhere in it.
import { RpcError } from './picomcp.mjs';

export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
export const modernVersion = '2026-07-28';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (id) => typeof id === 'string' || Number.isSafeInteger(id);
const metaKey = (name) => `io.modelcontextprotocol/${name}`;

/** Answers messages for one connection; `versions` are those that the server speaks. */
export class Protocol {
  /** The version that was agreed upon, in the legacy era. */
  version;

  constructor(resources, info, versions) {
    this.resources = resources;
    this.info = info;
    this.versions = versions;
  }

  /** The answer to one message as it was read; undefined where none is due. */
  async answer(message) {
    if (!Array.isArray(message)) return this.#single(message);
    if (this.version !== '2025-03-26' || message.length === 0) return failure(null, -32600, 'Invalid Request');
    const answers = (await Promise.all(message.map((each) => this.#single(each)))).filter(Boolean);
    return answers.length > 0 ? answers : undefined;
  }

  /** The answer to what is no JSON. */
  static unreadable() {
    return failure(null, -32700, 'Parse error');
  }

  async #single(message) {
    if (!isObject(message) || message.jsonrpc !== '2.0') return this.#invalid(message);
    const { id, method, params = {} } = message;
    if (method === undefined && ('result' in message || 'error' in message)) return undefined;
    if (typeof method !== 'string') return this.#invalid(message);
    if (!('id' in message)) return undefined;
    if (!isId(id)) return this.#invalid(message);
    try {
      if (!isObject(params)) throw new RpcError(-32602, 'params must be an object');
      return { jsonrpc: '2.0', id, result: await this.#result(method, params) };
    } catch (error) {
      if (error instanceof RpcError) return failure(id, error.code, error.message, error.data);
      return failure(id, -32603, 'Internal error');
    }
  }

  #invalid(message) {
    return failure(isId(message?.id) ? message.id : null, -32600, 'Invalid Request');
  }

  async #result(method, params) {
    if (method === 'initialize') return this.#initialize(params);
    const modern = this.#opensModern(params);
    const result = await this.#legacyResult(method, params, modern);
    if (!modern) return result;
    const cached = method === 'server/discover' || method.startsWith('resources/');
    return {
      resultType: 'complete',
      ...result,
      ...(cached && { ttlMs: 0, cacheScope: 'private' }),
      _meta: { [metaKey('serverInfo')]: this.info },
    };
  }

  async #legacyResult(method, params, modern) {
    if (modern && method === 'server/discover') {
      return { supportedVersions: this.versions, capabilities: { resources: {} } };
    }
    if (!modern && method === 'ping') return {};
    if (method === 'resources/read') {
      if (typeof params.uri !== 'string') throw new RpcError(-32602, 'params.uri must be a string');
      return this.resources.read(params.uri);
    }
    if (method !== 'resources/list' && method !== 'resources/templates/list') {
      throw new RpcError(-32601, 'Method not found');
    }
    // All stands on one page: no cursor was ever given out.
    if (params.cursor !== undefined) throw new RpcError(-32602, 'Unknown cursor');
    return method === 'resources/list' ? this.resources.list() : this.resources.listTemplates();
  }

  #initialize({ protocolVersion, capabilities, clientInfo }) {
    if (typeof protocolVersion !== 'string' || !isObject(capabilities) || !isObject(clientInfo)) {
      throw new RpcError(-32602, 'initialize needs protocolVersion, capabilities and clientInfo');
    }
    if (this.versions.includes(modernVersion)) {
      const data = { supported: this.versions, requested: protocolVersion };
      throw new RpcError(-32022, 'Unsupported protocol version', data);
    }
    const [newest] = legacyVersions;
    this.version = legacyVersions.includes(protocolVersion) ? protocolVersion : newest;
    return { protocolVersion: this.version, capabilities: { resources: {} }, serverInfo: this.info };
  }

  /** Whether a request is one of the modern era, with all that such a one has to bring. */
  #opensModern({ _meta: meta }) {
    if (!this.versions.includes(modernVersion)) return false;
    if (this.version !== undefined) return false;
    if (!isObject(meta)) throw new RpcError(-32602, 'params._meta must be an object');
    const version = meta[metaKey('protocolVersion')];
    if (typeof version !== 'string') throw new RpcError(-32602, '_meta needs a protocol version');
    if (version !== modernVersion) {
      const data = { supported: this.versions, requested: version };
      throw new RpcError(-32022, 'Unsupported protocol version', data);
    }
    if (!isObject(meta[metaKey('clientCapabilities')])) throw new RpcError(-32602, '_meta needs client capabilities');
    return true;
  }
}

const failure = (id, code, message, data) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});
