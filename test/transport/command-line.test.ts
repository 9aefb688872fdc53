import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { splitCommand } from '../../harness/transport/command-line.ts';

const commands = [
  'node server.js',
  '  node\tserver.js\n',
  "node 'my server.js' --x='a b'",
  'node "my server.js" a"b"\'c\'d',
  'a "" \'\' b',
  'a "\\"" "\\\\" "\\n" "\\`" "\\$x" "it\'s"',
  "a '\\' '\"' 'a\"b'",
  'a \\  \\"x\\" my\\ server.js \\\\ \\n',
  'a b\\\nc "d\\\ne" \\\n f',
  'a x#y',
  'a \'a|b\' "a;b>c" \\& \\(',
  'grüße "世界" 🚀',
];

test.skipIf(process.platform === 'win32').each(commands)('%j is split as a shell does', (command) => {
  const shell = spawnSync('sh', ['-c', `printf '%s\\0' ${command.trim()}`], { encoding: 'utf8' });
  expect(splitCommand(command)).toEqual(shell.stdout.split('\0').slice(0, -1));
});

test('a bracket within a word is taken as it stands', () => {
  expect(splitCommand('node -e process.exit(1)')).toEqual(['node', '-e', 'process.exit(1)']);
});

test('nothing is expanded', () => {
  expect(splitCommand('a $HOME "$HOME" ~ *.js {port} {a,b}')).toEqual([
    'a',
    '$HOME',
    '$HOME',
    '~',
    '*.js',
    '{port}',
    '{a,b}',
  ]);
});

test.each([
  ["node 'a", "a ' that is not closed"],
  ['node "a', 'a " that is not closed'],
  ['node "a\\', 'a " that is not closed'],
  ['node a\\', 'backslash'],
  ['', 'names no program'],
  ['  ', 'names no program'],
  ["'' a", 'names no program'],
  ['PORT=3 node a', '--env PORT=3'],
  ['a | b', "has | outside quotes, but no shell is used; quote it if it belongs to an argument ('|'), or name a shell"],
  ['a && b', 'has &'],
  ['a; b', 'has ;'],
  ['a > f', 'has >'],
  ['a < f', 'has <'],
  ['a `b`', 'has `'],
  ['a $(b)', 'has $('],
])('%j is refused: %s', (command, why) => {
  expect(() => splitCommand(command)).toThrow(why);
});
