// A server that tells its secrets, a variable and an option, on stderr in two pieces while others like it do the same, and then ends.
const option = process.argv[process.argv.indexOf('--token') + 1];
for (const [name, secret, wait] of [
  ['variable', process.env.API_TOKEN, 0],
  ['option', option, 250],
]) {
  const half = Math.floor(secret.length / 2);
  setTimeout(() => process.stderr.write(`${name} ${secret.slice(0, half)}`), wait);
  setTimeout(() => process.stderr.write(`${secret.slice(half)}\n`), wait + 200);
}
setTimeout(() => process.exit(4), 600);
