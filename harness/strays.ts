import type { Probe } from './probe.ts';
import type { JsonObject } from './wire.ts';

/** Responses since a line of the transcript that answer nothing of ours, or what was answered before. */
export function straysSince(probe: Probe, since: number): { line: number; message: JsonObject }[] {
  const { requestOf } = probe.session.channel.transcript;
  const known = new Set([...requestOf].filter(([answer]) => answer <= since).map(([, request]) => request));
  const belongs = (line: number) => requestOf.has(line) && !known.has(requestOf.get(line)!);
  return probe.arrived(since).filter(({ line, message }) => !('method' in message) && !belongs(line));
}
