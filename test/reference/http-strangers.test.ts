import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../harness/reference/faults.ts';
import { serveHttp } from '../../harness/reference/http.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { metaKey } from '../../harness/wire.ts';

const revision = '2026-07-28';

/** What a caller with or without the token is answered. */
async function asked(url: string, authorization: string | undefined, method: string, params: object = {}) {
  const meta = { [metaKey.protocolVersion]: revision, [metaKey.clientCapabilities]: {} };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      'Mcp-Method': method,
      ...('uri' in params && { 'Mcp-Name': String(params.uri) }),
      ...(authorization !== undefined && { Authorization: authorization }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  const text = await response.text();
  return { status: response.status, result: text === '' ? undefined : JSON.parse(text).result };
}

describe('callers without the token', () => {
  it.each([[], ['http-anonymous-less']] as FaultName[][])('with the faults "%s"', async (...faults) => {
    const reference = new Reference({ faults });
    const { url, close } = await serveHttp(reference, { faults: reference.faults, token: 'sesame' });
    try {
      const uri = 'demo://host/greeting';
      const known = await asked(url, 'Bearer sesame', 'resources/list');
      const stranger = await asked(url, undefined, 'resources/list');
      const told = await asked(url, 'Bearer sesame', 'resources/read', { uri });
      const strange = await asked(url, undefined, 'resources/read', { uri });
      expect([known.status, told.status]).toEqual([200, 200]);
      if (faults.length === 0) {
        expect([stranger.status, strange.status]).toEqual([401, 401]);
        return;
      }
      expect(stranger.result.resources).toEqual(known.result.resources.slice(1));
      expect(strange.result.contents[0].text).not.toBe(told.result.contents[0].text);
      expect([...reference.used]).toEqual(['http-anonymous-less']);
    } finally {
      await close();
    }
  });
});
