// A bare client over pipes: node replay-pipe.mjs <script.json> [--parse]
// Sends what a run has sent, each message when the answers that the run had by then are there; reads lines, and parses them if asked to.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pacer, pool } from './pace.mjs';

const [file, parse] = process.argv.slice(2);
const { legs, atOnce } = JSON.parse(readFileSync(file, 'utf8'));
let stalls = 0;
let bytes = 0;

/** Counts the lines of a stream, or hands each one to JSON.parse. */
function reader(onLine) {
  let rest = [];
  return (chunk) => {
    bytes += chunk.length;
    let start = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
      if (parse) {
        const last = chunk.subarray(start, at);
        const line = rest.length > 0 ? Buffer.concat([...rest, last]) : last;
        rest = [];
        JSON.parse(line.toString());
      }
      start = at + 1;
      onLine();
    }
    if (parse && start < chunk.length) rest.push(chunk.subarray(start));
  };
}

async function play({ processes, steps }) {
  const pace = pacer();
  const children = [];
  const gone = [];
  const counts = processes.map(() => 0);
  for (const [kind, number, value] of steps) {
    if (kind === 'wait') {
      if (counts[number] < value && !(await pace.until(() => counts[number] >= value))) stalls++;
    } else if (kind === 'spawn') {
      const [command, ...args] = processes[number];
      const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
      children[number] = child;
      gone.push(new Promise((resolve) => child.once('exit', resolve)));
      child.stdin.on('error', () => {});
      child.stdout.on(
        'data',
        reader(() => {
          counts[number]++;
          pace.look();
        }),
      );
    } else if (kind === 'signal') children[number].kill(value);
    else if (kind === 'write') children[number].stdin.write(Buffer.from(value, 'latin1'));
    else children[number].stdin.end();
  }
  await Promise.all(gone);
  pace.end();
}

await pool(legs, atOnce, play);
console.log(JSON.stringify({ stalls, bytes }));
