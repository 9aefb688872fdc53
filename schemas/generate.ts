import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from './generation.ts';

const [folder, target = 'schemas/protocol'] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: npm run schemas -- <checkout of the specification> [folder to write to]');
  process.exitCode = 2;
} else {
  const files = await generate(folder);
  await mkdir(target, { recursive: true });
  for (const [name, text] of files) await writeFile(join(target, name), text);
  console.log(`Wrote ${files.size} files to ${target}.`);
}
