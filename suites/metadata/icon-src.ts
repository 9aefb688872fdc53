import { defineCase } from '../../harness/case.ts';
import { uriFault } from '../../harness/formats/uri.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { iconMutants, iconsOf, resourceIcons, serverIcons } from '../../harness/icons.ts';
import { check } from '../../harness/judge.ts';
import { all } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

const of = (src: unknown) => resourceIcons({ src });

export default defineCase({
  title: 'The src of each icon is a URI',
  rules: [
    {
      id: 'icon-src',
      level: 'SCHEMA',
      since: '2025-11-25',
      at: 'basic/index#icons',
      find: 'A URI pointing to the icon',
    },
  ],
  harm: 'misleads',
  hint: 'Give src as a whole URI with its scheme: a client knows no page that a relative address could belong to.',

  async run(probe) {
    for await (const { icon, what } of iconsOf(probe)) {
      const { src } = icon;
      check('src' in icon, `expected a src of ${what}, got none`);
      check(typeof src === 'string', `expected a string as src of ${what}, got ${valueInWords(src)}`);
      const fault = uriFault(src);
      check(fault === undefined, `expected a URI as src of ${what}, got ${quote(src)}: ${fault}`);
    }
  },

  allows: {
    'plain HTTP': of('http://example.com/icon.png'),
    'a long data URI': of(`data:image/png;base64,${'iVBORw0KGgo'.repeat(20_000)}`),
    'a query and a fragment': of('https://example.com/icons?name=a%20b&size=48#dark'),
    // Judged by the case on schemes.
    'a scheme of another kind': of('file:///icon.png'),
    // Judged by the case on icons.
    'text in place of objects': all(of('https://example.com/icon.png'), serverIcons(['/icon.png'])),
  },
  breaks: (revision) => ({
    ...iconMutants(revision, 'icons[].src', { says: 'src of an icon of ' }),
    'a path': [of('/icon.png'), 'expected a URI as src of an icon of "demo://host/greeting", got "/icon.png"'],
    'the name of a file': [of('icon.png'), 'got "icon.png": no scheme'],
    'no scheme': [of('//example.com/icon.png'), 'a relative reference'],
    'a space': [of('https://example.com/my icon.png'), 'a raw space'],
    'an image as it is': [of('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a raw "<"'],
    'an empty text': [of(''), 'an empty text'],
    'a character, for the server itself': [serverIcons([{ src: '🚀' }]), 'an icon of the server itself, got "🚀"'],
    'none, for the server itself': [serverIcons([{ mimeType: 'image/png' }]), 'the server itself, got none'],
  }),
});
