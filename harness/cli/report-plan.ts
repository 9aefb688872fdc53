import { accessSync, constants, statSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, resolve } from 'node:path';
import { didYouMean, oneOf } from './nearest.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** One report to write: to a file, or else to stdout. */
export interface PlannedReport<Format extends string = string> {
  format: Format;
  /** Absolute. */
  file: string | undefined;
  /** Goes after what the file holds already: others write to it too. */
  append?: boolean;
  /** Nobody asked for it by name, so that it may fail. */
  byDefault?: boolean;
}

/** The summary of a job on GitHub Actions, to which a report in Markdown goes where none was asked for by name. */
export function summaryReport<Format extends string>(
  planned: readonly PlannedReport<Format>[],
  formats: readonly Format[],
  env: Readonly<Record<string, string | undefined>>,
): PlannedReport<Format>[] {
  const file = env.GITHUB_ACTIONS === 'true' ? env.GITHUB_STEP_SUMMARY : undefined;
  const format = formats.find((each) => each === 'markdown');
  if (!file || !format || !isAbsolute(file)) return [...planned];
  if (!planned.some((report) => report.format === format))
    return [...planned, { format, file, append: true, byDefault: true }];
  return planned.map((report) => (report.file === file ? { ...report, append: true } : report));
}

/** What `--report` asks for, checked before the server is started; the terminal is the default where none goes to stdout. */
export function planReports<Format extends string>(
  given: readonly string[],
  formats: readonly Format[],
  cwd: string,
): PlannedReport<Format>[] {
  const planned = given.map((text) => readReport(text, formats, cwd));
  const toStdout = planned.filter(({ file }) => file === undefined);
  if (toStdout.length > 1) {
    const names = toStdout.map(({ format }) => format).join(' and ');
    throw new WrongUsage(
      `two reports for stdout, ${names}; give all but one a file, as in --report ${toStdout[1]!.format}=<file>`,
    );
  }
  for (const [index, { file }] of planned.entries()) {
    if (file !== undefined && planned.findIndex((other) => other.file === file) < index) {
      throw new WrongUsage(`two reports for the file ${quoted(file)}; give each a file of its own`);
    }
  }
  const terminal = formats.find((format) => format === 'terminal');
  return toStdout.length === 0 && terminal ? [...planned, { format: terminal, file: undefined }] : planned;
}

function readReport<Format extends string>(
  text: string,
  formats: readonly Format[],
  cwd: string,
): PlannedReport<Format> {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const format = formats.find((each) => each === name);
  if (!format) {
    const near = didYouMean(name, formats, 1);
    throw new WrongUsage(
      `unknown report format ${quoted(name)}, allowed are ${oneOf(formats)}${near || '; write --report <format>=<file>'}`,
    );
  }
  const path = at < 0 ? '-' : text.slice(at + 1);
  if (path === '') throw new WrongUsage(`--report ${format}= names no file; write --report ${format}=<file>`);
  if (format === 'badge' && path !== '-' && !['.svg', '.json'].includes(extname(path).toLowerCase()))
    throw new WrongUsage(`a badge is a file named .svg or .json, got ${quoted(path)}; write --report badge=badge.svg`);
  return { format, file: path === '-' ? undefined : writable(resolve(cwd, path), path) };
}

/** A file that can be written, as far as can be told before; throws WrongUsage where it cannot. `what` names it. */
export function writable(file: string, shown: string, what = 'report'): string {
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new WrongUsage(
      `the ${what} ${quoted(shown)} needs a folder that is not there, ${quoted(folder)}; make it first`,
    );
  }
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new WrongUsage(`the ${what} ${quoted(shown)} is a folder; name a file in it`);
  try {
    accessSync(there ? file : folder, constants.W_OK);
  } catch {
    throw new WrongUsage(`the ${what} ${quoted(shown)} cannot be written, no permission; name a file elsewhere`);
  }
  return file;
}

/** Writes a text to its file, or after what the file holds; `what` names it. */
export async function saveText(file: string, text: string, { append = false, what = 'report' } = {}): Promise<void> {
  try {
    await (append ? appendFile : writeFile)(file, text);
  } catch (error) {
    throw new Error(
      `the ${what} ${quoted(file)} could not be written (${(error as NodeJS.ErrnoException).code ?? 'unknown cause'})`,
    );
  }
}
