import { defineCase } from '../../harness/case.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { iconMutants, iconsOf, resourceIcons, serverIcons } from '../../harness/icons.ts';
import { check } from '../../harness/judge.ts';
import { all } from '../../harness/mutate.ts';
import type { JsonObject } from '../../harness/wire.ts';

const src = 'https://example.com/icon.png';
const themes: readonly unknown[] = ['light', 'dark'];
const having = (members: JsonObject) => resourceIcons({ src, ...members });

export default defineCase({
  title: 'The mimeType of an icon is a string, its sizes are an array of strings, its theme is light or dark',
  rules: [
    {
      id: 'icon-members',
      level: 'SCHEMA',
      since: '2025-11-25',
      at: 'basic/index#icons',
      find: '`theme`: Optional theme preference',
    },
  ],
  harm: 'breaks',
  hint: 'Give sizes as an array ("sizes": ["48x48"]) and leave out the members that have no value.',

  async run(probe) {
    for await (const { icon, what } of iconsOf(probe)) {
      const { mimeType, sizes, theme } = icon;
      const got = valueInWords;
      if ('mimeType' in icon)
        check(typeof mimeType === 'string', `expected a string as mimeType of ${what}, got ${got(mimeType)}`);
      if ('theme' in icon)
        check(themes.includes(theme), `expected "light" or "dark" as theme of ${what}, got ${got(theme)}`);
      if (!('sizes' in icon)) continue;
      check(Array.isArray(sizes), `expected an array as sizes of ${what}, got ${got(sizes)}`);
      for (const size of sizes)
        check(typeof size === 'string', `expected strings as sizes of ${what}, got ${got(size)} among them`);
    }
  },

  allows: {
    'none of them': having({}),
    'all of them, for the server itself': serverIcons([
      { src, mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' },
    ]),
    'no sizes in the array': having({ sizes: [] }),
    'the type of something else': having({ mimeType: 'text/html' }),
    // Judged by the cases on icons, on src and on sizes.
    'no icons in an object': all(having({ theme: 'light' }), serverIcons({ theme: 'blue' })),
    'no src': resourceIcons({ theme: 'light' }),
    'a size in words': having({ sizes: ['large'] }),
  },
  breaks: (revision) => ({
    ...iconMutants(revision, ['icons[].mimeType', 'icons[].sizes', 'icons[].sizes[]', 'icons[].theme'], {
      says: ' of an icon of ',
    }),
    'a size without an array': [
      having({ sizes: '48x48' }),
      'expected an array as sizes of an icon of "demo://host/greeting", got "48x48"',
    ],
    'sizes as numbers': [having({ sizes: [48] }), 'got 48 among them'],
    'another theme': [having({ theme: 'auto' }), 'as theme of an icon of "demo://host/greeting", got "auto"'],
    'a type that is null': [having({ mimeType: null }), 'as mimeType of an icon of "demo://host/greeting", got null'],
    'a theme that is null, for the server itself': [serverIcons([{ src, theme: null }]), 'the server itself, got null'],
  }),
});
