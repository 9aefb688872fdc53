import { escaped } from './docs-pages.ts';

/** As much of a JSON Schema as the config's uses. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  default?: unknown;
  then?: { const?: unknown };
}

/** The schema that a `$ref` leads to, what stands beside it before what stands there. */
function resolved(part: Schema, root: Schema): Schema {
  if (part.$ref === undefined) return part;
  const target = part.$ref
    .split('/')
    .slice(1)
    .reduce<any>((value, step) => value[step], root);
  const { $ref: _, ...beside } = part;
  return { ...resolved(target, root), ...beside };
}

function typeOf(part: Schema, root: Schema): string {
  const { type, enum: values, items, additionalProperties, then } = resolved(part, root);
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  const names = [type ?? 'any'].flat().map((name) => {
    if (name === 'array')
      return `list of ${items ? typeOf(items, root).replace(/^(string|object)$/, '$1s') : 'anything'}`;
    if (name === 'object' && typeof additionalProperties === 'object') return 'object by name';
    return name === 'integer' ? 'whole number' : name === 'boolean' ? `${then?.const ?? 'true or false'}` : name;
  });
  return names.join(' or ');
}

function table(part: Schema, root: Schema): string[] {
  const rows = Object.entries(part.properties ?? {})
    .filter(([name]) => name !== '$schema')
    .map(([name, member]) => {
      const { description = '' } = resolved(member, root);
      return `| \`${name}\` | ${typeOf(member, root)} | ${escaped(description)} |`;
    });
  return ['| member | value | says |', '| --- | --- | --- |', ...rows];
}

/** The tables of the config's members, made of its schema. */
export function configTables(root: Schema & { $defs: Record<string, Schema> }): string {
  const part = (title: string, schema: Schema) => [
    `### ${title}`,
    '',
    schema.description ?? '',
    '',
    ...table(schema, root),
    '',
  ];
  const { target, fixtures, knownIssue } = root.$defs;
  return [
    ...part('At the top', root),
    ...part('target', target!),
    ...part('fixtures', fixtures!),
    ...part('fixtures.update', resolved(fixtures!.properties!.update!, root)),
    ...part('fixtures.listChange', resolved(fixtures!.properties!.listChange!, root)),
    ...part('fixtures.inputRequired', resolved(fixtures!.properties!.inputRequired!, root)),
    ...part('One of knownIssues', knownIssue!),
  ]
    .join('\n')
    .trimEnd();
}

const begin = '<!-- made of schemas/config.schema.json by npm run docs -->';
const end = '<!-- to here -->';

/** The page with the part between its two marks made anew; throws where the marks are not there. */
export function withTables(page: string, tables: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`docs/config.md needs the lines "${begin}" and "${end}", in this order; put them back`);
  return `${page.slice(0, from + begin.length)}\n\n${tables}\n\n${page.slice(to)}`;
}
