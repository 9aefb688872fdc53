import { defineCase } from '../../harness/case.ts';
import { base64Fault } from '../../harness/formats/base64.ts';
import { schemeOf, uriFault } from '../../harness/formats/uri.ts';
import { iconsOf, resourceIcons, serverIcons } from '../../harness/icons.ts';
import { check } from '../../harness/judge.ts';
import { all } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

const of = (src: unknown) => resourceIcons({ src });

/** Why a data: URI holds no base64; undefined where it does. */
function dataFault(uri: string): string | undefined {
  const comma = uri.indexOf(',');
  if (comma < 0) return 'no comma before the data';
  if (!/;base64$/i.test(uri.slice(0, comma))) return 'data that is not marked as base64';
  let data = uri.slice(comma + 1);
  try {
    data = decodeURIComponent(data);
  } catch {
    return 'data that is no base64';
  }
  const fault = base64Fault(data);
  return fault?.severity === 'fault' ? `data that is no base64: ${fault.reason}` : undefined;
}

export default defineCase({
  title: 'The src of each icon is an HTTP address or a data URI in base64',
  rules: [
    {
      id: 'icon-src-scheme',
      level: 'SCHEMA',
      since: '2025-11-25',
      at: 'basic/index#icons',
      find: 'A data URI with base64-encoded',
      derived: 'the text lists what a src can be in plain words, and tells clients alone to reject the rest',
    },
  ],
  harm: 'misleads',
  hint: 'Serve icons over HTTPS or put them into a data URI (data:image/png;base64,…); clients reject all other schemes.',

  // Plain HTTP is on the list too, though clients are told to insist on HTTPS.
  async run(probe) {
    for await (const { icon, what } of iconsOf(probe)) {
      const { src } = icon;
      // What is no URI is for the case on src.
      if (typeof src !== 'string' || uriFault(src) !== undefined) continue;
      const scheme = schemeOf(src);
      if (scheme === 'http' || scheme === 'https') continue;
      check(scheme === 'data', `expected an https: or data: URI as src of ${what}, got ${quote(src)}`);
      const fault = dataFault(src);
      check(fault === undefined, `expected base64 in the data: URI of ${what}, got ${quote(src)}: ${fault}`);
    }
  },

  allows: {
    'plain HTTP': of('http://example.com/icon.png'),
    'capital letters': of('HTTPS://EXAMPLE.COM/ICON.PNG'),
    'data with parameters': of('data:image/svg+xml;charset=utf-8;BASE64,PHN2Zy8+'),
    'data of no type': of('data:;base64,iVBORw=='),
    'base64 with escapes': of('data:image/png;base64,iVBORw%3D%3D'),
    'a host elsewhere': of('https://cdn.example/icon.png'),
    // Judged by the case on src.
    'no URI': all(of('https://example.com/icon.png'), serverIcons([{ src: '/icon.png' }])),
  },
  breaks: {
    'a file': [of('file:///icon.png'), 'of "demo://host/greeting", got "file:///icon.png"'],
    'a script': [of('javascript:alert(1)'), 'expected an https: or data: URI'],
    'a scheme of an app': [of('ui://icons/1'), 'expected an https: or data: URI'],
    'a resource': [serverIcons([{ src: 'demo://host/pixel.png' }]), 'an icon of the server itself'],
    'an address for files': [of('ftp://example.com/icon.png'), 'expected an https: or data: URI'],
    'data in clear text': [of('data:image/svg+xml,%3Csvg/%3E'), 'not marked as base64'],
    'base64 for URLs': [of('data:image/png;base64,iVBORw0K-_8='), 'the URL-safe alphabet'],
    'no data': [of('data:image/png;base64'), 'no comma'],
    'escapes that are no text': [of('data:image/png;base64,%FF'), 'no base64'],
  },
});
