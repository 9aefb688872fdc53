import { describe, expect, it } from 'vitest';
import { inFolder, run } from './world.ts';

const json = 'mcp-resource-conformance.config.json';
const https = 'https://127.0.0.1:1/mcp';

const told = (config: unknown, ...argv: string[]) =>
  inFolder({ [json]: JSON.stringify(config) }, async (cwd) => run(argv, { cwd }));

describe('--insecure', () => {
  it('is asked of an https: address, by --url and by --sse, and of no other', async () => {
    expect((await run(['--url', https, '--insecure'])).asked).toMatchObject({ insecure: true });
    expect((await run(['--sse', https, '--insecure'])).asked).toMatchObject({ insecure: true });
    expect((await run(['--url', https])).asked).not.toHaveProperty('insecure');
  });

  it.each([
    [['--url', 'http://127.0.0.1:1/mcp'], 'this one has no certificate; leave it out, or write https:'],
    [['--sse', 'http://127.0.0.1:1/sse'], 'this one has no certificate'],
    [['--stdio', 'node x'], 'a launched server is reached over stdin and stdout; leave it out'],
    [['--http', 'node x {port}'], 'a launched server is reached by plain HTTP on this machine; leave it out'],
    [['--', 'node', 'x'], 'a launched server is reached over stdin and stdout'],
  ])('with %j is wrong usage', async (target, says) => {
    const { code, stderr, asked } = await run(['--insecure', ...target]);
    expect({ code, asked }).toEqual({ code: 2, asked: undefined });
    expect(stderr).toContain(`--insecure is for an https: address, and ${says}`);
  });

  it('is a member of a target in the config, and goes with that target alone', async () => {
    const target = { url: https, insecure: true };
    expect((await told({ target })).asked).toMatchObject({ insecure: true });
    expect((await told({ target: { ...target, insecure: false } })).asked).not.toHaveProperty('insecure');
    expect((await told({ target }, '--url', 'https://127.0.0.2/mcp')).asked).not.toHaveProperty('insecure');
    expect((await told({ target }, '--url', 'http://127.0.0.2/mcp')).code).toBe(0);
    expect((await told({ targets: { a: target } })).asked).toMatchObject({ insecure: true });
    expect((await told({ target: { url: https } }, '--insecure')).asked).toMatchObject({ insecure: true });
  });

  it('is refused in a config where there is nothing to check', async () => {
    const { code, stderr } = await told({ target: { stdio: 'node x', insecure: true } });
    expect(code).toBe(2);
    expect(stderr).toContain('target.insecure of the config is for an https: address');
  });
});
