import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fileUri } from '../../harness/formats/file-uri.ts';

describe('the URI of a path', () => {
  it.each([
    ['/data/HEAD~3..HEAD', 'file:///data/HEAD~3..HEAD'],
    ['/data/a_b-c.d', 'file:///data/a_b-c.d'],
    ['/data/50% off', 'file:///data/50%25%20off'],
    ['/data/what?#', 'file:///data/what%3F%23'],
    ['/data/ü', 'file:///data/%C3%BC'],
  ])('of %s encodes what it has to, and nothing else', (path, uri) => {
    expect(fileUri(path)).toBe(uri);
    expect(decodeURIComponent(new URL(uri).pathname)).toBe(decodeURIComponent(pathToFileURL(path).pathname));
  });
});
