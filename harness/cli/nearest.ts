/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let edits = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, before[column - 2]! + 1);
      next.push(edits);
    }
    before = last;
    last = next;
  }
  return last[to.length]!;
}

/** The candidates that somebody who typed `word` most likely meant, best first; none where nothing comes near. */
export function nearest(word: string, candidates: readonly string[], count = 3): string[] {
  const typed = word.slice(0, 200).toLowerCase();
  const bare = typed.replace(/[^a-z0-9-]/g, '');
  return candidates
    .map((candidate) => {
      const contained = bare.length > 2 && candidate.toLowerCase().includes(bare);
      const edits = distance(typed, candidate.toLowerCase());
      return { candidate, cost: contained ? Math.min(edits, 2) : edits, limit: Math.max(2, typed.length * 0.4) };
    })
    .filter(({ cost, limit }) => cost <= limit)
    .sort((one, other) => one.cost - other.cost)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** "; did you mean a, b or c?", or nothing where nothing comes near. */
export function didYouMean(word: string, candidates: readonly string[], count = 3): string {
  const near = nearest(word, candidates, count);
  return near.length === 0 ? '' : `; did you mean ${oneOf(near)}?`;
}

/** Words as a list in a sentence: "a, b or c". */
export const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
