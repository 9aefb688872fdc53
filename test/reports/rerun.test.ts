import { describe, expect, it } from 'vitest';
import { commandLine, rerunCommand } from '../../reports/rerun.ts';
import { sampleReport } from './sample.ts';

const rerun = (...command: string[]): string =>
  rerunCommand({ ...sampleReport(), command }, 'read/shape', ['2024-11-05', '2026-07-28']);
const own = '--only read/shape --revision 2024-11-05,2026-07-28';

describe('the command that runs one case again', () => {
  it('keeps the target and drops what chooses or shows', () => {
    expect(
      rerun(
        'mcp-resource-conformance',
        '--stdio',
        'node server.js',
        '--only=list/*',
        '--report',
        'json=a.json',
        '--revision',
        '2025-06-18',
        '--quiet',
        '--strict',
      ),
    ).toBe(`npx mcp-resource-conformance --stdio "node server.js" --strict ${own}`);
  });

  it('starts the program where the report holds arguments only', () => {
    expect(rerun('--url', 'http://127.0.0.1:3000/mcp')).toBe(
      `npx mcp-resource-conformance --url http://127.0.0.1:3000/mcp ${own}`,
    );
    expect(rerun()).toBe(`npx mcp-resource-conformance ${own}`);
  });

  it('puts its options before the command of the server', () => {
    expect(rerun('mcp-resource-conformance', '--', 'node', 'server.js', '--only', 'x')).toBe(
      `npx mcp-resource-conformance ${own} -- node server.js --only x`,
    );
  });

  it('quotes as a shell needs it', () => {
    expect(commandLine(['a b', 'c"d', "e'f", '$HOME', '', 'plain/x=1'])).toBe(`"a b" 'c"d' "e'f" '$HOME' "" plain/x=1`);
    expect(commandLine([`both ' and "`])).toBe(`'both '\\'' and "'`);
  });
});
