// Loaded before the command line (node --import watch.mjs …): writes down what this process does to the world outside, as a line of
// JSON each in $WATCH_LOG, and refuses to look up any name but those of this machine.
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const append = fs.appendFileSync;
const log = process.env.WATCH_LOG;
let noting = false;
const note = (what) => {
  // To write it down is none of it.
  if (noting) return;
  noting = true;
  append(log, `${JSON.stringify(what)}\n`);
  noting = false;
};
// What the process starts is watched for itself: its children do not inherit this.
delete process.env.WATCH_LOG;

/** Has each call of some functions noted first. */
function tell(holder, names, kind, told = (args) => args[0]) {
  for (const name of names) {
    const original = holder[name];
    if (typeof original !== 'function') continue;
    holder[name] = function (...args) {
      note({ kind, name, what: told(args) });
      return original.apply(this, args);
    };
  }
}

const command = ([file, args]) => [file, ...(Array.isArray(args) ? args : [])];
tell(childProcess, ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'], 'command', command);
// Below all of them, for whoever holds them already.
tell(childProcess.ChildProcess.prototype, ['spawn'], 'process', ([{ args }]) => args);

const path = (args) => String(args[0]);
const writes = ['appendFile', 'cp', 'mkdir', 'mkdtemp', 'rename', 'truncate', 'writeFile'];
const sync = (names) => names.map((name) => `${name}Sync`);
for (const holder of [fs, fs.promises]) {
  tell(holder, [...writes, ...sync(writes)], 'write', path);
  tell(holder, ['copyFile', 'copyFileSync'], 'write', (args) => String(args[1]));
  tell(holder, ['symlink', 'symlinkSync', 'link', 'linkSync'], 'link', (args) => String(args[1]));
  tell(holder, ['rm', 'rmSync', 'rmdir', 'rmdirSync', 'unlink', 'unlinkSync'], 'remove', path);
  tell(holder, ['open', 'openSync'], 'open', (args) => [String(args[0]), args[1]]);
}

tell(net.Socket.prototype, ['connect'], 'connect', (args) => {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  return typeof first === 'object' ? { host: first.host ?? first.path, port: first.port } : first;
});
tell(dgram.Socket.prototype, ['send', 'connect'], 'datagram', () => '');

const here = new Set(['localhost', '127.0.0.1', '::1', undefined, null, '']);
const block = (holder) => {
  for (const name of Object.keys(holder).filter((each) => /^(?:lookup|resolve|reverse)/.test(each))) {
    const original = holder[name];
    if (typeof original !== 'function') continue;
    holder[name] = function (host, ...rest) {
      if (here.has(host)) return original.call(this, host, ...rest);
      note({ kind: 'lookup', name, what: host });
      throw new Error(`no name is looked up here, got ${host}`);
    };
  }
};
block(dns);
block(dns.promises);
block(dns.Resolver.prototype);
syncBuiltinESMExports();
