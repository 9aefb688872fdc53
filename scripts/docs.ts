// Writes the generated pages of docs/: npm run docs
import { readFileSync, writeFileSync } from 'node:fs';
import configSchema from '../schemas/config.schema.json' with { type: 'json' };
import { cases } from '../suites/index.ts';
import { notObservable } from '../suites/not-observable.ts';
import { configTables, type Schema, withTables } from './docs-config.ts';
import { casesPage, notJudgedPage } from './docs-pages.ts';

const config = 'docs/config.md';
writeFileSync('docs/cases.md', casesPage(cases));
writeFileSync('docs/not-judged.md', notJudgedPage(notObservable));
writeFileSync(
  config,
  withTables(readFileSync(config, 'utf8'), configTables(configSchema as Schema & typeof configSchema as any)),
);
console.log('wrote docs/cases.md, docs/not-judged.md and docs/config.md');
