import type { Case } from '../case.ts';
import type { Report } from '../report.ts';
import type { RunOptions } from '../run-options.ts';

/** The parts of the tool that a command loads when it needs them, so that the others start quickly. */
export interface Parts {
  run(): Promise<{ runConformance(options: RunOptions): Promise<Report> }>;
  prove(): Promise<Pick<typeof import('../prove.ts'), 'proveAll'>>;
  cases(): Promise<{ cases: Readonly<Record<string, Case>> }>;
  notObservable(): Promise<{ notObservable: readonly { id: string; why: string }[] }>;
  reports(): Promise<Pick<typeof import('../../reports/index.ts'), 'formats' | 'render'>>;
  comparison(): Promise<
    Pick<typeof import('../../reports/comparison/index.ts'), 'comparisonFormats' | 'renderComparison'>
  >;
}

/** The parts as they are shipped. */
export const shipped: Parts = {
  run: () => import('../run.ts'),
  prove: () => import('../prove.ts'),
  cases: () => import('../../suites/index.ts'),
  notObservable: () => import('../../suites/not-observable.ts'),
  reports: () => import('../../reports/index.ts'),
  comparison: () => import('../../reports/comparison/index.ts'),
};
