import { declared } from './declared.ts';
import { sampleTrace } from './formats/trace-context.ts';
import { everyCapability } from './input-required/kinds.ts';
import { watchChanges } from './listen.ts';
import type { Probe } from './probe.ts';
import { isResult } from './session/reply.ts';
import { listChanged, updated } from './watching.ts';
import type { JsonObject } from './wire.ts';
import { metaKey } from './wire.ts';

/** Sees to it that passive cases have something to judge; what active cases asked for already is not asked again. */
export async function tour(probe: Probe): Promise<void> {
  const { session, fixtures } = probe;
  const { lines } = session.channel.transcript;
  if (!declared(session.capabilities, 'resources')) {
    // What the named tool answers may hold resources all the same.
    if (fixtures.update?.tool !== undefined) await probe.trigger(fixtures.update).catch(() => undefined);
    return;
  }
  // What is refused here is judged by active cases.
  const reads = await probe.reads().catch(() => []);
  await probe.missing().catch(() => []);
  await probe.templates().catch(() => []);
  if (!probe.modern) await changeUndeclared(probe);
  await askForMore(probe, reads.find(({ reply }) => isResult(reply))?.uri);
  const told = (method: string) =>
    lines.some(
      ({ direction, message }) => direction === 'in' && (message as JsonObject | undefined)?.method === method,
    );
  const named = [...(fixtures.update ? [updated] : []), ...(fixtures.listChange ? [listChanged] : [])];
  // A server may tell of the one kind of change only after it was asked to make the other.
  if (![updated, listChanged].some(told) || !named.every(told)) await watchChanges(probe).catch(() => undefined);
}

/** Has the list change on a server that does not declare that it would tell: it must not tell then. */
async function changeUndeclared(probe: Probe): Promise<void> {
  const { listChange } = probe.fixtures;
  if (!listChange || probe.declares('resources.listChanged')) return;
  await probe.session.listen();
  await probe.trigger(listChange).catch(() => undefined);
}

/** Asks for progress, with tokens of both types, and from 2026-07-28 on for log messages, under a trace; offers to be asked in return. */
async function askForMore(probe: Probe, uri: string | undefined): Promise<void> {
  // The tokens and ids of requests have nothing to do with each other.
  await probe.send('resources/list', {}, { meta: { progressToken: 4711 } });
  if (probe.modern) await probe.send('resources/list', {}, { meta: sampleTrace });
  if (uri === undefined) return;
  const more = probe.modern ? { [metaKey.logLevel]: 'error', [metaKey.clientCapabilities]: everyCapability } : {};
  await probe.send('resources/read', { uri }, { meta: { progressToken: 'report-7f3a', ...more } });
}
