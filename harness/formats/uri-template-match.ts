import { isReserved, isTripletAt, isUnreserved } from './uri.ts';
import { encode, type Manner, manners, type UriTemplate } from './uri-template.ts';

/** A way from one place of the template to a later one: over a text, or over the value of a variable. */
interface Edge {
  from: number;
  to: number;
  text: string;
  value?: { name: string; reserved: boolean; atLeast: 0 | 1 };
  /** A variable whose value is empty where this edge is taken. */
  empty?: string;
}

/** The places of a template as numbers, in the order in which they can be passed, and the edges between them. */
interface Graph {
  places: number;
  edges: Edge[];
}

/** The longest template, and the most places times characters, that a match is tried for; bounds time and memory. */
const longest = 8_192;
const limit = 4_000_000;

function addVariable(graph: Graph, name: string, manner: Manner, lead: string, from: number, to: number): void {
  const { named, ifEmpty, reserved } = manner;
  if (!named) {
    const middle = graph.places++;
    graph.edges.push({ from, to: middle, text: lead });
    graph.edges.push({ from: middle, to, text: '', value: { name, reserved, atLeast: 0 } });
    return;
  }
  const label = lead + encode(name, true);
  const middle = graph.places++;
  graph.edges.push({ from, to, text: label + ifEmpty, empty: name });
  graph.edges.push({ from, to: middle, text: `${label}=` });
  graph.edges.push({ from: middle, to, text: '', value: { name, reserved, atLeast: 1 } });
}

/** Every way to expand a template of levels 1 to 3, each variable being left out or a string; undefined for level 4. */
function graphOf({ parts }: UriTemplate): (Graph & { end: number }) | undefined {
  const graph: Graph = { places: 1, edges: [] };
  let here = 0;
  for (const part of parts) {
    if ('literal' in part) {
      const next = graph.places++;
      graph.edges.push({ from: here, to: next, text: encode(part.literal, true) });
      here = next;
      continue;
    }
    const manner = manners[part.operator];
    let none = here;
    let some: number | undefined;
    for (const { name, explode, prefix } of part.variables) {
      if (explode || prefix !== undefined) return undefined;
      // The edges of a variable lead to a place that is numbered after all places on the way to it.
      const edges = graph.edges.length;
      addVariable(graph, name, manner, manner.first, none, -1);
      if (some !== undefined) addVariable(graph, name, manner, manner.separator, some, -1);
      const nextNone = graph.places++;
      const nextSome = graph.places++;
      for (const edge of graph.edges.slice(edges)) if (edge.to === -1) edge.to = nextSome;
      graph.edges.push({ from: none, to: nextNone, text: '' });
      if (some !== undefined) graph.edges.push({ from: some, to: nextSome, text: '' });
      none = nextNone;
      some = nextSome;
    }
    here = graph.places++;
    graph.edges.push({ from: none, to: here, text: '' });
    if (some !== undefined) graph.edges.push({ from: some, to: here, text: '' });
  }
  return { ...graph, end: here };
}

/** How many characters before `at` make one step of a value: 1, 3 for a triplet, 0 where no value goes on. */
function stepBefore(uri: string, at: number, reserved: boolean): 0 | 1 | 3 {
  if (at >= 3 && uri[at - 3] === '%' && isTripletAt(uri, at - 3)) return 3;
  if (at < 1) return 0;
  const code = uri.charCodeAt(at - 1);
  return isUnreserved(code) || (reserved && isReserved(code)) ? 1 : 0;
}

/** Adds the ways over one edge; more than two ways count as two. */
function follow({ from, to, text, value }: Edge, ways: Uint8Array[], uri: string): void {
  const start = ways[from]!;
  const end = ways[to]!;
  if (!value) {
    for (let at = 0; at + text.length <= uri.length; at++) {
      if (start[at]! > 0 && uri.startsWith(text, at)) {
        end[at + text.length] = Math.min(2, end[at + text.length]! + start[at]!);
      }
    }
    return;
  }
  const within = new Uint8Array(uri.length + 1);
  for (let at = 0; at <= uri.length; at++) {
    const step = stepBefore(uri, at, value.reserved);
    const gone = step === 0 ? 0 : within[at - step]!;
    within[at] = Math.min(2, start[at]! + gone);
    end[at] = Math.min(2, end[at]! + (value.atLeast === 0 ? within[at]! : gone));
  }
}

/** The place in the text where the only way over a value that ends at `at` starts; undefined if it is not over this edge. */
function startOf({ from, text, value }: Edge, at: number, ways: Uint8Array[], uri: string): number | undefined {
  const start = ways[from]!;
  if (!value) {
    const before = at - text.length;
    return before >= 0 && start[before]! > 0 && uri.startsWith(text, before) ? before : undefined;
  }
  let before = at;
  if (value.atLeast === 1) before -= stepBefore(uri, before, value.reserved) || before + 1;
  while (before >= 0) {
    if (start[before]! > 0) return before;
    before -= stepBefore(uri, before, value.reserved) || before + 1;
  }
  return undefined;
}

/** A value as it has to be given to expand to this text; undefined where the triplets are not UTF-8. */
function decode(text: string, reserved: boolean): string | undefined {
  // Reserved expansion keeps triplets: the text itself is a value that expands to it.
  if (reserved) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The values that a template of levels 1 to 3 has to be given to expand to `uri`, where there is exactly one set of them.
 * Undefined where there is none or several, for explode and prefix modifiers, and for a template and URI too long to try.
 * An empty value and a variable left out are two ways where both expand to nothing. Triplets that encode more than they
 * must, or in lower case, are taken for what they decode to.
 */
export function matchTemplate(template: UriTemplate, uri: string): Record<string, string> | undefined {
  const [first] = template.parts;
  // What begins otherwise needs no search for a way through.
  if (first && 'literal' in first && !uri.startsWith(encode(first.literal, true))) return undefined;
  const graph = template.text.length <= longest ? graphOf(template) : undefined;
  if (!graph || graph.places * (uri.length + 1) > limit) return undefined;
  const ways = Array.from({ length: graph.places }, () => new Uint8Array(uri.length + 1));
  ways[0]![0] = 1;
  const edges = graph.edges.toSorted((one, other) => one.from - other.from);
  const arriving: Edge[][] = Array.from({ length: graph.places }, () => []);
  for (const edge of edges) {
    follow(edge, ways, uri);
    arriving[edge.to]!.push(edge);
  }
  if (ways[graph.end]![uri.length] !== 1) return undefined;

  const values = new Map<string, string>();
  let at = uri.length;
  for (let place = graph.end; place !== 0; ) {
    let taken: Edge | undefined;
    let before: number | undefined;
    for (const edge of arriving[place]!) {
      before = startOf(edge, at, ways, uri);
      if (before === undefined) continue;
      taken = edge;
      break;
    }
    if (!taken || before === undefined) return undefined;
    const name = taken.value?.name ?? taken.empty;
    if (name !== undefined) {
      const text = taken.empty === undefined ? decode(uri.slice(before, at), taken.value?.reserved === true) : '';
      if (text === undefined || (values.has(name) && values.get(name) !== text)) return undefined;
      values.set(name, text);
    }
    at = before;
    place = taken.from;
  }
  return Object.fromEntries([...values].reverse());
}
