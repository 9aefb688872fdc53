import { knownTemplates } from './expansions.ts';
import { blockedBy, notApplicable, untested } from './judge.ts';
import type { Read } from './material.ts';
import type { Probe } from './probe.ts';
import { quote } from './quote.ts';
import { inWords, isResult, isWithheld } from './session/reply.ts';
import type { JsonObject } from './wire.ts';

/** The reads that were answered with a result that is no wish for input; of templates where no other was. Gives up where there is none. */
export async function readings(probe: Probe): Promise<Read[]> {
  const reads = await probe.reads();
  const given = reads.filter(isGiven);
  if (given.length > 0) return given;
  const templates = await knownTemplates(probe).catch(() => []);
  const expanded = templates.flatMap(({ expansions }) => expansions.filter(isGiven));
  if (expanded.length > 0) return expanded;
  return nothing(probe, reads, templates.length > 0);
}

/** Each contents item of the readings, with its read; each is cited as it comes. */
export async function* readItems(probe: Probe): AsyncGenerator<{ read: Read; item: JsonObject }> {
  for (const read of await readings(probe)) {
    probe.cite(read.reply);
    for (const item of read.contents) yield { read, item };
  }
}

/** Ends a case that found none of `what` in the readings: there is none if the server's whole list was read, else it is untested. */
export async function noneRead(probe: Probe, what: string): Promise<never> {
  const given = new Set((await readings(probe)).map(({ uri }) => uri));
  const listed = await probe.resources();
  const all = listed.every(({ uri }) => given.has(uri)) && probe.walk('resources/list').stopped === 'end';
  if (all && listed.length > 0)
    notApplicable(`none of the ${listed.length} resources that the server lists has ${what}`);
  untested(`none of the ${given.size} resources that were read has ${what}; name one that has with --read <uri>`);
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
