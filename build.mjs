// Bundles the command line, the library and the reference server into dist/, with types and licences.
//   node build.mjs                the whole build, into dist/ (or `--out <folder>`)
//   node build.mjs --index        writes suites/index.ts only
//   node build.mjs <file> …       bundles one script of the project and runs it with the arguments that follow
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { writeIndex } from './scripts/case-index.mjs';
import { compiledSchemas } from './scripts/compiled-schemas.mjs';

/** Bundles entries (name to file) into a folder; what is imported lazily stays a chunk of its own. Answers the modules used. */
async function bundle(input, dir, external) {
  const build = await rolldown({
    input,
    platform: 'node',
    external,
    plugins: [compiledSchemas()],
    // What the plugin does takes its time, and only once.
    checks: { pluginTimings: false },
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await build.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** Writes the licences of the packages whose code the bundle holds. */
function writeLicences(modules, out) {
  const roots = new Set(
    modules
      .map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/'))?.[0])
      .filter(Boolean),
  );
  const texts = [...roots].sort().map((root) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const file = readdirSync(root).find((each) => /^licen[cs]e/i.test(each));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(root, file), 'utf8').trim() : ''}\n`;
  });
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Puts the folder that the reference server serves beside the bundle, where the server looks for it. */
function shipFiles(out) {
  cpSync('harness/reference/served', join(out, 'served'), { recursive: true });
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--index') writeIndex();
else if (first && first !== '--out') {
  const folder = mkdtempSync(resolve('node_modules/.script-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundle({ script: first }, folder, (id) => isBuiltin(id) || !/^[./]/.test(id));
  shipFiles(folder);
  process.argv = [process.argv[0], resolve(first), ...rest];
  await import(pathToFileURL(join(folder, 'script.js')).href);
} else {
  const out = first === '--out' ? resolve(rest[0] ?? 'dist') : resolve('dist');
  writeIndex();
  rmSync(out, { recursive: true, force: true });
  const entries = {
    cli: 'harness/cli.ts',
    index: 'harness/index.ts',
    reference: 'harness/reference/main.ts',
    vitest: 'harness/vitest.ts',
  };
  // Tests register with the Vitest that runs them: one of our own would be another.
  writeLicences(await bundle(entries, out, (id) => isBuiltin(id) || id === 'vitest'), out);
  shipFiles(out);
  const tsc = join(dirname(new URL(import.meta.resolve('typescript/package.json')).pathname), 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--outDir', join(out, 'types')], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
