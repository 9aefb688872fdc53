// A config that is a program may do anything; what it must not do is end a run in silence.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needBuilt, Place } from './command-line.ts';

let place: Place;
beforeAll(needBuilt);
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.close());

describe('a config that is a module', { timeout: 60_000 }, () => {
  const told = async (text: string) => place.run(['--config', place.file('config.mjs', text), '--stdio', 'x']);

  it.each([
    ['ends the process', 'process.exit(0);'],
    ['ends it later', 'await new Promise(() => setTimeout(() => process.exit(0), 20));'],
    ['ends it when it is asked for', 'export default { then() { process.exit(0); } };'],
  ])('%s: wrong usage, with words', async (_, text) => {
    const { code, stdout, stderr } = await told(text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^error: .*config\.mjs ends the process; take process\.exit\(\) out of it, and export a config\n$/,
    );
  });

  it('may wait before it exports', async () => {
    const { code, stderr } = await told(
      'await new Promise((go) => setTimeout(go, 20)); export default { timeout: 0 };',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('timeout must be from 1');
  });

  it('that is loaded ends nothing later', async () => {
    const { code, stderr } = await told('export default { target: { stdio: "no-such-program-anywhere" } };');
    expect(stderr).not.toContain('ends the process');
    expect(code).toBe(3);
  });
});
