import { proveAll } from '../harness/prove.ts';

const at = process.argv.indexOf('--only');
const only = at < 0 ? undefined : process.argv[at + 1]?.split(',');
const proof = await proveAll({ ...(only && { only }) });
for (const gap of proof.gaps) console.log(gap);
console.log(`${proof.cases} cases, ${proof.mutants} mutants, ${proof.gaps.length} gaps, ${proof.durationMs} ms`);
process.exitCode = proof.gaps.length > 0 ? 1 : 0;
