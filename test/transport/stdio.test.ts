import { afterEach, describe, expect, test } from 'vitest';
import { MiB } from '../../harness/transport/allowance.ts';
import { launchStdio, type StdioOptions } from '../../harness/transport/stdio.ts';
import type { Transport } from '../../harness/transport/transport.ts';
import { ended, Recording, script } from './recording.ts';

const open: Transport[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

const launch = async (code: string, options: Partial<StdioOptions> = {}) => {
  const transport = await launchStdio({ argv: script(code), ...options });
  open.push(transport);
  return { transport, recording: new Recording(transport) };
};

const echo = "require('readline').createInterface(process.stdin).on('line', (line) => console.log(line))";
// For servers that heed neither the end of their input nor SIGTERM.
const hasty = { grace: { eof: 100, term: 100 } };
const stay = 'setInterval(() => {}, 1000)';

describe('messages', () => {
  test('a line goes out with a newline and comes back as a message', async () => {
    const { transport, recording } = await launch(echo);
    expect(transport.kind).toBe('stdio');
    expect(transport.send('{"id":"é🚀"}')).toBe(0);
    expect(await recording.first('message')).toEqual({ type: 'message', message: { id: 'é🚀' }, text: '{"id":"é🚀"}' });
    expect(transport.exit).toBeUndefined();
    expect(await transport.close()).toEqual({ code: 0 });
    expect(recording.events.at(-1)).toEqual({ type: 'exit', exit: { code: 0 } });
    expect(transport.exit).toEqual({ code: 0 });
  });

  test('bytes go out as they are', async () => {
    const { transport, recording } = await launch(
      "process.stdin.on('data', (data) => console.error(data.toString('hex')))",
    );
    transport.send(Uint8Array.of(0xff, 0x7b));
    expect(await recording.first('stderr')).toEqual({ type: 'stderr', text: 'ff7b\n' });
  });

  test('a banner is noise and the messages behind it are read', async () => {
    const { recording } = await launch(`console.log('Server ready'); console.log('{"id":1}')`);
    await recording.first('exit');
    expect(recording.events).toEqual([
      { type: 'noise', text: 'Server ready', why: 'not JSON' },
      { type: 'message', message: { id: 1 }, text: '{"id":1}' },
      { type: 'exit', exit: { code: 0 } },
    ]);
  });

  test('Content-Length framing is named at once', async () => {
    const { recording } = await launch(`process.stdout.write('Content-Length: 8\\r\\n\\r\\n{"id":1}'); ${stay}`, hasty);
    expect((await recording.first('noise')).why).toContain('Language Server Protocol');
  });

  test('a character split over two writes is whole', async () => {
    const { recording } = await launch(`
      const bytes = Buffer.from('{"id":"世"}\\n');
      process.stdout.write(bytes.subarray(0, 8), () => setImmediate(() => process.stdout.write(bytes.subarray(8))));`);
    expect((await recording.first('message')).message).toEqual({ id: '世' });
  });

  test('a line of 20 MB arrives whole', async () => {
    const { recording } = await launch(`console.log(JSON.stringify({ text: 'é'.repeat(10_000_000) }))`);
    expect((await recording.first('message')).text).toBe(`{"text":"${'é'.repeat(10_000_000)}"}`);
  });

  test('a line above the limit is noise, and the next message is read', async () => {
    const { recording } = await launch(`console.log('"' + 'x'.repeat(3_000_000) + '"'); console.log('{"id":1}')`, {
      maxMessage: MiB,
    });
    await recording.first('exit');
    expect(recording.events.map(({ type }) => type)).toEqual(['noise', 'message', 'exit']);
    expect(recording.all('noise')[0]!.why).toBe('a line above 1 MiB');
  });

  test('events that come before there is a listener wait for it', async () => {
    const transport = await launchStdio({ argv: script(`console.log('{"id":1}')`) });
    await transport.close();
    const { events } = new Recording(transport);
    expect(events.map(({ type }) => type)).toEqual(['message', 'exit']);
  });
});

describe('diagnostics', () => {
  test('a flood on stderr is kept in part, and the rest counted', async () => {
    const { recording } = await launch(`process.stderr.write('x'.repeat(2 ** 20))`);
    await recording.first('exit');
    const texts = recording.all('stderr').map(({ text }) => text);
    expect(texts.join('').length).toBeLessThan(257 * 1024);
    expect(texts.join('').length).toBeGreaterThan(200 * 1024);
    expect(texts.at(-1)).toMatch(/^\[7\d\d(\.\d)? KiB more were dropped\]\n$/);
  });

  test('environment and working directory reach the server', async () => {
    const { recording } = await launch(
      'console.log(JSON.stringify([process.env.MARK, process.cwd(), typeof process.env.PATH]))',
      {
        env: { MARK: 'here' },
        cwd: '/',
      },
    );
    expect((await recording.first('message')).message).toEqual(['here', '/', 'string']);
  });
});

describe('the end', () => {
  test.each([
    [['no-such-command-here'], 'command not found: no-such-command-here; give the path'],
    [['./no-such-file.sh'], 'command not found: ./no-such-file.sh'],
    [['/'], 'may not be executed'],
    [[], 'no command is given'],
  ])('%j cannot be started, and the exit says why', async (argv, why) => {
    const transport = await launchStdio({ argv });
    expect(transport.exit?.error).toContain(why);
    const { events } = new Recording(transport);
    expect(events).toEqual([{ type: 'exit', exit: { error: expect.stringContaining(why) } }]);
    expect(transport.send('{}')).toBe(0);
    expect(await transport.close()).toBe(transport.exit);
  });

  test('a working directory that does not exist is named', async () => {
    const transport = await launchStdio({ argv: ['node'], cwd: '/no/such/folder' });
    expect(transport.exit?.error).toContain('working directory /no/such/folder is no directory');
  });

  test('an exit in the middle comes after all that was written, and sends after it are ignored', async () => {
    const { transport, recording } = await launch(`
      process.stdin.once('data', () => { process.stdout.write('{"id":1}\\n{"id":', () => process.exit(3)); })`);
    transport.send('{}');
    expect((await recording.first('exit')).exit).toEqual({ code: 3 });
    expect(recording.events).toMatchObject([
      { type: 'message', message: { id: 1 } },
      { type: 'noise', why: 'not JSON, and no newline ends the last line' },
      { type: 'exit' },
    ]);
    transport.send('{}');
    transport.end();
    transport.signal('SIGTERM');
    expect(await transport.close()).toEqual({ code: 3 });
  });

  test('a server that closes its input is no fault of ours', async () => {
    const { transport, recording } = await launch(`
      require('fs').closeSync(0); console.log('{"closed":1}'); setTimeout(() => process.exit(7), 300)`);
    await recording.first('message');
    for (let n = 0; n < 100; n++) transport.send(`{"n":"${'x'.repeat(10_000)}"}`);
    expect((await recording.first('exit')).exit).toEqual({ code: 7 });
  });

  test('end() closes the input', async () => {
    const { transport, recording } = await launch("process.stdin.on('end', () => process.exit(5)).resume()");
    transport.end();
    expect((await recording.first('exit')).exit).toEqual({ code: 5 });
  });

  test('signal() reaches the server', async () => {
    const { transport, recording } = await launch(
      `process.on('SIGINT', () => process.exit(6)); console.log('{}'); ${stay}`,
    );
    await recording.first('message');
    transport.signal('SIGINT');
    expect((await recording.first('exit')).exit).toEqual({ code: 6 });
  });

  test('a server that heeds SIGTERM gets it after the end of its input', async () => {
    const { transport, recording } = await launch(`console.log('{}'); ${stay}`, hasty);
    await recording.first('message');
    expect(await transport.close()).toEqual({ signal: 'SIGTERM' });
  });

  test('a server that heeds nothing is killed; closing twice is the same as once', async () => {
    const { transport, recording } = await launch(`process.on('SIGTERM', () => {}); console.log('{}'); ${stay}`, hasty);
    await recording.first('message');
    const [first, second] = await Promise.all([transport.close(), transport.close()]);
    expect([first, second, await transport.close()]).toEqual(Array(3).fill({ signal: 'SIGKILL' }));
    expect(recording.all('exit')).toHaveLength(1);
  });

  const fork = (options: string) => `
    const child = require('child_process').spawn(process.execPath,
      ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log(JSON.stringify({ pid: process.pid }))'],
      { stdio: 'inherit', ${options} });
    child.unref();`;

  test('a fork that holds the pipe ends with its leader', async () => {
    const { transport, recording } = await launch(`${fork('')} process.stdin.once('data', () => process.exit(4))`);
    const { message } = await recording.first('message');
    transport.send('{}');
    expect((await recording.first('exit')).exit).toEqual({ code: 4 });
    await ended((message as { pid: number }).pid);
  });

  test('a fork of a server that heeds nothing is killed too', async () => {
    const { transport, recording } = await launch(`process.on('SIGTERM', () => {}); ${fork('')} ${stay}`, hasty);
    const { message } = await recording.first('message');
    expect(await transport.close()).toEqual({ signal: 'SIGKILL' });
    await ended((message as { pid: number }).pid);
  });

  test('a fork that left the group cannot hold up the end', async () => {
    const { transport, recording } = await launch(
      `${fork('detached: true')} process.stdin.once('data', () => process.exit(4))`,
    );
    const { message } = await recording.first('message');
    transport.send('{}');
    expect((await recording.first('exit')).exit).toEqual({ code: 4 });
    process.kill((message as { pid: number }).pid, 'SIGKILL');
  });

  test('a server that floods its output while it ignores everything is ended', async () => {
    const { transport, recording } = await launch(
      `
      process.on('SIGTERM', () => {}); const line = 'x'.repeat(60_000) + '\\n';
      for (;;) require('fs').writeSync(1, line);`,
      hasty,
    );
    await recording.first('noise');
    expect(await transport.close()).toEqual({ signal: 'SIGKILL' });
    expect(recording.all('noise').reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(2 * MiB);
  });

  test('a server that never reads blocks nobody, and is ended when too much waits for it', async () => {
    const { transport, recording } = await launch(`console.log('{}'); ${stay}`, hasty);
    await recording.first('message');
    const body = `{"text":"${'x'.repeat(8 * MiB)}"}`;
    for (let n = 0; n < 10; n++) transport.send(body);
    expect((await recording.first('exit')).exit.error).toContain('does not read its standard input: more than 64 MiB');
  });
});
