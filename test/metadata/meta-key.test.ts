import { describe, expect, it } from 'vitest';
import { isForwardDomain, isReservedPrefix, metaKeyFault, metaKeyFlaw } from '../../harness/formats/meta-key.ts';

describe('the keys of _meta', () => {
  it.each([
    '',
    'a',
    '7',
    'a-b_c.d',
    'com.example/',
    'com.example/a',
    'a/b',
    'A1-b.c2/x',
    'io.modelcontextprotocol/tasks',
  ])('are well-formed: %j', (key) => expect(metaKeyFlaw(key)).toBeUndefined());

  it.each([
    ['/', 'prefix'],
    ['/a', 'prefix'],
    ['a..b/c', 'prefix'],
    ['.a/b', 'prefix'],
    ['a./b', 'prefix'],
    ['a/b/c', 'prefix'],
    ['a/b/', 'prefix'],
    ['1a/b', 'label'],
    ['a-/b', 'label'],
    ['-a/b', 'label'],
    ['a_b/c', 'label'],
    ['ä/b', 'label'],
    [' a/b', 'label'],
    ['_a', 'name'],
    ['a.', 'name'],
    ['$', 'name'],
    [' ', 'name'],
    ['a/_', 'name'],
    ['é', 'name'],
    ['a b', 'characters'],
    ['a/b:c', 'characters'],
    ['aéb', 'characters'],
  ])('have a flaw: %j in the %s', (key, part) => {
    expect(metaKeyFlaw(key)?.part).toBe(part);
    expect(metaKeyFault(key)).toEqual(expect.any(String));
  });

  it.each([
    ['modelcontextprotocol.io', true, false],
    ['mcp.dev', true, false],
    ['api.modelcontextprotocol.org', true, true],
    ['tools.mcp.com', true, true],
    ['io.modelcontextprotocol', false, true],
    ['dev.mcp', false, true],
    ['com.mcp.tools', true, true],
    ['com.example.mcp', false, false],
    ['mcp', false, false],
    ['com.example', false, false],
  ])('are kept to MCP by the text of their time: %s', (prefix, before, after) => {
    expect(isReservedPrefix(prefix, '2025-06-18')).toBe(before);
    expect(isReservedPrefix(prefix, '2025-11-25')).toBe(after);
    expect(isReservedPrefix(prefix, '2026-07-28')).toBe(after);
  });

  it.each([
    ['example.com', true],
    ['shelves.example.de', true],
    ['com.example', false],
    ['dev.example.com', false],
    ['my.server', false],
    ['example', false],
    ['acme.shelves', false],
    ['', false],
  ])('show which way round a domain stands: %s', (prefix, forward) => expect(isForwardDomain(prefix)).toBe(forward));
});
