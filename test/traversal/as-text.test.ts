import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Careless } from './careless.ts';
import { folder, found, judge } from './world.ts';

let world: ReturnType<typeof folder>;
beforeAll(() => {
  world = folder();
});
afterAll(() => world.clear());

it('a server that compares URIs with those that it lists, as texts, is found to serve every name', async () => {
  const open = (path: string) => {
    const files = readdirSync(world.root, { withFileTypes: true }).filter((entry) => entry.isFile());
    if (!files.some(({ name }) => encodeURIComponent(name) === path)) throw new Error('not listed');
    return join(world.root, decodeURIComponent(path));
  };
  const leg = await judge(
    new Careless({ template: 'demo://files/{+path}', listed: ['demo://files/known.txt'], open }),
    {
      directory: world.root,
      templates: { 'demo://files/{+path}': { path: 'known.txt' } },
    },
  );
  expect(leg.results.find(({ case: id }) => id === 'traversal/ordinary-names')?.verdict).toBe('pass');
  expect(Object.values(found(leg)).filter((verdict) => verdict !== 'untested')).toEqual([]);
});
