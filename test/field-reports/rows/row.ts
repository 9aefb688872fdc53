import { type Mutant, onReply, onResult } from '../../../harness/mutate.ts';
import type { JsonObject } from '../../../harness/wire.ts';
import type { Specimen } from '../trial.ts';

/** A fault that somebody met in a server and reported, and the case that finds it. */
export interface FieldReport extends Specimen {
  /** Where it was reported: owner/name#number. */
  report: string;
  /** What the server did. */
  gist: string;
  /** The case, and the verdict that its rule gives; or, where no session can be had, words of the message that says so. */
  found: readonly [caseId: string, verdict: 'fail' | 'warn'] | readonly [says: RegExp];
}

/** A report that no rule of the specification condemns, or whose fault does not show to a client. */
export interface SetAside {
  report: string;
  gist: string;
  why: string;
}

/** Refuses reads of some URIs. */
export const unreadable = (test: (uri: string) => boolean, code = -32602, message = 'Unknown resource'): Mutant =>
  onReply('resources/read', (reply, { params }) => (test(String(params?.uri)) ? { error: { code, message } } : reply));

/** Changes each listed resource. */
export const onListed = (change: (entry: JsonObject) => void): Mutant =>
  onResult('resources/list', ({ resources }) => {
    for (const entry of resources ?? []) change(entry);
  });

/** Changes each item of what is read. */
export const onItems = (change: (item: JsonObject) => void): Mutant =>
  onResult('resources/read', ({ contents }) => {
    for (const item of contents ?? []) change(item);
  });

/** Changes each listed template. */
export const onTemplates = (change: (template: JsonObject) => void): Mutant =>
  onResult('resources/templates/list', ({ resourceTemplates }) => {
    for (const template of resourceTemplates ?? []) change(template);
  });

/** Adds an entry to the first page of a list. */
export const adding = (method: string, member: string, entry: JsonObject): Mutant =>
  onResult(method, (result, { params }) => {
    if (params?.cursor === undefined) result[member].unshift(entry);
  });

/** An answer as from a server without the method. */
export const unknownMethod = { error: { code: -32601, message: 'Method not found' } };
