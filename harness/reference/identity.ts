import type { JsonObject, Revision } from '../wire.ts';

/** What the server says of itself to a reader. */
export const instructions = 'A server made to be tested: lists, reads, templates, completions and subscriptions.';

/** The server's name and version, with the members that a revision knows. */
export const serverInfo = (revision: Revision): JsonObject => ({
  name: 'mcp-resource-conformance-reference',
  version: '0.1.0',
  ...(revision >= '2025-06-18' && { title: 'Reference server' }),
  ...(revision >= '2025-11-25' && { description: 'A known-good server of resources.' }),
});

/** The capabilities that a revision declares; completions had no capability at first. */
export const capabilitiesIn = (revision: Revision): JsonObject => ({
  resources: { subscribe: true, listChanged: true },
  ...(revision >= '2025-03-26' && { completions: {} }),
  prompts: {},
  tools: {},
  // It never logs, but refuses a log level that it does not know.
  ...(revision >= '2026-07-28' && { logging: {} }),
  // Its resources may tell by a `_meta` key of the same prefix on which shelf they stand.
  ...(revision >= '2026-07-28' && { extensions: { 'org.example.catalog/shelves': {} } }),
});

/** How long and by whom the result of a modern request may be cached; nothing where a result has no such hints. */
export function cacheHints(method: string): JsonObject {
  switch (method) {
    case 'server/discover':
      return { ttlMs: 3_600_000, cacheScope: 'public' };
    case 'resources/list':
    case 'resources/templates/list':
    case 'prompts/list':
    case 'tools/list':
      return { ttlMs: 5000, cacheScope: 'public' };
    case 'resources/read':
      return { ttlMs: 0, cacheScope: 'private' };
    default:
      return {};
  }
}
