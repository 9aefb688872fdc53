// Installs the package beside each major version of Vitest that it supports, and runs its tests on a good and on a bad server.
//   node scripts/check-vitest.mjs [3 4 5]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const majors = process.argv.length > 2 ? process.argv.slice(2) : ['3', '4', '5'];
const work = mkdtempSync(join(tmpdir(), 'mcp-resource-conformance-vitest-'));

function run(cwd, allowed, command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (!allowed.includes(status))
    throw new Error(`${command} ${args.join(' ')} exited with ${status}\n${stdout}${stderr}`);
  return stdout;
}

function check(holds, words) {
  if (!holds) throw new Error(words);
}

const testFile = (fault) => `
import { describeConformance } from 'mcp-resource-conformance/vitest';
const server = ['node', './node_modules/mcp-resource-conformance/dist/reference.js', ${fault}];
describeConformance({ stdio: server.filter(Boolean) }, { only: ['read', 'not-found', 'stdio/only-messages'], name: 'the server' });
`;

try {
  const [{ filename }] = JSON.parse(
    run('.', [0], 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', work),
  );
  for (const major of majors) {
    const folder = mkdtempSync(join(work, `v${major}-`));
    writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
    run(folder, [0], 'npm', 'install', '--no-audit', '--no-fund', `vitest@${major}`, join(work, filename));
    writeFileSync(join(folder, 'good.test.js'), testFile("''"));
    writeFileSync(join(folder, 'bad.test.js'), testFile("'--fault=stdio-banner'"));
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/vitest/package.json'), 'utf8'));
    for (const pool of ['forks', 'threads']) {
      const out = resolve(folder, `${pool}.json`);
      run(
        folder,
        [1],
        'npx',
        '--no-install',
        'vitest',
        'run',
        `--pool=${pool}`,
        '--reporter=json',
        `--outputFile=${out}`,
      );
      const files = JSON.parse(readFileSync(out, 'utf8')).testResults;
      const of = (name) => files.find((file) => file.name.endsWith(name)).assertionResults;
      const failed = (name) => of(name).filter(({ status }) => status === 'failed');
      const passed = of('good.test.js').filter(({ status }) => status === 'passed').length;
      check(
        failed('good.test.js').length === 0,
        `vitest ${version}: the good server fails: ${JSON.stringify(failed('good.test.js')[0])}`,
      );
      check(passed > 20, `vitest ${version}: only ${passed} tests passed on the good server`);
      check(failed('bad.test.js').length > 0, `vitest ${version}: no test fails on the bad server`);
      const words = failed('bad.test.js').map(
        ({ title, failureMessages }) => `${title}\n${failureMessages.join('\n')}`,
      );
      check(
        words.some((each) => each.includes('stdio/only-messages')),
        `vitest ${version}: other tests fail: ${words}`,
      );
      console.log(
        `vitest ${version}, ${pool}: ${passed} passed on the good server, ${words.length} failed on the bad one`,
      );
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
