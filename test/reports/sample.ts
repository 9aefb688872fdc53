import type { Leg, Line, Report, Result, Summary } from '../../harness/report.ts';
import { isModern, type Revision, revisions } from '../../harness/wire.ts';
import { type Outcome, type SampleCase, sampleCases } from './sample-cases.ts';

const blob = `iVBO${'-Rw0KGgoAAAANSUhEUgAA'.repeat(260)}`;
const server = { name: 'docs-server', version: '2.4.1' };

/** The transcript of one leg: a short session, one exchange for each thing that is shown. */
function transcriptOf(revision: Revision): { lines: Line[]; shows: Record<NonNullable<Outcome['shows']>, number[]> } {
  const lines: Line[] = [];
  const add = (direction: Line['direction'], rest: Partial<Line>): number => {
    const n = lines.length + 1;
    lines.push({ n, ms: n * 1.7, direction, session: 1, ...rest });
    return n;
  };
  const meta = isModern(revision)
    ? {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      }
    : {};
  let id = 40;
  const exchange = (method: string, params: object, answer: object): number[] => {
    id += 17;
    return [
      add('out', { message: { jsonrpc: '2.0', id: `q-${id}`, method, params: { ...params, ...meta } } }),
      add('in', { message: { jsonrpc: '2.0', id: `q-${id}`, ...answer } }),
    ];
  };
  const capabilities = { resources: { listChanged: true } };
  if (isModern(revision))
    exchange(
      'server/discover',
      {},
      { result: { resultType: 'complete', supportedVersions: [...revisions], capabilities } },
    );
  else
    exchange(
      'initialize',
      {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: 'mcp-resource-conformance', version: '0.1.0' },
      },
      { result: { protocolVersion: revision, capabilities, serverInfo: server } },
    );
  const stdout = [add('in', { text: 'docs-server listening on stdio' })];
  add('stderr', { text: 'warning: cache folder is missing, using memory\n' });
  exchange(
    'resources/list',
    {},
    {
      result: {
        resources: Array.from({ length: 30 }, (_, at) => ({
          uri: `doc://page/${at}`,
          name: `Page ${at}`,
          mimeType: 'text/markdown',
        })),
        nextCursor: 'cGFnZTox',
      },
    },
  );
  const shows = {
    stdout,
    missing: exchange(
      'resources/read',
      { uri: 'doc://nope' },
      { error: { code: -32603, message: 'Internal error: ENOENT', data: { uri: 'doc://nope' } } },
    ),
    blob: exchange(
      'resources/read',
      { uri: 'doc://logo' },
      { result: { contents: [{ uri: 'doc://logo', mimeType: 'image/png', blob }] } },
    ),
    cursor: exchange(
      'resources/list',
      { cursor: 'cGFnZT' },
      { result: { resources: [{ uri: 'doc://guide', name: 'Guide' }], nextCursor: 'cGFnZTox' } },
    ),
    dots: exchange(
      'resources/read',
      { uri: 'file:///srv/docs/../canary.txt' },
      { result: { contents: [{ uri: 'file:///srv/docs/../canary.txt', text: 'canary-5d0c' }] } },
    ),
  };
  add('event', { text: 'standard input closed; the server ended with exit code 0' });
  return { lines, shows };
}

function resultOf(sample: SampleCase, revision: Revision, shows: ReturnType<typeof transcriptOf>['shows']): Result {
  const outcome = sample.outcome?.(revision);
  return {
    case: sample.id,
    title: sample.title,
    verdict: outcome?.verdict ?? 'pass',
    level: outcome?.level ?? sample.level,
    harm: sample.harm,
    rules: [sample.id.replace('/', '-')],
    reason: outcome?.reason ?? '',
    hint: sample.hint,
    link: `https://modelcontextprotocol.io/specification/${revision}/${sample.at}`,
    transcript: outcome?.shows ? shows[outcome.shows] : [],
    durationMs: 3.2,
    unstable: outcome?.unstable ?? false,
    knownIssue: null,
  };
}

/** Counts the verdicts of some legs. */
export function count(legs: readonly Leg[]): Summary {
  const all = legs.flatMap(({ results }) => results.map(({ verdict }) => verdict));
  const of = (verdict: Result['verdict']): number => all.filter((each) => each === verdict).length;
  return {
    pass: of('pass'),
    fail: of('fail'),
    warn: of('warn'),
    untested: of('untested'),
    notApplicable: of('not-applicable'),
    error: of('error'),
  };
}

/** A report as a run over stdio makes it: four legs, one revision absent, something of every verdict. */
export function sampleReport(): Report {
  const legs = revisions
    .filter((revision) => revision !== '2025-03-26')
    .map((revision): Leg => {
      const { lines, shows } = transcriptOf(revision);
      return {
        revision,
        transport: 'stdio',
        server,
        capabilities: { resources: { listChanged: true }, tools: {} },
        durationMs: 412.5,
        results: sampleCases.map((sample) => resultOf(sample, revision, shows)),
        transcript: lines,
      };
    });
  return {
    schemaVersion: 1,
    tool: { name: 'mcp-resource-conformance', version: '0.1.0' },
    command: [
      'mcp-resource-conformance',
      '--stdio',
      'node server.js --root "/srv/my docs"',
      '--header',
      'Authorization: ••••',
      '--report',
      'html=report.html',
    ],
    startedAt: '2026-08-02T09:30:00.000Z',
    durationMs: 1874,
    headline: 'not conformant',
    summary: count(legs),
    legs,
    absent: [{ revision: '2025-03-26', why: 'asked for 2025-03-26, the server answered 2025-06-18' }],
  };
}

/** The sample with nothing wrong in it. */
export function cleanReport(): Report {
  const report = sampleReport();
  for (const leg of report.legs) {
    for (const result of leg.results) {
      if (['fail', 'warn', 'error', 'untested'].includes(result.verdict))
        Object.assign(result, { verdict: 'pass', reason: '', transcript: [], unstable: false });
    }
  }
  return { ...report, headline: 'conformant', summary: count(report.legs), absent: [] };
}

/** The sample with one failure known in each revision, and an entry that does not hold any more. */
export function knownReport(): Report {
  const report = sampleReport();
  const known = { why: 'the fix is in review', issue: 'https://tracker.example/7' };
  for (const { results } of report.legs)
    for (const result of results)
      if (result.case === 'read/blob-base64') result.knownIssue = { case: result.case, says: 'got "-"', ...known };
  const entry = { case: 'list/shape', says: 'no name', ...known };
  return { ...report, staleIssues: [{ ...entry, seen: ['2025-06-18'], problem: 'it passes now' }] };
}
