import { type Broken, defineCase } from '../../harness/case.ts';
import { iconsOf, resourceIcons, serverIcons } from '../../harness/icons.ts';
import { check } from '../../harness/judge.ts';
import { quote } from '../../harness/quote.ts';

const src = 'https://example.com/icon.png';
const sized = (...sizes: unknown[]) => resourceIcons({ src, sizes });
const odd = (size: string): Broken => [sized(size), `got ${quote(size)}`];

export default defineCase({
  title: 'Each size of an icon is a width and a height, or any',
  rules: [
    {
      id: 'icon-sizes-format',
      level: 'SCHEMA',
      since: '2025-11-25',
      at: 'basic/index#icons',
      find: '`sizes`: Optional array of size',
      derived: 'the format of a size is given by examples and a lower-case should; the schema takes any string',
    },
  ],
  harm: 'untidy',
  hint: 'Write a size as width, a small x and height ("48x48"), or as "any" for a format that scales.',

  async run(probe) {
    for await (const { icon, what } of iconsOf(probe)) {
      if (!Array.isArray(icon.sizes)) continue;
      // What is no string is for the case on the members of icons.
      for (const size of icon.sizes)
        check(
          typeof size !== 'string' || size === 'any' || /^\d+x\d+$/.test(size),
          `expected a size such as "48x48" or "any" of ${what}, got ${quote(size)}`,
        );
    }
  },

  allows: {
    'several, not all square': sized('16x16', '1200x630', 'any'),
    'none in the array': sized(),
    'for the server itself': serverIcons([{ src, sizes: ['any'] }]),
    // Judged by the case on members.
    numbers: sized(48, null),
    'text in place of an array': resourceIcons({ src, sizes: 'large' }),
  },
  breaks: {
    'a word': odd('large'),
    'a capital X': odd('48X48'),
    'the sign for times': odd('48×48'),
    'one side': odd('48'),
    'with a unit': odd('48px x 48px'),
    'two in one text': odd('48x48 96x96'),
    'any in capitals': odd('ANY'),
    'an empty text': odd(''),
    'in one of several': [sized('48x48', 'huge'), 'of an icon of "demo://host/greeting", got "huge"'],
    'a word, for the server itself': [serverIcons([{ src, sizes: ['large'] }]), 'the server itself, got "large"'],
  },
});
