// Loaded before the command line: says at its end what it held and what it left open.
import { writeFileSync } from 'node:fs';

const file = process.env.HOSTILE_WITNESS;
// What the command line launches is none of ours.
delete process.env.HOSTILE_WITNESS;
const prototypes = {
  Object: Object.prototype,
  Array: Array.prototype,
  String: String.prototype,
  Function: Function.prototype,
};
const membersOf = () =>
  Object.entries(prototypes).flatMap(([name, each]) => Reflect.ownKeys(each).map((key) => `${name}.${String(key)}`));
const before = new Set(membersOf());

process.on('exit', () => {
  const resources = process.getActiveResourcesInfo();
  // The streams of the process itself stay open until it is gone, and the request that has closed a file stays until it is collected.
  const own = [process.stdout, process.stderr].map(({ _handle }) => `${_handle?.constructor.name}Wrap`);
  for (const name of [...own, 'CloseReq']) if (resources.includes(name)) resources.splice(resources.indexOf(name), 1);
  const polluted = membersOf().filter((each) => !before.has(each));
  writeFileSync(file, JSON.stringify({ peakKiB: process.resourceUsage().maxRSS, resources, polluted }));
});
