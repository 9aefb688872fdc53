#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const version = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
const argv = process.argv.slice(2);

// Answered without loading anything else, since scripts ask for it often.
if (argv[0] === '--version') process.stdout.write(`${version()}\n`);
else (await import('./cli/process.ts')).start(argv, version);
