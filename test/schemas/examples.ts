import type { JsonObject, Revision } from '../../harness/wire.ts';

const meta = { 'io.modelcontextprotocol/serverInfo': { name: 'example', version: '1' } };
const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'public' };

const message = (method: string, params?: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  method,
  ...(params ? { params } : {}),
});

/** A valid value of each type, rich in optional members, that a revision's servers may send. */
export function examplesOf(revision: Revision): Record<string, JsonObject> {
  const modern = revision >= '2026-07-28';
  const icons = [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }];
  const serverInfo = { name: 'example', version: '1' };
  const item = {
    name: 'guide',
    description: '',
    mimeType: 'text/markdown',
    annotations: { audience: ['user', 'assistant'], priority: 0 },
    ...(revision >= '2025-06-18' ? { title: 'Guide', _meta: {} } : {}),
    ...(revision >= '2025-11-25' ? { icons } : {}),
  };
  const result = modern ? { ...hints, _meta: meta } : {};
  const plain = modern ? { resultType: 'complete', _meta: meta } : {};
  const all: Record<string, JsonObject> = {
    ListResourcesResult: {
      ...result,
      resources: [
        { ...item, uri: 'doc://guide', size: 12 },
        { name: '', uri: 'doc://bare' },
      ],
      nextCursor: '',
    },
    ListResourceTemplatesResult: { ...result, resourceTemplates: [{ ...item, uriTemplate: 'doc://{name}' }] },
    ReadResourceResult: {
      ...result,
      contents: [
        { uri: 'doc://guide', mimeType: 'text/plain', text: '' },
        { uri: 'doc://image', blob: '' },
      ],
    },
    CompleteResult: { ...plain, completion: { values: [''], total: 1, hasMore: false } },
    EmptyResult: { ...plain },
    ResourceUpdatedNotification: message('notifications/resources/updated', { uri: 'doc://guide' }),
    ResourceListChangedNotification: message('notifications/resources/list_changed'),
    CancelledNotification: message('notifications/cancelled', { requestId: 0, reason: '' }),
    ProgressNotification: message('notifications/progress', { progressToken: '', progress: 0.5, total: 1.5 }),
    LoggingMessageNotification: message('notifications/message', { level: 'info', data: null, logger: 'x' }),
  };
  const capabilities = { resources: { subscribe: false, listChanged: true }, completions: {}, logging: {} };
  if (!modern) {
    all.InitializeResult = { protocolVersion: revision, capabilities, serverInfo, instructions: '' };
    return all;
  }
  return {
    ...all,
    DiscoverResult: { ...result, capabilities, supportedVersions: [revision], instructions: '' },
    InputRequiredResult: {
      resultType: 'input_required',
      requestState: '',
      inputRequests: {
        roots: { method: 'roots/list' },
        env: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'Which one?',
            requestedSchema: { type: 'object', properties: { env: { type: 'string' } } },
          },
        },
      },
    },
    SubscriptionsListenResult: {
      resultType: 'complete',
      _meta: { ...meta, 'io.modelcontextprotocol/subscriptionId': 'a' },
    },
    SubscriptionsAcknowledgedNotification: message('notifications/subscriptions/acknowledged', {
      notifications: { resourcesListChanged: true, resourceSubscriptions: ['doc://guide'] },
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'a' },
    }),
  };
}
