import { blockedBy, check, untested } from './judge.ts';
import type { Probe } from './probe.ts';
import { supportedVersions } from './session/modern.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from './session/reply.ts';
import type { Session } from './session/session.ts';
import type { RequestHeaders } from './transport/transport.ts';
import { type JsonObject, metaKey, revisions } from './wire.ts';

/** The error code of a request whose headers are at fault. */
export const headerMismatch = -32020;
/** A version that nobody speaks. */
export const unknownVersion = '1900-01-01';

/** A request with headers in good order, and its answer: what differs from it in the headers alone is judged against it. */
export interface Twin {
  method: string;
  params: JsonObject;
  reply: Reply;
}

/** How a request with one fault in its headers differs from its twin. */
interface Fault {
  of: 'server/discover' | 'resources/list' | 'resources/read';
  /** As in "resources/list without Mcp-Method". */
  words: string;
  headers?(uri: string): RequestHeaders;
  /** Members of `_meta` that differ. */
  meta?: JsonObject;
}

/** A request with one fault in its headers, and what came of it. */
export interface Asked {
  /** As in "resources/list without Mcp-Method". */
  what: string;
  twin: Twin;
  reply: Reply;
  /** Whether the server answered it as it answers the twin. */
  served: boolean;
}

/** The base64 form of a header value, also for what could go plain. */
export const sentinel = (text: string): string => `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
const fixed = (headers: RequestHeaders) => () => headers;
const each = (of: Fault['of'][], fault: Omit<Fault, 'of'>): Fault[] => of.map((method) => ({ of: method, ...fault }));

/** The ways in which headers are at fault. */
const faults = {
  'version missing': () => [
    {
      of: 'resources/list',
      words: 'without MCP-Protocol-Version',
      headers: fixed({ 'MCP-Protocol-Version': undefined }),
    },
  ],
  'version other': () => [
    {
      of: 'resources/list',
      words: `with MCP-Protocol-Version: ${unknownVersion}`,
      headers: fixed({ 'MCP-Protocol-Version': unknownVersion }),
    },
    {
      of: 'resources/list',
      words: `with protocolVersion ${unknownVersion} in _meta`,
      meta: { [metaKey.protocolVersion]: unknownVersion },
    },
  ],
  // Both values are versions that the server speaks: neither is at fault for itself.
  'version of another era': (probe) =>
    otherVersion(probe).map((version) => ({
      of: 'resources/list',
      words: `with MCP-Protocol-Version: ${version}`,
      headers: fixed({ 'MCP-Protocol-Version': version }),
    })),
  'method missing': () =>
    each(['resources/list', 'server/discover', 'resources/read'], {
      words: 'without Mcp-Method',
      headers: fixed({ 'Mcp-Method': undefined }),
    }),
  'method other': () => [
    {
      of: 'resources/list',
      words: 'with Mcp-Method: resources/templates/list',
      headers: fixed({ 'Mcp-Method': 'resources/templates/list' }),
    },
  ],
  'method in capitals': () => [
    {
      of: 'resources/list',
      words: 'with Mcp-Method: RESOURCES/LIST',
      headers: fixed({ 'Mcp-Method': 'RESOURCES/LIST' }),
    },
  ],
  'name missing': () => [
    { of: 'resources/read', words: 'without Mcp-Name', headers: fixed({ 'Mcp-Name': undefined }) },
  ],
  'name other': () => [
    {
      of: 'resources/read',
      words: 'with the Mcp-Name of another URI',
      headers: fixed({ 'Mcp-Name': 'mcp-conformance-absent:///another' }),
    },
  ],
  'name with other markers': () => [
    {
      of: 'resources/read',
      words: 'with an Mcp-Name that begins with =?BASE64?',
      headers: (uri) => ({ 'Mcp-Name': sentinel(uri).replace('base64', 'BASE64') }),
    },
    {
      of: 'resources/read',
      words: 'with an Mcp-Name that lacks the closing ?=',
      headers: (uri) => ({ 'Mcp-Name': sentinel(uri).slice(0, -2) }),
    },
    {
      of: 'resources/read',
      words: 'with an Mcp-Name in base64 without markers',
      headers: (uri) => ({ 'Mcp-Name': Buffer.from(uri, 'utf8').toString('base64') }),
    },
  ],
  'name undecodable': () => [
    {
      of: 'resources/read',
      words: 'with Mcp-Name: =?base64?SGVs!!!bG8=?=',
      headers: fixed({ 'Mcp-Name': '=?base64?SGVs!!!bG8=?=' }),
    },
  ],
} satisfies Record<string, (probe: Probe) => Fault[]>;

/** A way in which headers are at fault. */
export type HeaderFault = keyof typeof faults;

const known = new WeakMap<Session, Map<string, Promise<Asked>>>();

/** Asks the server with headers at fault in one way; what was asked in this session already is not asked again. */
export async function askWrongly(probe: Probe, kind: HeaderFault): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const fault of faults[kind](probe)) {
    const twin = await twinOf(probe, fault.of);
    if (twin) asked.push(await once(probe, `${fault.of} ${fault.words}`, () => ask(probe, fault, twin)));
  }
  return asked;
}

/** Judges that the server refuses what is at fault in one way; the form of the refusal has a case of its own. */
export async function judgeRefused(probe: Probe, ...kinds: HeaderFault[]): Promise<void> {
  let judged = 0;
  let unsure: Reply | undefined;
  for (const kind of kinds) {
    for (const { what, reply, served } of await askWrongly(probe, kind)) {
      probe.cite(reply);
      if (served) probe.flag(`expected ${what} to be refused, got ${inWords(reply)}`);
      if (isWithheld(reply) || reply.cause === 'timeout' || reply.cause === 'exit') unsure = reply;
      else judged++;
    }
  }
  if (probe.flags.length > 0 || (judged > 0 && !unsure)) return;
  if (!unsure) return needAnyTwin();
  if (isWithheld(unsure)) untested(`the server answered with HTTP status ${unsure.http!.status}; try again later`);
  blockedBy('http/header-fault-answer', `a request with a header at fault got ${inWords(unsure)}`);
}

/** Gives up unless the server compares Mcp-Name at all: a name in another form is only told apart where names are compared. */
export async function needComparedNames(probe: Probe): Promise<void> {
  for (const { what, reply, served } of await askWrongly(probe, 'name other'))
    if (served) blockedBy('http/header-mismatch', `${what} got ${inWords(reply)}`);
}

/** Gives up where no read shows what is right. */
export function needAnyTwin(): never {
  untested('no resource could be read; name one with --read <uri>');
}

/** A request in good order and its answer; undefined where there is none to compare with. */
export async function twinOf(probe: Probe, method: Fault['of']): Promise<Twin | undefined> {
  switch (method) {
    case 'server/discover':
      return { method, params: {}, reply: probe.session.introduction.reply };
    case 'resources/list': {
      // Whether the list is answered is judged elsewhere; this gives up where it is not.
      await probe.resources();
      const { reply } = probe.walk(method).pages[0]!;
      return { method, params: {}, reply };
    }
    case 'resources/read': {
      const read = (await probe.reads()).find(({ reply }) => isResult(reply));
      if (read) return { method, params: { uri: read.uri }, reply: read.reply };
      const missing = (await probe.missing()).find(
        ({ reply, kind }) => kind !== 'non-ascii' && isError(reply) && codeOf(reply) !== headerMismatch,
      );
      return missing && { method, params: { uri: missing.uri }, reply: missing.reply };
    }
  }
}

/** Whether a reply is what the twin got: a result, or the same error of the resource where the twin has no result either. */
export function answersLike(reply: Reply, twin: Twin): boolean {
  if (isResult(reply)) return true;
  const code = codeOf(reply);
  return isError(twin.reply) && isError(reply) && code === codeOf(twin.reply) && code !== headerMismatch;
}

/** Judges that a request with unusual headers, which are in order all the same, is not refused for them. */
export function judgeServed(probe: Probe, what: string, reply: Reply, twin: Twin): void {
  probe.cite(reply);
  if (isWithheld(reply)) untested(`${what} was answered with HTTP status ${reply.http!.status}; try again later`);
  check(answersLike(reply, twin), `expected ${what} to be answered with ${inWords(twin.reply)}, got ${inWords(reply)}`);
}

async function ask(probe: Probe, { of, words, headers, meta }: Fault, twin: Twin): Promise<Asked> {
  const given = headers?.(String(twin.params.uri));
  const reply = await probe.send(of, twin.params, { ...(given && { headers: given }), ...(meta && { meta }) });
  return { what: `${of} ${words}`, twin, reply, served: answersLike(reply, twin) };
}

async function once(probe: Probe, key: string, work: () => Promise<Asked>): Promise<Asked> {
  const asked = known.get(probe.session) ?? new Map<string, Promise<Asked>>();
  known.set(probe.session, asked);
  const found = asked.get(key) ?? work();
  asked.set(key, found);
  const { reply } = await found;
  if (reply.cause === 'timeout') probe.timedOut = true;
  return found;
}

/** A version beside the session's own that the server says it speaks, the newest; none where there is no other. */
function otherVersion(probe: Probe): string[] {
  const listed = supportedVersions(probe.session.introduction.reply);
  return revisions.filter((revision) => revision !== probe.revision && listed.includes(revision)).slice(-1);
}
