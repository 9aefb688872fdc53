import type { Content, Template } from './served.ts';

const host = 'demo://host';
const people: Record<string, string[]> = {
  ada: ['1815', '1833', '1843'],
  grace: ['1906', '1952', '1983'],
  linus: ['1969', '1991'],
};
const colors = ['black', 'blue', 'bright red', 'green', 'naïve pink', 'white'];
const words = ['apple', 'apricot', 'banana', 'blackberry', 'cherry', 'date'];
const numbers = Array.from({ length: 250 }, (_, index) => String(index + 1));
const shelves: Record<string, string> = {
  'a/b': 'Below a and b.\n',
  'a/c': 'Below a and c.\n',
  d: 'Straight below.\n',
};

const unique = (values: string[]): string[] => [...new Set(values)].sort();
const at = (uri: string, text: string, mimeType = 'text/plain'): Content[] => [{ uri, mimeType, body: { text } }];

/** Matches a whole URI and decodes what the named groups caught; what does not decode does not match. */
function matcher(pattern: RegExp): Template['match'] {
  return (uri) => {
    const groups = pattern.exec(uri)?.groups;
    if (!groups) return undefined;
    try {
      const caught = Object.entries(groups).filter(([, value]) => value !== undefined);
      return Object.fromEntries(caught.map(([name, value]) => [name, decodeURIComponent(value)]));
    } catch {
      return undefined;
    }
  };
}

/** Characters of one simple expansion: unreserved or encoded. */
const value = '(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+';
const exactly = (text: string): RegExp => new RegExp(`^${text}$`);

/** The templates that are always there, in the order of the list; those of the served folder come after. */
export const fixedTemplates: readonly Template[] = [
  {
    uriTemplate: `${host}/people/{name}`,
    name: 'person',
    title: 'A person',
    description: 'A line about a person.',
    mimeType: 'text/plain',
    annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-12' },
    icons: [{ src: 'https://modelcontextprotocol.io/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }],
    meta: { 'org.example.catalog/shelf': 'B2' },
    match: matcher(exactly(`${host}/people/(?<name>${value})`)),
    read: ({ name = '' }, uri) => (Object.hasOwn(people, name) ? at(uri, `${name}: ${people[name]}\n`) : undefined),
    variables: { name: () => Object.keys(people) },
  },
  {
    uriTemplate: `${host}/people/{name}/{year}`,
    name: 'person-in-year',
    description: 'What a person did in a year.',
    match: matcher(exactly(`${host}/people/(?<name>${value})/(?<year>${value})`)),
    read: ({ name = '', year = '' }, uri) =>
      Object.hasOwn(people, name) && people[name]!.includes(year) ? at(uri, `${name} in ${year}\n`) : undefined,
    variables: {
      name: ({ year }) => Object.keys(people).filter((name) => year === undefined || people[name]!.includes(year)),
      year: ({ name }) =>
        unique(name === undefined ? Object.values(people).flat() : Object.hasOwn(people, name) ? people[name]! : []),
    },
  },
  {
    uriTemplate: `${host}/words{?letter}`,
    name: 'words',
    description: 'Words that begin with a letter, or all of them.',
    mimeType: 'application/json',
    match: matcher(exactly(`${host}/words(?:\\?letter=(?<letter>${value})?)?`)),
    read: ({ letter = '' }, uri) => {
      const found = words.filter((word) => word.startsWith(letter));
      return found.length > 0 ? at(uri, JSON.stringify(found), 'application/json') : undefined;
    },
    variables: { letter: () => unique(words.map((word) => word.slice(0, 1))) },
  },
  {
    uriTemplate: `${host}/range{?from,to}`,
    name: 'range',
    description: 'Whole numbers from one to another, at most 250.',
    match: matcher(
      exactly(`${host}/range(?:\\?from=(?<from>\\d{1,3}))?(?:(?:(?<=range)\\?|(?<=\\d)&)to=(?<to>\\d{1,3}))?`),
    ),
    read: ({ from = '1', to = '250' }, uri) => {
      const found = numbers.slice(Number(from) - 1, Number(to));
      return Number(from) > 0 && found.length > 0 ? at(uri, found.join(' ')) : undefined;
    },
    variables: { from: () => numbers.slice(0, 125), to: () => numbers.slice(125) },
  },
  {
    uriTemplate: `${host}/numbers/{number}`,
    name: 'number',
    description: 'One of the numbers from 1 to 250.',
    match: matcher(exactly(`${host}/numbers/(?<number>${value})`)),
    read: ({ number = '' }, uri) => (numbers.includes(number) ? at(uri, `${number}\n`) : undefined),
    variables: { number: () => numbers },
  },
  {
    uriTemplate: `${host}/colors/{color}.txt`,
    name: 'color',
    description: 'A colour, some with a space or a letter beyond ASCII in its name.',
    match: matcher(exactly(`${host}/colors/(?<color>${value})\\.txt`)),
    read: ({ color = '' }, uri) => (colors.includes(color) ? at(uri, `The colour ${color}.\n`) : undefined),
    variables: { color: () => colors },
  },
  {
    uriTemplate: `${host}/grid/{column},{row}`,
    name: 'cell',
    description: 'A cell of a grid of three by three.',
    match: matcher(exactly(`${host}/grid/(?<column>[1-3]),(?<row>[1-3])`)),
    read: ({ column, row }, uri) => at(uri, `${column} across, ${row} down\n`),
    variables: { column: () => ['1', '2', '3'], row: () => ['1', '2', '3'] },
  },
  {
    uriTemplate: `${host}/shelf{/path*}`,
    name: 'shelf',
    description: 'A place on a shelf, by any number of steps.',
    match: (uri) => matcher(exactly(`${host}/shelf/(?<path>${value}(?:/${value})*)`))(uri),
    read: ({ path = '' }, uri) => (Object.hasOwn(shelves, path) ? at(uri, shelves[path]!) : undefined),
    variables: { path: () => Object.keys(shelves).filter((path) => !path.includes('/')) },
  },
  {
    uriTemplate: `${host}/manual{#section}`,
    name: 'manual',
    description: 'A section of a manual, as the fragment of its URI.',
    match: matcher(exactly(`${host}/manual#(?<section>${value})`)),
    read: ({ section = '' }, uri) => (/^(start|use|end)$/.test(section) ? at(uri, `Section: ${section}\n`) : undefined),
    variables: { section: () => ['start', 'use', 'end'] },
  },
  {
    uriTemplate: `${host}/note{.format}`,
    name: 'note',
    description: 'One note in several formats.',
    match: matcher(exactly(`${host}/note\\.(?<format>${value})`)),
    read: ({ format }, uri) => {
      if (format === 'txt') return at(uri, 'A note\n');
      return format === 'md' ? at(uri, '# A note\n', 'text/markdown') : undefined;
    },
    variables: { format: () => ['md', 'txt'] },
  },
  {
    uriTemplate: 'urn:example:unit:{symbol}',
    name: 'unit',
    description: 'A unit of measurement.',
    match: matcher(exactly(`urn:example:unit:(?<symbol>${value})`)),
    read: ({ symbol = '' }, uri) => (/^(kg|m|s|Ω)$/.test(symbol) ? at(uri, `The unit ${symbol}\n`) : undefined),
    variables: { symbol: () => ['kg', 'm', 's', 'Ω'] },
  },
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template-data',
    description: 'Data for an id.',
    mimeType: 'application/json',
    match: matcher(/^test:\/\/template\/(?<id>\d{1,9})\/data$/),
    read: ({ id = '' }, uri) =>
      at(uri, JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }), 'application/json'),
    variables: { id: () => ['1', '2', '123'] },
  },
];
