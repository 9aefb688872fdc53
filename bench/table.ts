/** One figure of the table: what was measured, once a run. */
export interface Row {
  figure: string;
  values: readonly number[];
  unit: 'times' | 'ms' | 's' | 'µs' | 'MB' | 'kB' | 'count' | 'per s';
  /** The most that is wanted; for what has no aim, undefined. */
  aim?: number;
  /** What has to be said beside the figure. */
  note?: string;
}

/** The middle of some values; of two middles the mean. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

/** How often one side of each pair goes into the other. */
export const ratios = (pairs: readonly (readonly [number, number])[]): number[] => pairs.map(([a, b]) => a / b);

const suffix: Record<Row['unit'], string> = {
  times: ' ×',
  ms: ' ms',
  s: ' s',
  µs: ' µs',
  MB: ' MB',
  kB: ' kB',
  count: '',
  'per s': ' / s',
};

function written(value: number, unit: Row['unit']): string {
  const digits = unit === 'count' || value >= 1000 ? 0 : unit === 'times' || value < 10 ? 2 : 1;
  return `${value.toFixed(digits)}${suffix[unit]}`;
}

/** The rows as one table of text. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ figure, values, unit, aim, note }) => {
    const middle = median(values);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const spread = values.length > 1 ? `${written(least, unit)} … ${written(most, unit)}` : '';
    const met = aim === undefined ? '' : `≤ ${aim}${middle <= aim ? ', kept' : ', MISSED'}`;
    return [figure, written(middle, unit), spread, values.length > 1 ? String(values.length) : '', met, note ?? ''];
  });
  const all = [['', 'median', 'least … most', 'runs', 'aim', ''], ...cells];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column > 3 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}
