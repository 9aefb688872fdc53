import { readFileSync } from 'node:fs';
import { isObject, type Revision, revisions } from '../harness/wire.ts';

/** One rule of the ledger of requirements, as far as the scripts look at it. */
export interface Row {
  id: string;
  revisions: Revision[];
  keyword: 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY' | 'SCHEMA';
  area: string;
  observable: 'yes' | 'partly' | 'no';
  /** What a breach of the rule counts as. */
  penalty: 'FAIL' | 'WARN' | 'INFO';
  /** Where the text stands, by revision: files of a checkout of the specification, each with an anchor. */
  source: Partial<Record<Revision, string[]>>;
}

const keywords = ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT', 'MAY', 'SCHEMA'];

/** The rows of a ledger that bind servers. Throws where the file is no ledger. */
export function readLedger(file: string): Row[] {
  const rows: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(rows)) throw new TypeError(`${file} holds no array of rules; give the file requirements.json`);
  return rows
    .filter((row) => !isObject(row) || row.party === 'server')
    .map((row, i) => asRow(row, `${file}, row ${i}`));
}

function asRow(row: unknown, where: string): Row {
  if (!isObject(row) || typeof row.id !== 'string') throw new TypeError(`${where} has no id`);
  const { id, keyword, area, observable, source = {}, verdict_on_violation: penalty } = row;
  const among = (member: string, value: unknown, allowed: readonly string[]) => {
    if (!allowed.includes(value as string))
      throw new TypeError(`${where}: ${member} of ${id} is ${JSON.stringify(value)}, not one of ${allowed.join(', ')}`);
  };
  among('keyword', keyword, keywords);
  among('observable', observable, ['yes', 'partly', 'no']);
  among('verdict_on_violation', penalty, ['FAIL', 'WARN', 'INFO']);
  for (const revision of row.revisions) among('revisions', revision, revisions);
  return { id, revisions: row.revisions, keyword, area, observable, penalty, source };
}
