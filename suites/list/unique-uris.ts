import { isDeepStrictEqual } from 'node:util';
import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { listedPages, nothingListed, takeListing } from '../../harness/listing.ts';
import { onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'No URI is listed twice',
  rules: [
    {
      id: 'resource-uri-unique',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'server/resources#resource',
      find: 'Unique identifier for the resource',
      derived: 'the text calls the URI a unique identifier, without a keyword that forbids to list it twice',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'List each resource once, or give the second one a URI of its own.',

  async run(probe) {
    const seen = new Set<string>();
    const pages: string[][] = [];
    let repeated: string | undefined;
    let overlapping = false;
    for await (const { items, again } of listedPages(probe)) {
      // A page that comes round again repeats its entries: that is for the cases on pagination.
      if (again) continue;
      const uris = items.flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : []));
      const own = new Set<string>();
      // A page that begins where an earlier one has been already tells of its cursor, not of its entries.
      const early = uris[0] !== undefined && seen.has(uris[0]);
      overlapping ||= early;
      for (const uri of uris) {
        check(!own.has(uri), () => `expected each URI once, got ${quote(uri)} twice on one page`);
        own.add(uri);
        if (!early && seen.has(uri)) repeated ??= uri;
      }
      for (const uri of own) seen.add(uri);
      pages.push(uris);
    }
    if (seen.size === 0) nothingListed(probe);
    if (repeated === undefined && overlapping) blockedBy('pagination/walk', 'pages of resources/list overlap');
    if (repeated === undefined) return;
    // Entries may have moved to the next page between two requests; then a second walk does not find the same.
    const second = await takeListing(probe, probe.session, pages.length);
    if (!isDeepStrictEqual(second.pages, pages)) untested('the list changed while it was walked through');
    check(false, `expected each URI once, got ${quote(repeated)} on two pages, on two walks through the list`, {
      lines: second.lines,
    });
  },

  allows: {
    'URIs that differ in case': onResult('resources/list', ({ resources }) => {
      resources.push({ ...resources[0], uri: resources[0].uri.toUpperCase() });
    }),
    'names alike': onResult('resources/list', ({ resources }) => {
      resources.push({ ...resources[0], uri: `${resources[0].uri}?again` });
    }),
  },
  breaks: {
    'twice on one page': [
      onResult('resources/list', ({ resources }) => {
        resources.push(resources[0]);
      }),
      'twice on one page',
    ],
    'twice with other members': [
      onResult('resources/list', ({ resources }) => {
        resources.push({ uri: resources[0].uri, name: 'another' });
      }),
      'twice on one page',
    ],
    'on two pages': [
      onResult('resources/list', (result, request, { memory }) => {
        if (request.params?.cursor === undefined) memory.set('first', result.resources[0]);
        else if (result.nextCursor === undefined) result.resources.push(memory.get('first'));
      }),
      'on two pages',
    ],
  },
});
