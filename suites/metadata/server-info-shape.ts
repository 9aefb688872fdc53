import { type Broken, defineCase } from '../../harness/case.ts';
import { uriFault } from '../../harness/formats/uri.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { resultsOf } from '../../harness/metadata.ts';
import { onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

const required = ['name', 'version'] as const;
/** Its icons have cases of their own. */
const texts = [...required, 'title', 'description', 'websiteUrl'] as const;

const saying = (method: string, more: JsonObject) =>
  onResult(method, ({ _meta: meta }) => {
    if (isObject(meta)) meta[metaKey.serverInfo] = { ...meta[metaKey.serverInfo], ...more };
  });
const instead = (method: string, info: unknown) =>
  onResult(method, ({ _meta: meta }) => {
    if (isObject(meta)) meta[metaKey.serverInfo] = info;
  });
const mistyped: Readonly<Record<string, unknown>> = { null: null, 'a number': 7, 'an array': [], 'an object': {} };

export default defineCase({
  title: 'What a result says of its server has a name and a version, and texts in its other members',
  rules: [{ id: 'meta-server-info-shape', level: 'SCHEMA', since: '2026-07-28', at: 'schema#Implementation' }],
  harm: 'breaks',
  hint: 'Give name and version as strings, websiteUrl as a whole URI, and leave out what has no value.',

  watch(traffic, { revision }) {
    let judged = 0;
    for (const { result, method, lines } of resultsOf(traffic, revision)) {
      if (!isObject(result._meta) || !(metaKey.serverInfo in result._meta)) continue;
      judged++;
      const info: unknown = result._meta[metaKey.serverInfo];
      const what = `${metaKey.serverInfo} of the result of ${method}`;
      check(isObject(info), `expected an object as ${what}, got ${valueInWords(info)}`, { lines });
      for (const member of required) check(member in info, `expected a ${member} in ${what}, got none`, { lines });
      for (const member of texts) {
        const value: unknown = info[member];
        const isOne = !(member in info) || typeof value === 'string';
        check(isOne, `expected a string as ${member} in ${what}, got ${valueInWords(value)}`, { lines });
      }
      const { websiteUrl: url } = info;
      const fault = typeof url === 'string' ? uriFault(url) : undefined;
      check(fault === undefined, `expected a URI as websiteUrl in ${what}, got ${quote(url)}: ${fault}`, { lines });
    }
    if (judged === 0) notApplicable(`no result has ${metaKey.serverInfo}`);
  },

  allows: {
    'empty names': saying('*', { name: '', version: '', title: '', description: '' }),
    'every member': saying('*', { title: 'A', description: 'B', websiteUrl: 'https://example.com/?a#b' }),
    'members that nobody knows': saying('*', { vendor: null, capabilities: [] }),
    'another name in each answer': onResult('resources/list', ({ _meta: meta }, { id }) => {
      meta[metaKey.serverInfo].name = `server-${id}`;
    }),
    'none on reads': onResult('resources/read', (result) => {
      delete result._meta;
    }),
    // Judged by the cases on icons.
    'icons of any form': saying('*', { icons: null }),
  },
  breaks: {
    ...Object.fromEntries(
      texts.flatMap((member) =>
        Object.entries(mistyped).map(([name, value]): [string, Broken] => [
          `${member} is ${name}`,
          [saying('resources/read', { [member]: value }), `expected a string as ${member} in`],
        ]),
      ),
    ),
    ...Object.fromEntries(
      required.map((member): [string, Broken] => [
        `no ${member}`,
        [
          onResult('*', ({ _meta: meta }) => {
            delete meta?.[metaKey.serverInfo]?.[member];
          }),
          `expected a ${member} in`,
        ],
      ]),
    ),
    'a name alone': [instead('*', 'demo'), 'expected an object as'],
    null: [instead('resources/list', null), 'of the result of resources/list, got null'],
    'an array': [instead('server/discover', []), 'of the result of server/discover, got an array'],
    'an address without a scheme': [saying('*', { websiteUrl: 'example.com' }), '"example.com": no scheme'],
    'an empty address': [saying('*', { websiteUrl: '' }), 'expected a URI as websiteUrl'],
  },
});
