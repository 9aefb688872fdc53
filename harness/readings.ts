import { knownTemplates } from './expansions.ts';
import { blockedBy, notApplicable, untested } from './judge.ts';
import type { Read } from './material.ts';
import type { Probe } from './probe.ts';
import { quote } from './quote.ts';
import { inWords, isResult, isWithheld } from './session/reply.ts';
import type { JsonObject } from './wire.ts';

/** The reads, of templates too, that were answered with a result which is no wish for input. Gives up where there is none. */
export async function readings(probe: Probe): Promise<Read[]> {
  const reads = await probe.reads();
  const templates = await knownTemplates(probe).catch(() => []);
  const given = new Map<string, Read>();
  for (const read of [...reads, ...templates.flatMap(({ expansions }) => expansions)])
    if (isGiven(read) && !given.has(read.uri)) given.set(read.uri, read);
  return given.size > 0 ? [...given.values()] : nothing(probe, reads, templates.length > 0);
}

/** Each contents item of the readings, with its read; each is cited as it comes. */
export async function* readItems(probe: Probe): AsyncGenerator<{ read: Read; item: JsonObject }> {
  for (const read of await readings(probe)) {
    probe.cite(read.reply);
    for (const item of read.contents) yield { read, item };
  }
}

/** Ends a case that found none of `what` in the readings: there is none if all that the server lists was read, else it is untested. */
export async function noneRead(probe: Probe, what: string): Promise<never> {
  const given = new Set((await readings(probe)).map(({ uri }) => uri));
  const listed = await probe.resources();
  const all = listed.every(({ uri }) => given.has(uri)) && probe.walk('resources/list').stopped === 'end';
  const none = `none of the ${given.size} resources that were read has ${what}`;
  if (all && (await allTemplatesRead(probe))) notApplicable(`${none}, and they are all that the server lists`);
  untested(`${none}; name one that has with --read <uri>, or values for a template in fixtures.templates`);
}

/** Whether something was read by each listed template. */
async function allTemplatesRead(probe: Probe): Promise<boolean> {
  const listed = await probe.templates().catch(() => undefined);
  const known = await knownTemplates(probe).catch(() => []);
  const read = new Set(known.filter(({ expansions }) => expansions.some(isGiven)).map(({ entry }) => entry));
  return listed?.every((entry) => read.has(entry)) ?? false;
}

const isGiven = ({ reply, wantsInput }: Read): boolean => isResult(reply) && !wantsInput;

function nothing(probe: Probe, reads: readonly Read[], templates: boolean): never {
  if (reads.length === 0) {
    if (!templates && probe.walk('resources/list').stopped === 'end')
      notApplicable('the server lists no resource and no template, and none is named with --read <uri>');
    untested('no resource is listed; name one with --read <uri>, or values for a template in fixtures.templates');
  }
  const withheld = reads.find(({ reply }) => isWithheld(reply));
  if (withheld)
    untested(
      `reading ${quote(withheld.uri)} was refused with HTTP ${withheld.reply.http?.status}; give credentials with --header`,
    );
  const refused = reads.find(({ entry, reply, wantsInput }) => entry && !wantsInput && reply.error?.code !== -32021);
  if (refused)
    blockedBy(
      'read/listed-readable',
      `no read gave contents; ${quote(refused.uri)} was answered with ${inWords(refused.reply)}`,
    );
  untested(
    'no read gave contents without input from the reader first; name a resource that is just read with --read <uri>',
  );
}
