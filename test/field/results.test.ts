import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allSaid, type Digest, readDigest } from '../../field/digest.ts';
import { about, explainsItself, judgementFault, readExplanations, readJudgements } from '../../field/judgements.ts';
import { readManifest, ways } from '../../field/manifest.ts';
import { page } from '../../field/page.ts';
import { sideBySide } from '../../field/side-by-side.ts';
import { cases } from '../../suites/index.ts';

const manifest = readManifest();
const names = Object.keys(manifest);
const digests = names.flatMap((name) => readDigest(name) ?? []);
const judgements = readJudgements();
const explanations = readExplanations();
const findings = digests.flatMap((digest) => allSaid(digest, 'findings'));
const untested = digests.flatMap((digest) => allSaid(digest, 'untested'));

describe('the results of the field', () => {
  it('are there for each implementation, and for no other', () => {
    const files = readdirSync('field/results').filter((file) => file.endsWith('.json'));
    expect(files.map((file) => file.replace('.json', '')).sort()).toEqual([...names].sort());
    expect(names.length).toBeGreaterThan(0);
  });

  it.each(digests.map((digest) => [digest.name, digest] as const))(
    '%s was judged as the manifest says',
    (name, digest) => {
      const entry = manifest[name]!;
      expect(digest.name).toBe(name);
      expect(digest.version).toMatch(/\d/);
      for (const way of ways) {
        expect(digest[way] === null, way).toBe(entry[way] === null);
        const found = digest[way];
        if (!found) continue;
        expect(found.headline).not.toBe('could not run');
        expect(found.summary.error).toBe(0);
        expect(found.revisions.length).toBeGreaterThan(0);
        expect(found.summary).toEqual(counted(digest, way));
      }
    },
  );

  it.each(names)('%s brings a lock of what it installs', (name) => {
    const { install } = manifest[name]!;
    const locks = ['package-lock.json', 'requirements.txt', 'go.sum', 'Cargo.lock', 'pom.xml', 'packages.lock.json'];
    const has = locks.filter((file) => existsSync(`field/servers/${name}/${file}`));
    expect(has.length > 0).toBe(install.length > 0);
  });

  it('tell nothing of the machine and of the hour', () => {
    for (const name of names) {
      const text = readFileSync(`field/results/${name}.json`, 'utf8');
      expect(text, name).not.toMatch(/\/(work|home|root|tmp|Users)\/|\b20\d\d-\d\d-\d\dT\d\d:/);
    }
  });
});

describe('each finding in the field', () => {
  it('has a judgement', () => {
    const open = findings.filter((said) => !about(judgements, said));
    expect(open.map(({ name, over, case: id, says }) => `${name} ${over} ${id}: ${says}`)).toEqual([]);
  });

  it('or what stays untested has its reason, unless a finding is the reason', () => {
    const open = untested.filter((said) => !explainsItself(said) && !about(explanations, said));
    expect(open.map(({ name, over, case: id, says }) => `${name} ${over} ${id}: ${says}`)).toEqual([]);
    for (const { says } of untested.filter(explainsItself))
      expect(Object.keys(cases)).toContain(/^blocked by ([^:]+):/.exec(says)?.[1]);
  });

  it('is judged by a sentence that binds it', () => {
    expect(judgements.flatMap((judgement) => judgementFault(judgement) ?? [])).toEqual([]);
  });

  it('is what each judgement and each reason is about: none is left over', () => {
    const left = (entries: readonly { case: string; says?: string; on?: string[] }[], said: typeof findings) =>
      entries.filter((entry) => {
        const its = said.filter((each) => about(entries, each) === entry);
        return its.length === 0 || (entry.on ?? []).some((name) => !its.some((each) => each.name === name));
      });
    expect(left(judgements, findings)).toEqual([]);
    expect(left(explanations, untested)).toEqual([]);
  });
});

describe('the pages of the field', () => {
  const beside = readFileSync('field/official-suite/comparison.md', 'utf8');
  const field = { manifest, digests, judgements, explanations, beside };

  it('are in step with the results and the judgements; if not, npm run field -- --page', () => {
    expect(readFileSync('docs/field.md', 'utf8')).toBe(page(field));
    expect(readFileSync('field/results/index.html', 'utf8')).toBe(sideBySide(field));
  });

  it('tell of each implementation, and of each finding', () => {
    const text = page(field);
    for (const { name, version } of digests)
      expect(text).toMatch(new RegExp(`\\| ${name} \\|.* ${version.replaceAll('.', '\\.')} \\|`));
    for (const id of new Set(findings.map((said) => said.case))) expect(text).toContain(`\n### ${id}\n`);
  });
});

/** The summary that the letters of a digest give. */
function counted(digest: Digest, way: (typeof ways)[number]) {
  const all = Object.values(digest[way]!.verdicts).join('');
  const count = (letter: string) => all.split(letter).length - 1;
  return {
    pass: count('p'),
    fail: count('F'),
    warn: count('w'),
    untested: count('u'),
    notApplicable: count('n'),
    error: count('E'),
  };
}
