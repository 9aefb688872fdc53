import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Report } from '../harness/report.ts';
import { allSaid, type Digest, digestOf, readDigest, writeDigest } from './digest.ts';
import { install, installedVersion, missingFor } from './install.ts';
import { about, explainsItself, readExplanations, readJudgements } from './judgements.ts';
import { type Entry, folderOf, type Manifest, readManifest, type Way, ways } from './manifest.ts';
import { type Field, page } from './page.ts';
import { sideBySide } from './side-by-side.ts';
import { copySuite, judge, type Suite } from './suite.ts';

const usage =
  'Usage: npm run field [-- name …] [--list] [--page] [--update]\n' +
  'Installs what is missing, judges the implementations over both transports, and writes field/results and docs/field.md.\n' +
  '  --list    names the implementations, and what each needs that is not here\n' +
  '  --page    writes the pages from the results and the judgements, and runs nothing\n' +
  '  --update  installs anew what has been installed already';

/** Runs one implementation over one transport; undefined where that did not come to a report. */
async function over(suite: Suite, name: string, entry: Entry, way: Way): Promise<Report | undefined> {
  const begun = performance.now();
  const report = await judge(suite, name, entry, way);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  if (typeof report === 'string') {
    console.error(`${name} over ${way}: could not be judged, ${report}`);
    return undefined;
  }
  const { pass, fail, warn, untested, error } = report.summary;
  const counts = `${pass} pass, ${fail} fail, ${warn} warn, ${untested} untested${error > 0 ? `, ${error} ERROR` : ''}`;
  console.log(`${name} over ${way}: ${report.headline}; ${counts}; ${seconds} s`);
  return report;
}

/** Installs and judges one implementation, and writes its digest; whether all went well. */
async function runOne(suite: Suite, name: string, entry: Entry, anew: boolean): Promise<boolean> {
  install(name, entry, anew);
  const suiteVersion = JSON.parse(readFileSync('package.json', 'utf8')).version;
  const digest: Digest = { name, version: installedVersion(name, entry), suite: suiteVersion, stdio: null, http: null };
  for (const way of ways) {
    if (!entry[way]) continue;
    const report = await over(suite, name, entry, way);
    if (!report || report.summary.error > 0) return false;
    digest[way] = digestOf(report, folderOf(name));
  }
  writeDigest(digest);
  return true;
}

/** Writes the pages, and says what in them waits for somebody's judgement. */
function writePages(manifest: Manifest): void {
  const digests = Object.keys(manifest).flatMap((name) => readDigest(name) ?? []);
  const beside = readFileSync('field/official-suite/comparison.md', 'utf8');
  const field: Field = { manifest, digests, judgements: readJudgements(), explanations: readExplanations(), beside };
  writeFileSync('docs/field.md', page(field));
  writeFileSync('field/results/index.html', sideBySide(field));
  for (const digest of digests) {
    for (const said of allSaid(digest, 'findings'))
      if (!about(field.judgements, said))
        console.log(`not judged: ${digest.name} ${said.over} ${said.case}: ${said.says}`);
    for (const said of allSaid(digest, 'untested'))
      if (!explainsItself(said) && !about(field.explanations, said))
        console.log(`not explained: ${digest.name} ${said.over} ${said.case}: ${said.says}`);
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'boolean' }, page: { type: 'boolean' }, update: { type: 'boolean' } },
  });
  const manifest = readManifest();
  const names = positionals.length > 0 ? positionals : Object.keys(manifest);
  for (const name of names)
    if (!manifest[name]) throw new Error(`no implementation "${name}"; there are ${Object.keys(manifest).join(', ')}`);
  if (values.list) {
    for (const name of names) {
      const missing = missingFor(manifest[name]!);
      console.log(`${name}: ${manifest[name]!.title}${missing ? ` (needs ${missing}, which is not here)` : ''}`);
    }
    return 0;
  }
  let failed = 0;
  if (!values.page) {
    const begun = performance.now();
    const suite = copySuite();
    try {
      for (const name of names) {
        const missing = missingFor(manifest[name]!);
        if (missing) console.log(`${name}: skipped, for ${missing} is not here`);
        else if (!(await runOne(suite, name, manifest[name]!, values.update ?? false))) failed++;
      }
    } finally {
      suite.end();
    }
    console.log(`${names.length} implementations in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
  writePages(manifest);
  return failed > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exitCode = 2;
}
