import { describe, expect, it } from 'vitest';
import { pauseOf } from '../../harness/session/patience.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const pause = (after: string | undefined, status = 429) =>
  pauseOf({ http: { status, headers: after === undefined ? {} : { 'retry-after': after } } }, 5000, now);

describe('when a server asks to come again', () => {
  it.each([
    ['0', 0],
    ['5', 5000],
    [' 2 ', 2000],
    ['Thu, 01 Jan 2026 00:00:03 GMT', 3000],
    ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ])('%j is waited for', (after, ms) => expect(pause(after)).toBe(ms));

  it.each(['6', '3600', '99999999999999', 'soon', '', '1.5', '-1', 'Thu, 01 Jan 2026 00:00:06 GMT', undefined])(
    '%j is not',
    (after) => expect(pause(after)).toBeUndefined(),
  );

  it('counts where something is refused for now, and nowhere else', () => {
    expect(pause('1', 503)).toBe(1000);
    for (const status of [200, 301, 401, 500, 502]) expect(pause('1', status)).toBeUndefined();
  });
});
