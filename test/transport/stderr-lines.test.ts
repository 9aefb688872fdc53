// What several processes write to their stderr is mixed later: a half of a secret could not be known there any more.
import { expect, test } from 'vitest';
import { pieceMasker } from '../../harness/mask-pieces.ts';
import { StderrAllowance } from '../../harness/transport/allowance.ts';

const secret = 'Sup3rS3cretTok3n';

/** Writes the pieces as a process would; answers what is told before and after its end. */
function told(pieces: (string | Buffer)[], secrets: string[] = [secret], limit?: number) {
  const texts: string[] = [];
  const take = (event: { type: string; text?: string }) => texts.push(event.text!);
  const stderr = new StderrAllowance(take as never, pieceMasker(secrets), limit);
  for (const piece of pieces) stderr.push(Buffer.from(piece as string));
  const before = [...texts];
  stderr.finish();
  return { before, texts };
}

test('a line that comes in pieces is told when it is whole, and masked', () => {
  expect(told(['token Sup3rS3cr', 'etTok3n\nand', ' more\n']).before).toEqual(['token ••••\n', 'and more\n']);
});

test('several lines are told as they came', () => {
  expect(told(['one\r\ntwo\n\nthree\n']).before).toEqual(['one\r\ntwo\n\nthree\n']);
});

test('what has no end is told, masked and with an end, when the process ends', () => {
  const { before, texts } = told(['ready', ` ${secret} `, 'Sup3rS3cre']);
  expect(before).toEqual([]);
  expect(texts).toEqual(['ready •••• ••••\n']);
});

test('a character in two pieces is whole', () => {
  const [first, second] = [Buffer.from('世').subarray(0, 1), Buffer.from('世\n').subarray(1)];
  expect(told([first, second]).texts).toEqual(['世\n']);
});

test('a line too long to wait for is cut where no secret stands, wherever in it that is', () => {
  const spelled = [secret, Buffer.from(`it is ${secret}!`).toString('base64')];
  for (const each of spelled)
    for (let before = 8192 - each.length - 2; before <= 8194; before++) {
      const line = `${'.'.repeat(before)}${each}${'.'.repeat(5000)}`;
      const { before: early, texts } = told([line.slice(0, 8200), line.slice(8200)]);
      expect(early).toHaveLength(1);
      expect(early[0]!.length).toBeGreaterThan(8000);
      const rest = texts.join('').replaceAll('\n', '');
      expect(rest).toContain('••••');
      expect(Buffer.from(rest.replace(/[.•]/g, ''), 'base64').toString()).not.toMatch(/3rS|Tok|cret/);
      expect(rest).not.toMatch(/Sup|3rS|Tok|k3n/);
    }
});

test('a secret longer than a piece is masked whole', () => {
  const long = Array.from({ length: 3000 }, (_, at) => `${at}`).join('-');
  const { texts } = told([`key ${long} end\n`, `key ${long.slice(0, 9000)}`, `${long.slice(9000)} end\n`], [long]);
  expect(texts.join('')).toMatch(/^(?:key [•\n]+ end\n){2}$/);
});

test('two streams of one process are told apart', () => {
  const texts: string[] = [];
  const stderr = new StderrAllowance((event) => texts.push((event as { text: string }).text), pieceMasker([secret]));
  stderr.push(Buffer.from('a Sup3rS3c'), 1);
  stderr.push(Buffer.from('b Sup3rS3c'), 2);
  stderr.push(Buffer.from('retTok3n\n'), 1);
  stderr.push(Buffer.from('retTok3n\n'), 2);
  expect(texts).toEqual(['a ••••\n', 'b ••••\n']);
});

test('what is over the limit halves no secret', () => {
  for (let limit = 5; limit < 25; limit++) {
    const { texts } = told([`say ${secret} and so on\n`, secret], [secret], limit);
    expect(texts.join('')).not.toContain('Sup');
    expect(texts.at(-1)).toMatch(/^\[\d+ bytes more were dropped\]\n$/);
  }
});
