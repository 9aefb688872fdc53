/** Published protocol revisions, oldest first. */
export const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
/** A protocol revision that the suite judges. */
export type Revision = (typeof revisions)[number];
/** The first revision without a handshake: from here on each request carries its version and capabilities. */
export const modernSince: Revision = '2026-07-28';
/** Whether a revision is stateless (no `initialize`; `_meta` in every request). */
export const isModern = (revision: Revision): boolean => revision >= modernSince;

/** The id of a JSON-RPC request; MCP forbids null. */
export type Id = string | number;
/** A JSON object as it came off the wire: nothing about its members is known. */
export type JsonObject = Record<string, any>;
/** The error member of a JSON-RPC response. */
export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}
/** A JSON-RPC request. */
export interface RpcRequest {
  jsonrpc: '2.0';
  id: Id;
  method: string;
  params?: JsonObject;
}
/** A JSON-RPC notification. */
export interface RpcNotification {
  jsonrpc: '2.0';
  method: string;
  params?: JsonObject;
}
/** A JSON-RPC response that follows the rules; what a server really sends is a JsonObject. */
export type RpcResponse = { jsonrpc: '2.0'; id?: Id | null } & ({ result: JsonObject } | { error: RpcError });

/** Whether a value is a JSON object (not null, not an array). */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `_meta` keys that 2026-07-28 reserves for the protocol itself. */
export const metaKey = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;
