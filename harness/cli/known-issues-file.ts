import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible, visibleJson } from '../../reports/escape.ts';
import { unexplained, updatedIssues, withKnownIssues } from '../known-issues.ts';
import type { KnownIssue, Report } from '../report.ts';
import type { RunOptions } from '../run-options.ts';
import type { Parsed } from './arguments.ts';
import { readJson } from './json-file.ts';
import type { Parts } from './parts.ts';
import { saveText, writable } from './report-plan.ts';
import { schemaFault } from './schema-fault.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** Where a file of ours finds its schema, in a project that has this package among its dependencies. */
const schemaPlace = './node_modules/mcp-resource-conformance/schemas/known-issues.schema.json';

const what = 'file of known issues';

/** The known issues of one run. */
export interface KnownIssuesPlan {
  /** Those of the config. */
  configured: KnownIssue[];
  /** Those of the file. */
  filed: KnownIssue[];
  /** Where to write what fails today; undefined where it was not asked for. */
  write: { file: string; shown: string; schema: string } | undefined;
}

/** What `--known-issues` and `--write-known-issues` ask for, checked before the server is started. */
export async function planKnownIssues(
  { values }: Parsed,
  configured: KnownIssue[] | undefined,
  cwd: string,
): Promise<KnownIssuesPlan> {
  const named = values.get('known-issues')?.[0];
  const writes = values.has('write-known-issues');
  if (named === undefined) {
    if (writes)
      throw new WrongUsage(
        '--write-known-issues needs to know where; name the file by --known-issues <file> beside it',
      );
    return { configured: configured ?? [], filed: [], write: undefined };
  }
  const file = resolve(cwd, named);
  if (writes) writable(file, named, what);
  const content = writes && !existsSync(file) ? undefined : await readIssues(file, named);
  return {
    configured: configured ?? [],
    filed: content?.knownIssues ?? [],
    write: writes ? { file, shown: named, schema: content?.$schema ?? schemaPlace } : undefined,
  };
}

interface IssuesFile {
  $schema?: string;
  knownIssues: KnownIssue[];
}

async function readIssues(file: string, shown: string): Promise<IssuesFile> {
  const value = await readJson(
    file,
    shown,
    'name a file by --known-issues <file>, or let --write-known-issues make it',
  );
  const fault = await schemaFault('known-issues', value, 'the file');
  if (fault !== undefined) throw new WrongUsage(`${quoted(shown).slice(1, -1)}: ${fault}`);
  return value as IssuesFile;
}

/**
 * Where it was asked for, writes the file of known issues as this report needs it, and answers the report as that file makes it; undefined
 * where the run did not come to its end. The report is one without secrets.
 */
export async function rewriteIssues(
  found: Report,
  { configured, filed, write }: KnownIssuesPlan,
  options: RunOptions,
  parts: Parts,
): Promise<{ report: Report; note: string } | undefined> {
  if (!write || found.headline === 'could not run') return undefined;
  const terms = { cases: Object.keys((await parts.cases()).cases), demanded: options.revisions !== undefined };
  const known = updatedIssues(withKnownIssues(found, configured, terms), filed, {
    cases: terms.cases,
    strict: options.strict === true,
  });
  await saveIssues(write, known);
  const open = known.filter(({ why }) => why === unexplained).length;
  return {
    report: withKnownIssues(found, [...configured, ...known], terms),
    note: `wrote ${known.length} known issue${known.length === 1 ? '' : 's'} to ${visible(write.shown)}${open > 0 ? `; say why in the ${open} that ${open === 1 ? 'is' : 'are'} not explained yet` : ''}`,
  };
}

/** Writes the file of known issues; members in a fixed order, so that a diff shows what changed. */
async function saveIssues({ file, schema }: { file: string; schema: string }, issues: readonly KnownIssue[]) {
  const knownIssues = issues.map(({ case: id, revisions, says, why, issue }) => ({
    case: id,
    ...(revisions && { revisions }),
    says,
    why,
    ...(issue !== undefined && { issue }),
  }));
  const text = visibleJson(JSON.stringify({ $schema: schema, knownIssues }, null, 2));
  await saveText(file, `${text}\n`, { what });
}
