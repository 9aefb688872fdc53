import { resolve } from 'node:path';
import type { Report } from '../report.ts';
import { toolName } from '../tool.ts';
import { readJson } from './json-file.ts';
import { schemaFault } from './schema-fault.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** The version of the report's schema that is read and written. */
const schemaVersion = 1;

/** Reads a report and checks it against its schema; throws WrongUsage where it is damaged or of a version that is not known. */
export async function readReport(path: string, cwd: string): Promise<Report> {
  const mend = 'name a file that --report json=<file> wrote';
  const value = await readJson(resolve(cwd, path), path, mend);
  const shown = quoted(path).slice(1, -1);
  const version =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>).schemaVersion : undefined;
  if (version === undefined || Array.isArray(value))
    throw new WrongUsage(`${shown} is no report of ${toolName}: it has no schemaVersion; ${mend}`);
  if (version !== schemaVersion) {
    const told = typeof version === 'number' ? String(version) : quoted(String(JSON.stringify(version)));
    const newer = typeof version === 'number' && version > schemaVersion;
    throw new WrongUsage(
      `${shown} has the schemaVersion ${told}, and only ${schemaVersion} is known here; ${newer ? `use a newer ${toolName}` : 'run the suite again'}`,
    );
  }
  const fault = await schemaFault('report', value, 'the report');
  if (fault !== undefined) throw new WrongUsage(`${shown} is damaged: ${fault}`);
  return value as Report;
}
