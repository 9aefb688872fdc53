import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updatedIssues, withKnownIssues } from '../../harness/known-issues.ts';
import { type KnownIssue, type Report, verdicts } from '../../harness/report.ts';
import { headlineOf, summarise } from '../../harness/verdict.ts';
import { revisions } from '../../harness/wire.ts';
import { comparisonFormats, renderComparison } from '../../reports/comparison/index.ts';
import { formats, render } from '../../reports/index.ts';
import { hostileStrings } from '../reports/hostile.ts';
import { sampleReport } from '../reports/sample.ts';
import { holds, holdsInTime } from './property.ts';

const schema = JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'));
const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

const shortHostile = hostileStrings.filter((text) => text.length < 1000);
const anyText = fc.oneof(fc.constantFrom(...shortHostile, '', ' ', '__proto__', '••••'), fc.string({ unit: 'binary' }));
const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyText, fc.constantFrom(null, 0, -1, 1e21, [], {}, true));

/** One change to a report: at a place that is chosen by the number, another value, or one of the array's items left out or twice. */
const changes = fc.record({
  place: fc.nat(),
  way: fc.constantFrom('value', 'text', 'drop', 'twice', 'remove', 'message', 'refer'),
  value: anyJson,
  text: anyText,
  number: fc.integer({ min: -5, max: 1e9 }),
});

/** The places of a report that can be changed: each object or array, with each of its keys. */
function placesOf(root: unknown): [holder: any, key: string][] {
  const found: [any, string][] = [];
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      found.push([value, key]);
      walk(each);
    }
  };
  walk(root);
  return found;
}

type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

function change(report: Report, { place, way, value, text, number }: Change): void {
  const leg = report.legs[place % Math.max(1, report.legs.length)];
  if (way === 'message' && leg) {
    const line = leg.transcript[number % leg.transcript.length || 0];
    if (line)
      Object.assign(line, { message: { jsonrpc: '2.0', id: value, method: text, params: value, [text]: value } });
    return;
  }
  if (way === 'refer' && leg) {
    const result = leg.results[Math.abs(number) % leg.results.length];
    if (result) result.transcript = [Math.max(1, number), 1, 1];
    return;
  }
  const places = placesOf(report);
  const wanted = places.filter(([holder, key]) =>
    way === 'text' ? typeof holder[key] === 'string' : Array.isArray(holder[key]),
  );
  const [holder, key] = (way === 'value' || way === 'remove' ? places : wanted)[place % (wanted.length || 1)] ?? [];
  if (holder === undefined || key === undefined) return;
  if (way === 'text') holder[key] = text;
  else if (way === 'value') holder[key] = typeof holder[key] === 'number' ? Math.abs(number) : value;
  else if (way === 'remove') delete holder[key];
  else if (way === 'drop') holder[key].splice(number % (holder[key].length || 1), 1);
  else holder[key].push(structuredClone(holder[key][0] ?? value));
}

/** Reports that follow the schema, though no run would have written them. */
const strangeReports = fc.array(changes, { minLength: 1, maxLength: 12 }).map((some) => {
  const report = structuredClone(sampleReport());
  report.legs.splice(1, 3);
  for (const each of some) {
    const before = structuredClone(report);
    change(report, each);
    // What the schema refuses is never shown: such a change is taken back.
    if (!fits(JSON.parse(JSON.stringify(report)))) Object.assign(report, before);
  }
  return JSON.parse(JSON.stringify(report)) as Report;
});

describe('a report that follows the schema', () => {
  it('differs from an ordinary one in many ways here', () => {
    const plain = JSON.stringify({ ...sampleReport(), legs: [] });
    const seen = fc.sample(strangeReports, { numRuns: 60, seed: 1 });
    expect(seen.every((report) => fits(report))).toBe(true);
    expect(seen.filter((report) => JSON.stringify({ ...report, legs: [] }) !== plain).length).toBeGreaterThan(10);
    expect(new Set(seen.map((report) => JSON.stringify(report.legs))).size).toBeGreaterThan(30);
  });

  it.each(formats)('is shown as %s whatever it holds', async (format) => {
    const options = fc.record({
      verbose: fc.boolean(),
      quiet: fc.boolean(),
      strict: fc.boolean(),
      color: fc.boolean(),
      width: fc.integer({ min: 1, max: 200 }),
    });
    const property = fc.asyncProperty(strangeReports, options, async (report, how) => {
      const text = await render(format, report, how);
      expect(text.length).toBeGreaterThan(0);
      if (format === 'json') expect(fits(JSON.parse(text)), JSON.stringify(fits.errors)).toBe(true);
    });
    await holdsInTime(property, 40);
  });

  it.each(comparisonFormats)('is compared with another as %s', async (format) => {
    const property = fc.asyncProperty(strangeReports, strangeReports, async (one, other) => {
      const text = await renderComparison(format, [
        { name: 'one.json', report: one },
        { name: 'other.json', report: other },
      ]);
      expect(text.length).toBeGreaterThan(0);
    });
    await holdsInTime(property, 20);
  });
});

const ids = ['read/shape', 'list/shape', 'not-found/code', 'no/such-case'];
const reasons = ['', 'got -32603', 'got ••••, and more', 'expected an array, got null', '••••'];
const issues = fc.array(
  fc.record(
    {
      case: fc.constantFrom(...ids),
      says: fc.oneof(fc.constantFrom('got', '••••', 'array, got', 'nothing like it'), anyText),
      why: anyText,
      revisions: fc.uniqueArray(fc.constantFrom(...revisions), { minLength: 1 }),
      issue: anyText,
    },
    { requiredKeys: ['case', 'says', 'why'] },
  ),
  { maxLength: 5 },
) as fc.Arbitrary<KnownIssue[]>;

/** Reports of a few cases with any verdicts. */
const judged: fc.Arbitrary<Report> = fc
  .uniqueArray(
    fc.record({
      revision: fc.constantFrom(...revisions),
      results: fc.array(
        fc.record({ verdict: fc.constantFrom(...verdicts), reason: fc.oneof(fc.constantFrom(...reasons), anyText) }),
        { minLength: 3, maxLength: 3 },
      ),
    }),
    { maxLength: 3, selector: ({ revision }) => revision },
  )
  .map((legs) => {
    const sample = sampleReport();
    const [first] = sample.legs;
    const made = legs.map(({ revision, results }) => ({
      ...first!,
      revision,
      results: results.map((each, at) => ({ ...first!.results[0]!, case: ids[at]!, ...each, knownIssue: null })),
    }));
    return { ...sample, legs: made, absent: [], headline: headlineOf(made, [], false), summary: summarise(made) };
  });

describe('known issues', () => {
  const terms = { cases: ids.slice(0, 3), demanded: false };

  it('excuse failures and warnings alone, and tell of each that does not hold', () => {
    holds(
      fc.property(judged, issues, (report, known) => {
        const seen = withKnownIssues(report, known, terms);
        for (const result of seen.legs.flatMap((leg) => leg.results))
          if (result.knownIssue) {
            expect(['fail', 'warn']).toContain(result.verdict);
            expect(result.knownIssue.case).toBe(result.case);
          }
        for (const issue of known.filter(({ case: id }) => id === 'no/such-case'))
          expect(seen.staleIssues).toContainEqual({ ...issue, seen: [], problem: 'there is no such case' });
        for (const stale of seen.staleIssues ?? []) expect(stale.problem).not.toBe('');
      }),
      1000,
    );
  });

  it('that are written anew excuse all that fails, and hold', () => {
    holds(
      fc.property(judged, issues, (report, known) => {
        const written = updatedIssues(report, known, { cases: terms.cases, strict: false });
        const seen = withKnownIssues(report, written, terms);
        expect(seen.staleIssues ?? []).toEqual([]);
        const open = seen.legs
          .flatMap((leg) => leg.results)
          .filter(({ verdict, knownIssue }) => verdict === 'fail' && !knownIssue);
        expect(open).toEqual([]);
        expect(updatedIssues(report, written, { cases: terms.cases, strict: false })).toEqual(written);
      }),
      1000,
    );
  });
});
