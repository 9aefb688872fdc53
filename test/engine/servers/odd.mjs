// A small resource server with one oddity: node odd.mjs <kind>. What each kind does stands where `kind` is asked for.
import { createInterface } from 'node:readline';

const kind = process.argv[2];
const legacy = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const meta = 'io.modelcontextprotocol/protocolVersion';
const held = [];
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const capabilities = { resources: {} };
const serverInfo = { name: kind, version: '1' };
const found = (uri) => ({ contents: [{ uri, text: 'x' }] });

function answer(id, method, params) {
  const modern = params?._meta?.[meta] === '2026-07-28' && kind !== 'legacy-list';
  if (method === 'server/discover') {
    if (kind === 'exits-when-discovered') process.exit(1);
    if (kind === 'silent-on-unknown') return;
    if (kind === 'legacy-list')
      return send({
        id,
        result: { resultType: 'complete', supportedVersions: legacy, capabilities, ttlMs: 0, cacheScope: 'public' },
      });
    if (kind.startsWith('modern'))
      return send({
        id,
        result: {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities,
          ttlMs: 0,
          cacheScope: 'public',
        },
      });
    return send({ id, error: { code: -32601, message: 'Method not found' } });
  }
  if (method === 'initialize') {
    if (kind.startsWith('modern')) return send({ id, error: { code: -32022, message: 'Unsupported' } });
    const version = kind === 'one-version' ? '2025-06-18' : params.protocolVersion;
    return send({ id, result: { protocolVersion: version, capabilities, serverInfo } });
  }
  const hints = modern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'public' } : {};
  if (method === 'ping') return send({ id, result: {} });
  if (method === 'resources/list')
    return send({
      id,
      result: {
        ...hints,
        resources: [
          { uri: 'odd:///one', name: 'one' },
          { uri: 'odd:///two', name: 'two' },
        ],
      },
    });
  if (method === 'resources/templates/list') return send({ id, result: { ...hints, resourceTemplates: [] } });
  if (method === 'resources/read') {
    if (params.uri === 'odd:///one' || params.uri === 'odd:///two')
      return send({ id, result: { ...hints, ...found(params.uri) } });
    if (kind === 'dies-on-unknown-uri') process.exit(7);
    if (kind === 'hangs-on-unknown-uri') return;
    return send({ id, error: { code: modern ? -32602 : -32002, message: 'Resource not found' } });
  }
  if (kind === 'silent-on-unknown') return;
  send({ id, error: { code: -32601, message: 'Method not found' } });
}

async function main() {
  if (kind === 'exits-at-once') process.exit(3);
  if (kind === 'slow-to-start') await new Promise((resolve) => setTimeout(resolve, 700));
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    if (kind !== 'out-of-order') answer(id, method, params);
    else {
      // Every answer waits for a later request, or for a moment of quiet, and then the newest comes first.
      held.push([id, method, params]);
      setTimeout(() => held.length > 0 && answer(...held.pop()), held.length > 1 ? 0 : 5);
    }
  }
}
await main();
