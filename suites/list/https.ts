import { defineCase } from '../../harness/case.ts';
import { privateHost } from '../../harness/formats/host.ts';
import { parseUri } from '../../harness/formats/uri.ts';
import { check, untested } from '../../harness/judge.ts';
import { listedPages, nothingListed } from '../../harness/listing.ts';
import { all, onMissing, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isResult } from '../../harness/session/reply.ts';

const list = (uri: string) =>
  onResult('resources/list', ({ resources }, { params }) => {
    if (params?.cursor === undefined) resources[0] = { uri, name: 'row' };
  });
const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
/** A server that lists a URI and gives its contents itself. */
const serve = (uri: string) =>
  all(
    list(uri),
    onMissing((error, { params }) =>
      params?.uri === uri ? { result: { ...hints, contents: [{ uri, text: 'row 1' }] } } : { error },
    ),
  );
const other = { rule: 'uri-https-prefer-other' };

export default defineCase({
  title: 'The scheme https is used only for what a client can load from the web by itself',
  rules: [
    {
      id: 'uri-https-direct-only',
      level: 'SHOULD',
      since: '2024-11-05',
      at: 'server/resources#https%3A%2F%2F',
      find: 'use this scheme only when the',
    },
    {
      id: 'uri-https-prefer-other',
      level: 'SHOULD',
      since: '2024-11-05',
      at: 'server/resources#https%3A%2F%2F',
      find: 'prefer to use another URI scheme',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Give a scheme of its own to what only the server can load, such as inventory://rows/1.',

  // Nothing is loaded from hosts other than the target: only names and addresses that no web has can be judged.
  async run(probe) {
    let listed = 0;
    let open: string | undefined;
    for await (const { items } of listedPages(probe))
      for (const { uri } of items) {
        if (typeof uri !== 'string') continue;
        listed++;
        const parts = /^https:/i.test(uri) ? parseUri(uri) : undefined;
        if (!parts) continue;
        const why = privateHost(parts.host ?? '');
        if (why === undefined) {
          open ??= uri;
          continue;
        }
        const reply = await probe.send('resources/read', { uri });
        // That the server gives what the client cannot load is the use for which another scheme is to be preferred.
        const served = isResult(reply);
        const words = served ? 'which the server has to load itself' : 'which nobody can load';
        check(false, `expected https only for what is on the web, got ${quote(uri)}: ${why}, ${words}`, {
          rule: served ? 'uri-https-prefer-other' : 'uri-https-direct-only',
        });
      }
    if (listed === 0) nothingListed(probe);
    if (open !== undefined)
      untested(`whether a client can load ${quote(open)} was not tried: no host but the server under test is asked`);
  },

  allows: {
    'http, which the text leaves alone': list('http://internal.invalid/row/1'),
    'another scheme on a private host': serve('inventory://internal.invalid/row/1'),
    'https within a path': list('demo://host/https://internal.invalid/'),
  },
  breaks: {
    'a row of an internal host': [serve('https://db.internal/row/1'), 'a name below the reserved .internal', other],
    'a name that cannot be, served': [serve('https://internal.invalid/row/1'), 'the server has to load itself', other],
    'an upper-case scheme': [serve('HTTPS://internal.invalid/row/1'), 'the server has to load itself', other],
    'a single label': [serve('https://intranet/row/1'), 'a name of a single label', other],
    'a private address': [serve('https://192.168.7.1:8443/row/1'), 'a private or reserved address', other],
    'a private IPv6 address': [serve('https://[fd00::1]/row/1'), 'a private or reserved address', other],
    'a name that nobody can load': [list('https://internal.invalid/row/1'), 'which nobody can load'],
    'the own machine': [list('https://localhost:8443/row/1'), 'a name below the reserved .localhost'],
  },
});
