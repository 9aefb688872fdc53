import { expect, it } from 'vitest';
import { privateHost } from '../../harness/formats/host.ts';

it.each([
  ['localhost', '.localhost'],
  ['LOCALHOST.', '.localhost'],
  ['a.b.invalid', '.invalid'],
  ['db.internal', '.internal'],
  ['printer.local', '.local'],
  ['tv.home.arpa', '.home.arpa'],
  ['intranet', 'a single label'],
  ['', 'no host'],
  ['127.0.0.1', 'address'],
  ['10.255.0.1', 'address'],
  ['172.31.255.255', 'address'],
  ['192.168.0.1', 'address'],
  ['169.254.1.1', 'address'],
  ['[::1]', 'address'],
  ['[fd12::1]', 'address'],
  ['[fe80::1]', 'address'],
  ['[::ffff:10.0.0.1]', 'address'],
])('%s cannot be reached from everywhere', (host, why) => {
  expect(privateHost(host)).toContain(why);
});

it.each([
  'example.com',
  'localhost.example.com',
  'invalid.org',
  '172.32.0.1',
  '8.8.8.8',
  '[2606:4700::1111]',
  'a.b.c.d',
  'münchen.de',
])('%s may be reached', (host) => {
  expect(privateHost(host)).toBeUndefined();
});
