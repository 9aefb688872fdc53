// Stands between a client and a server that it launches: node recorder.mjs <folder> <command> <argument> …
// What the client sends goes to a file of this process in the folder, as it came. With $RECORDER_DELAY each answer comes that many
// milliseconds later.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, command, ...args] = process.argv.slice(2);
const log = join(folder, `${process.pid}.sent`);
const delay = Number(process.env.RECORDER_DELAY ?? 0);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.on('data', (chunk) => {
  appendFileSync(log, chunk);
  server.stdin.write(chunk);
});
process.stdin.on('end', () => server.stdin.end());
server.stdout.on('data', (chunk) => {
  if (delay > 0) setTimeout(() => process.stdout.write(chunk), delay);
  else process.stdout.write(chunk);
});
for (const stream of [server.stdin, process.stdout]) stream.on('error', () => {});
// The group is signalled as a whole; the server decides when it ends.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});
server.on('close', (code) => setTimeout(() => process.exit(code ?? 1), delay));
