import { expect, test } from 'vitest';
import { FaultSet } from '../../harness/reference/faults.ts';
import { servePiped } from '../../harness/reference/piped.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { overPipes } from '../../harness/transport/stdio.ts';
import { Recording } from './recording.ts';

const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const open = (
  ...faults: ConstructorParameters<typeof FaultSet>[0] extends Iterable<infer T> | undefined ? T[] : never
) => {
  const set = new FaultSet(faults);
  const transport = overPipes(servePiped(new Reference({ faults: set }), set));
  return { transport, recording: new Recording(transport) };
};

test('a server in this process is reached by its pipes, and ends with its input', async () => {
  const { transport, recording } = open();
  transport.send(request);
  expect((await recording.first('message')).message).toMatchObject({ id: 1 });
  transport.end();
  expect((await recording.first('exit')).exit).toEqual({ code: 0 });
  expect(await transport.close()).toEqual({ code: 0 });
});

test.each([
  [['stdio-ignores-eof'], { code: 0 }],
  [['stdio-ignores-eof', 'stdio-ignores-sigterm'], { signal: 'SIGKILL' }],
] as const)('one with %j is ended all the same', async (faults, exit) => {
  const { transport } = open(...faults);
  expect(await transport.close()).toEqual(exit);
});
