/** The kinds of payload, the simplest first: a server that falls for one usually falls for those after it by the same cause. */
export const kinds = ['dot-segments', 'encoded', 'double-encoded', 'backslash', 'nul', 'absolute'] as const;
/** One kind of payload; `traversal/<kind>` is the case that judges it. */
export type Kind = (typeof kinds)[number];

/** One way to write a path that leads out of a folder. */
export interface Spelling {
  /** How it stands in a reason. */
  name: string;
  /** The path to what has these segments (already encoded once); `inner` is a folder below the start, which may exist. */
  path(segments: readonly string[], inner: string): string;
}

// More than the depth of any folder that is served; ".." at the root of a file system stays there.
const depth = 16;

const twice = (segment: string): string => segment.replaceAll('%', '%25');

/** A spelling that goes up by `up` and joins the rest by `slash`. */
const climbing = (up: string, slash = '/', encode = (segment: string) => segment): Spelling => ({
  name: `a path with "${up}"`,
  path: (segments) => up.repeat(depth) + segments.map(encode).join(slash),
});

/** A spelling that first goes down, past a check of how the path begins. */
const below = (up: string, slash = '/'): Spelling => ({
  name: `a path with "${up}" after the name of a folder`,
  path: (segments, inner) => inner + slash + up.repeat(depth + 1) + segments.join(slash),
});

/** A spelling that ends in a NUL and a harmless name. */
const ending = (up: string, nul: string, name: string, slash = '/'): Spelling => ({
  name,
  path: (segments) => `${up.repeat(depth)}${segments.join(slash)}${nul}.txt`,
});

/**
 * The spellings of each kind. Which of them reaches the code that opens a file is up to the framework: some parse the URI as a
 * browser does (which resolves "../" and "%2e%2e/", but leaves "..%2f" to the handler), some match the text as it is, some decode.
 */
export const spellings: Readonly<Record<Kind, readonly Spelling[]>> = {
  'dot-segments': [climbing('../'), below('../'), climbing('....//')],
  encoded: [
    climbing('..%2f', '%2f'),
    climbing('..%2F', '%2F'),
    climbing('%2e%2e/'),
    climbing('%2e%2e%2f', '%2f'),
    climbing('.%2E/'),
    below('..%2f', '%2f'),
  ],
  'double-encoded': [
    climbing('..%252f', '%252f', twice),
    climbing('%252e%252e/', '/', twice),
    climbing('%252e%252e%252f', '%252f', twice),
  ],
  backslash: [climbing('..\\', '\\'), climbing('..%5c', '%5c')],
  nul: [
    ending('../', '%00', 'a path with "%00" behind it'),
    ending('..%2f', '%00', 'an encoded path with "%00" behind it', '%2f'),
    ending('../', '\0', 'a path with a raw NUL behind it'),
  ],
  absolute: [
    { name: 'an absolute path', path: (segments) => `/${segments.join('/')}` },
    { name: 'an absolute path with "%2f"', path: (segments) => `%2f${segments.join('%2f')}` },
  ],
};

/** Other ways to write the plain file:// URI of a path. */
export const plainForms: readonly { name: string; uri(segments: readonly string[]): string }[] = [
  { name: 'file://localhost/', uri: (segments) => `file://localhost/${segments.join('/')}` },
  { name: 'file:////', uri: (segments) => `file:////${segments.join('/')}` },
  { name: 'file:/', uri: (segments) => `file:/${segments.join('/')}` },
  { name: 'FILE:///', uri: (segments) => `FILE:///${segments.join('/')}` },
];

/** One step up from the root of a folder, to what stands beside it. */
export const stepsAside: readonly Spelling[] = [
  ['../', '/'],
  ['..%2f', '%2f'],
  ['%2e%2e%2f', '%2f'],
].map(([up, slash]) => ({ name: `a path with "${up}"`, path: (segments) => up + segments.join(slash) }));
