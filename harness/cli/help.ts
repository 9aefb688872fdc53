import { commands, type OptionName, optionSpec, options } from './options.ts';

const groups = ['The server', 'What is judged', 'Limits', 'Output'] as const;

/** Two columns, the first as wide as its widest entry. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** All that `--help` prints. */
export function helpText(): string {
  const names = Object.keys(options) as OptionName[];
  const label = (name: OptionName) => {
    const { value } = optionSpec(name);
    if (value === undefined) return `--${name}`;
    return `--${name} ${value.startsWith("'") ? value : `<${value}>`}`;
  };
  const width = Math.max(...names.map((name) => label(name).length));
  const section = (group: (typeof groups)[number]) => {
    const rows = names
      .filter((name) => options[name].group === group)
      .map((name) => [label(name).padEnd(width), options[name].says] as const);
    return `${group}:\n${columns(rows)}`;
  };
  return [
    'Judges the resources feature of an MCP server, rule by rule and revision by revision, with the evidence.',
    '',
    'Usage:',
    '  mcp-resource-conformance --stdio "node server.js"',
    '  mcp-resource-conformance -- node server.js',
    '  mcp-resource-conformance --url http://127.0.0.1:3000/mcp',
    '  mcp-resource-conformance --http "node server.js --port {port}" [--path /mcp]',
    '',
    'Commands:',
    columns(Object.values(commands).map(({ usage, says }) => [usage, says])),
    '',
    groups.map(section).join('\n\n'),
    '',
    'Exit codes:',
    columns([
      ['0', 'conformant, partly tested or nothing to judge (the last two: 1 with --strict)'],
      ['1', 'not conformant, a revision of --revision is not spoken, or a known issue does not hold'],
      ['2', 'wrong usage'],
      ['3', 'the server could not be started, reached or authorised, or refused the credentials in mid-run'],
      ['4', 'a fault of this tool'],
      ['130', 'interrupted; what was found so far is reported'],
    ]),
    '',
  ].join('\n');
}
