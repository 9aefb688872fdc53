import fc from 'fast-check';

const times = Number(process.env.FUZZ_RUNS ?? '1');
if (!(times > 0))
  throw new Error(
    `FUZZ_RUNS multiplies the number of runs, so it must be a number above 0, got ${process.env.FUZZ_RUNS}`,
  );

// The same values each time, so that a failure is one for everybody; with FUZZ_SEED other ones. A failure prints its seed and path.
const seed = Number(process.env.FUZZ_SEED ?? '20260728');

/** How often a property is tried; FUZZ_RUNS multiplies it. */
export const tries = (runs: number): { numRuns: number; seed: number } => ({ numRuns: Math.ceil(runs * times), seed });

/** Holds a property for so many values. */
export const holds = <Values>(property: fc.IProperty<Values>, runs = 1000): void => fc.assert(property, tries(runs));

/** Holds a property that takes its time for so many values. */
export const holdsInTime = <Values>(property: fc.IAsyncProperty<Values>, runs = 100): Promise<void> =>
  fc.assert(property, { ...tries(runs), endOnFailure: true });

/** Bytes, and the same bytes cut into chunks at any places. */
export const inChunks = (bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<{ whole: Buffer; chunks: Buffer[] }> =>
  bytes.chain((some) =>
    fc.array(fc.nat(some.length), { maxLength: 12 }).map((cuts) => {
      const whole = Buffer.from(some);
      const at = [0, ...cuts.sort((one, other) => one - other), whole.length];
      return { whole, chunks: at.slice(1).map((end, i) => Buffer.from(whole.subarray(at[i], end))) };
    }),
  );

/** Texts of pieces that matter to a reader, and of any others. */
export const textOf = (...pieces: string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: 'binary', maxLength: 4 })),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join(''));
