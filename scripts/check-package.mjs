// Packs the project, installs the package in an empty folder, and runs it there; prints the packages and the size that it brings, and
// fails where that, or the traffic of the run, is above budget.json.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleSize, bytesIn, overBudget, traffic } from './budget.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mcp-resource-conformance-package-'));
const run = (cwd, command, ...args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}\n${stdout}${stderr}`);
  return stdout;
};

try {
  const [{ filename, size: packedBytes, entryCount: files }] = JSON.parse(
    run('.', 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder),
  );
  writeFileSync(join(folder, 'package.json'), '{ "name": "elsewhere", "version": "1.0.0", "private": true }');
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', join(folder, filename));
  const installed = Object.keys(JSON.parse(run(folder, 'npm', 'ls', '--all', '--json')).dependencies);
  const place = join(folder, 'node_modules/mcp-resource-conformance');
  const version = run(folder, 'npx', '--no-install', 'mcp-resource-conformance', '--version').trim();
  const server = `${process.execPath} ${join(place, 'dist/reference.js')}`;
  run(
    folder,
    'npx',
    '--no-install',
    'mcp-resource-conformance',
    '--quiet',
    '--stdio',
    server,
    '--report',
    'html=report.html',
    '--report',
    'json=report.json',
  );
  const types =
    "import { runConformance, type Report } from 'mcp-resource-conformance';\nexport const run = (): Promise<Report> => runConformance({ target: { url: 'http://127.0.0.1:1' } });\n";
  writeFileSync(join(folder, 'use.mts'), types);
  const compilerOptions = {
    ...{ noEmit: true, strict: true, module: 'nodenext', target: 'es2023', types: ['node'] },
    typeRoots: [resolve('node_modules/@types')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.mts'] }));
  run('.', process.execPath, 'node_modules/typescript/bin/tsc', '-p', folder);
  const figures = {
    packages: installed.length,
    files,
    packedBytes,
    installedBytes: bytesIn(place),
    ...bundleSize(join(place, 'dist')),
    ...traffic(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))),
  };
  console.log(`version ${version}\n${JSON.stringify(figures, null, 2)}`);
  for (const fault of overBudget(figures)) {
    console.error(`over budget: ${fault}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
