import { expect, test } from 'vitest';
import { launchStdio } from '../../harness/transport/stdio.ts';
import { Recording, script } from './recording.ts';

const half = `process.stdout.write('{"id":1}\\n{"id":');`;
const toTheEnd = 'process.stdin.resume()';

test('a message that we have cut off by stopping the server is no noise', async () => {
  const transport = await launchStdio({ argv: script(half + toTheEnd) });
  const recording = new Recording(transport);
  await recording.first('message');
  await transport.close();
  expect(recording.events.map(({ type }) => type)).toEqual(['message', 'exit']);
});

test('a message that the server has cut off itself is noise', async () => {
  const transport = await launchStdio({ argv: script(half) });
  const recording = new Recording(transport);
  await recording.first('exit');
  expect(recording.all('noise')).toEqual([
    { type: 'noise', text: '{"id":', why: 'not JSON, and no newline ends the last line' },
  ]);
});

test('a farewell without a newline is noise, also where we have stopped the server', async () => {
  const farewell = `console.log('{"id":1}'); ${toTheEnd}.on('end', () => process.stdout.write('bye'))`;
  const transport = await launchStdio({ argv: script(farewell) });
  const recording = new Recording(transport);
  await recording.first('message');
  await transport.close();
  expect(recording.all('noise').map(({ text }) => text)).toEqual(['bye']);
});

test('what a server that was killed leaves of a line is no noise', async () => {
  const transport = await launchStdio({ argv: script(`${half} process.kill(process.pid, 'SIGKILL')`) });
  const recording = new Recording(transport);
  expect((await recording.first('exit')).exit).toEqual({ signal: 'SIGKILL' });
  expect(recording.all('noise')).toEqual([]);
});
