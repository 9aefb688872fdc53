import { dirname } from 'node:path';
import { bundleSize, readBudget } from '../../scripts/budget.mjs';
import { type Place, run } from '../measure.ts';
import type { Row } from '../table.ts';
import { readJson } from '../trace.ts';

/** What an installation brings, as the package is packed; budget.json has the limits. */
export async function size(place: Place): Promise<Row[]> {
  const budget = readBudget();
  const { bundleBytes } = bundleSize(dirname(place.cli));
  const packed = await run(['pack', '--dry-run', '--json', '--ignore-scripts'], { program: 'npm' });
  const [{ size: packedBytes, unpackedSize, entryCount }] = JSON.parse(packed.stdout);
  const megabytes = (bytes: number) => bytes / 1e6;
  const dependencies = Object.keys(readJson('package.json').dependencies ?? {}).length;
  return [
    { figure: 'packages installed', values: [1 + dependencies], unit: 'count', aim: budget.packages },
    { figure: '  files', values: [entryCount], unit: 'count', aim: budget.files },
    { figure: '  on disk', values: [megabytes(unpackedSize)], unit: 'MB', aim: megabytes(budget.installedBytes) },
    { figure: '  to download', values: [megabytes(packedBytes)], unit: 'MB', aim: megabytes(budget.packedBytes) },
    {
      figure: '  JavaScript of the bundle',
      values: [megabytes(bundleBytes)],
      unit: 'MB',
      aim: megabytes(budget.bundleBytes),
    },
  ];
}
