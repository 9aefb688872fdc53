import { type Case, covers } from '../harness/case.ts';
import { type Revision, revisions } from '../harness/wire.ts';
import { cases } from '../suites/index.ts';
import { Checkout, wrongIn } from './spec-words.ts';

/** Prints what is wrong, by case; the exit code. */
function main([folder, ...only]: string[]): number {
  if (folder === undefined) {
    console.error('Usage: npm run spec:check -- <checkout of the specification> [case or suite …]');
    return 2;
  }
  const checkout = new Checkout(folder);
  const wanted = (id: string) => only.length === 0 || only.some((each) => id === each || id.startsWith(`${each}/`));
  let findings = 0;
  let places = 0;
  for (const [id, { rules }] of Object.entries<Case>(cases)) {
    if (!wanted(id)) continue;
    for (const rule of rules) {
      const byText = new Map<string, Revision[]>();
      for (const revision of revisions.filter((each) => covers(rule, each))) {
        places++;
        for (const what of wrongIn(rule, revision, checkout)) byText.set(what, [...(byText.get(what) ?? []), revision]);
      }
      for (const [what, where] of byText) {
        findings++;
        console.log(`suites/${id}.ts  ${rule.id} (${where.join(', ')}): ${what}`);
      }
    }
  }
  console.log(`${places} places in the text, ${findings === 0 ? 'nothing wrong' : `${findings} findings`}`);
  return findings === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
