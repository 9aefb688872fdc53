// Loaded into a process by `node --import`: at its end it writes down what it has used itself, without its servers.
import { readFileSync, writeFileSync } from 'node:fs';

/** The most memory that was resident, in bytes; what the system counts as such may hold the parent's, where /proc does not tell. */
function peak() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ cpuMs: (user + system) / 1000, peakBytes: peak() }));
});
