import { readFileSync } from 'node:fs';
import type { Report } from '../harness/report.ts';

/** What client/tap.mjs has written down of a run. */
interface Trace {
  processes: { argv: string[]; port?: string }[];
  events: [kind: string, number: number, value?: any, session?: string][];
}

/** One step of a bare client: an act, or the wait for what the run had when it acted next. */
type Step = [kind: string, number: number, value?: unknown];

/** What a bare client is to do: the legs in their order, at most `atOnce` at a time. */
export interface Script {
  atOnce: number;
  legs: { processes?: string[][]; server?: string[]; steps: Step[] }[];
}

/** What a file of JSON holds. */
export const readJson = (file: string): any => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The script of a run over stdio. Which process served which leg is told by what was sent, since a report has it by legs; without
 * one the run had one leg.
 */
export function pipeScript(traceFile: string, atOnce: number, reportFile?: string): Script {
  const { processes, events }: Trace = readJson(traceFile);
  const sent = processes.map((): string[] => []);
  for (const [kind, number, value] of events) if (kind === 'write') sent[number]!.push(value);
  const legs = reportFile === undefined ? [[...processes.keys()]] : legsOf(readJson(reportFile), sent);
  const script = legs.map((members): Script['legs'][number] => {
    const order = new Map(members.map((number, i) => [number, i]));
    const counts = members.map(() => 0);
    const steps: Step[] = [];
    for (const [kind, number, value] of events) {
      const at = order.get(number);
      if (at === undefined) continue;
      if (kind === 'lines') counts[at]! += value;
      pushStep(steps, kind === 'lines' ? ['wait', at, counts[at]] : [kind, at, value]);
    }
    return { processes: members.map((number) => processes[number]!.argv), steps };
  });
  return { atOnce, legs: script };
}

/** The script of a run over HTTP that launched one server a leg. */
export function socketScript(traceFile: string, atOnce: number): Script {
  const { processes, events }: Trace = readJson(traceFile);
  const legs = processes.map(({ argv, port }): Script['legs'][number] => {
    const own = new Map<number, number>();
    const given = new Map(
      events.flatMap(([kind, number, , id]) => (kind === 'head' && id !== undefined ? [[number, id]] : [])),
    );
    const counts = new Map<number, number>();
    const steps: Step[] = [];
    for (const [kind, number, value] of events) {
      if (kind === 'request' && value.port === port) {
        own.set(number, own.size);
        steps.push(['request', own.get(number)!, { ...value, session: given.get(number) }]);
      } else if (['head', 'part', 'done', 'cut'].includes(kind) && own.has(number)) {
        counts.set(number, (counts.get(number) ?? 0) + (kind === 'part' ? value : 0));
        const at = own.get(number)!;
        pushStep(steps, kind === 'part' ? ['lines', at, counts.get(number)] : [kind, at]);
      }
    }
    return { server: argv.map((each) => (each === port ? '0' : each)), steps };
  });
  return { atOnce, legs };
}

/** Adds a step; a wait for more of the same takes the place of the wait before it. */
function pushStep(steps: Step[], step: Step): void {
  const last = steps.at(-1);
  const same = (step[0] === 'wait' || step[0] === 'lines') && last?.[0] === step[0] && last[1] === step[1];
  if (same) steps[steps.length - 1] = step;
  else steps.push(step);
}

/** The numbers of the processes of each leg, in the order in which the legs began. */
function legsOf({ legs }: Report, sent: readonly string[][]): number[][] {
  const free = new Set(sent.keys());
  const found = legs.toReversed().map(({ transcript }) => {
    const texts = new Map<number, string[]>();
    for (const { direction, session, message, text } of transcript) {
      // What another leg has asked for all is not sent again.
      if (direction === 'event' && text?.startsWith('asked in the leg of')) texts.set(session, ['\0']);
      const known = texts.get(session) ?? [];
      texts.set(session, known);
      if (direction === 'out') known.push(message === undefined ? (text ?? '') : JSON.stringify(message));
    }
    const members: number[] = [];
    for (const said of texts.values()) {
      const number = [...free].find((each) => sameBeginning(sent[each]!, said));
      if (number === undefined) continue;
      free.delete(number);
      members.push(number);
    }
    return members.toSorted((a, b) => a - b);
  });
  if (free.size > 0) throw new Error(`${free.size} processes of the run belong to none of its legs`);
  return found;
}

const sameBeginning = (sent: readonly string[], said: readonly string[]): boolean =>
  sent.length === said.length &&
  sent.slice(0, 8).every((each, i) => each.slice(0, 300).trimEnd() === latin1(said[i]!).slice(0, 300).trimEnd());

const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
