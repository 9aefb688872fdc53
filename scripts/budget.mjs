// Holds what a package and a run cost, in sizes and counts, against budget.json. Times are no part of it: they differ by the machine.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How many bytes the files of a folder have, or those of them whose path fits. */
export function bytesIn(folder, fits = /./) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && fits.test(join(entry.parentPath, entry.name)))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** How many bytes of JavaScript a build has, and how many of them are loaded to tell the version. */
export const bundleSize = (dist) => ({
  bundleBytes: bytesIn(dist, /\.js$/),
  versionBytes: statSync(join(dist, 'cli.js')).size,
});

/** How many connections a run has opened, each a process over stdio, and how many messages it has sent. */
export function traffic(report) {
  let connections = 0;
  let messages = 0;
  for (const { transcript } of report.legs) {
    // What one leg has asked for all stands in the transcripts of the others as a copy.
    const copied = new Set(
      transcript.filter(({ text }) => text?.startsWith('asked in the leg of')).map(({ session }) => session),
    );
    const sent = transcript.filter(({ direction, session }) => direction === 'out' && !copied.has(session));
    connections += new Set(sent.map(({ session }) => session)).size;
    messages += sent.length;
  }
  return { connections, messages };
}

/** What exceeds the budget, in words; a figure that has no budget is a fault as well. */
export function overBudget(figures, budget = readBudget()) {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const most = budget[name];
    if (typeof most !== 'number') return [`${name} has no budget: it is ${figure}; add it to budget.json`];
    if (figure <= most) return [];
    return [
      `${name} is ${figure}, and the budget is ${most}; take something out, or raise it in budget.json and say why`,
    ];
  });
}

/** The budget of the project in whose root this runs. */
export const readBudget = () => JSON.parse(readFileSync('budget.json', 'utf8'));
