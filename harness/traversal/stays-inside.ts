import { withCanary } from '../canary.ts';
import { matchTemplate, parseTemplate } from '../formats/uri-template.ts';
import { blockedBy, notApplicable, untested } from '../judge.ts';
import type { Probe } from '../probe.ts';
import { type Kind, plainForms, spellings } from './spellings.ts';
import { Survey, type Target } from './survey.ts';
import type { Way } from './ways.ts';

const outside = 'got the contents of a file outside of what is served';

/** Judges whether payloads of one kind, put into every way into the server, give away what is out of bounds. */
export function staysInside(probe: Probe, kind: Kind): Promise<void> {
  return withCanary(async (canary) => {
    const survey = new Survey(probe, canary);
    const ways = await survey.ways();
    const reached = { blocked: undefined as Kind | undefined, tried: new Set<Way>() };
    for (const target of await survey.targets()) {
      const files = ways.some(({ file }) => file);
      const served = files && (await survey.isServed(target));
      for (const way of ways) {
        if (way.file && served) continue;
        await tryWay(probe, survey, kind, way, target, reached);
      }
      if (kind !== 'absolute' || !files) continue;
      if (!served) await tryPlainForms(probe, survey, ways, target);
      else if (probe.flags.length === 0) await tellOfPlainUri(probe, survey, target);
    }
    await conclude(survey, ways, reached);
  });
}

/** What came of the ways so far. */
interface Reached {
  blocked: Kind | undefined;
  tried: Set<Way>;
}

async function tryWay(
  probe: Probe,
  survey: Survey,
  kind: Kind,
  way: Way,
  target: Target,
  reached: Reached,
): Promise<void> {
  // Where paths may be absolute by design, one that is proves nothing.
  if (kind === 'absolute' && !way.file && !way.rooted && !(await survey.leadsInside(way))) return;
  for (const spelling of spellings[kind]) {
    const leak = await survey.leak(way, spelling, target);
    if (leak === undefined) continue;
    if (await survey.isOpen(way, target)) return;
    const cause = await survey.simpler(kind, way, target);
    if (cause !== undefined) {
      reached.blocked ??= cause;
      return;
    }
    probe.cite(leak);
    // The rule speaks of file:// resources; that files behind other URIs are as much at stake is our step.
    probe.flag(`expected an error for ${spelling.name} through ${way.label}, ${outside}`, {
      warn: !way.file,
    });
    break;
  }
  reached.tried.add(way);
}

async function tryPlainForms(probe: Probe, survey: Survey, ways: readonly Way[], target: Target): Promise<void> {
  const tried = new Set(
    ways.flatMap((way) => spellings.absolute.map(({ path }) => way.uri(path(target.segments, '')))),
  );
  for (const { name, uri } of plainForms) {
    if (tried.has(uri(target.segments))) continue;
    const leak = await survey.leakAt(uri(target.segments), name, target);
    if (leak === undefined) continue;
    probe.cite(leak);
    probe.flag(`expected an error for the absolute path of a file in the form ${name}…, ${outside}`);
    return;
  }
}

/** A server may serve all files there are; one that says so nowhere, and whose folder the config names, has told otherwise. */
async function tellOfPlainUri(probe: Probe, survey: Survey, target: Target): Promise<void> {
  if (probe.fixtures.directory === undefined) return;
  const offered = (await probe.templates().catch(() => [])).some(({ uriTemplate }) => {
    const template = typeof uriTemplate === 'string' ? parseTemplate(uriTemplate) : undefined;
    return template && 'parts' in template && matchTemplate(template, target.uri) !== undefined;
  });
  const leak = await survey.leakAt(target.uri, 'plain', target);
  if (offered || leak === undefined) return;
  probe.cite(leak);
  const words = 'expected an error for a file outside of fixtures.directory, got its contents by its plain file:// URI';
  probe.flag(`${words}, which no template offers`, { warn: true });
}

/** Says what silence is worth: nothing where nothing can be read at all. */
async function conclude(survey: Survey, ways: readonly Way[], { blocked, tried }: Reached): Promise<void> {
  if (blocked !== undefined) blockedBy(`traversal/${blocked}`, 'a simpler path leads out in the same place');
  const files = [...tried].filter(({ file }) => file);
  for (const way of files) if (await survey.isReadable(way)) return;
  // Other URIs stand for files only if a file that was just written shows up behind them.
  for (const way of tried) if (!way.file && (await survey.leadsInside(way))) return;
  if (files.length > 0)
    untested(
      'no file can be read where paths were tried, so that a refusal shows nothing; name a file:// resource with --read <uri>, ' +
        'or the served folder in fixtures.directory',
    );
  if (ways.some(({ file }) => file))
    notApplicable('the server serves the whole file system by plain file:// URIs, so that no path is out of bounds');
  if ((await survey.offered()).complete)
    notApplicable(
      'the server serves nothing by file:// URIs, and no path through a template of another scheme led to a file',
    );
  untested(
    'no file:// resource is listed as far as the lists could be followed; name one with --read <uri>, ' +
      'or the served folder in fixtures.directory',
  );
}
