/** The commands beside the run itself. */
export const commands = {
  list: { usage: 'list [--json]', says: 'every case: id, level in each revision, title' },
  explain: { usage: 'explain <case>', says: 'one case: its rules, what they ask for, what breaks them' },
  prove: {
    usage: 'prove [--only <glob,...>]',
    says: 'proves that each case passes what conforms and reports what does not',
  },
  render: {
    usage: 'render <report.json>',
    says: 'makes the formats of --report of a report, without a server',
  },
  compare: {
    usage: 'compare <report.json> <report.json>...',
    says: 'what changed between reports, or how servers differ',
  },
} as const;
/** The name of a command; `run` is the one without a name. */
export type CommandName = 'run' | keyof typeof commands;

/** One option of the command line. */
export interface OptionSpec {
  /** What its value is, as the help shows it; an option without is a switch. */
  value?: string;
  /** May be given more than once. */
  multiple?: true;
  says: string;
  group: 'The server' | 'What is judged' | 'Limits' | 'Output';
  /** The commands that take it; default: the run. */
  of?: readonly CommandName[];
}

const everywhere = ['run', 'list', 'explain', 'prove', 'render', 'compare'] as const;

/** Every option by its name; help, parser and suggestions are made from this table. */
export const options = {
  stdio: {
    value: 'command',
    group: 'The server',
    says: 'launch it, talk over stdin and stdout (also: ... -- command args)',
  },
  url: { value: 'address', group: 'The server', says: 'talk to one that runs already' },
  http: {
    value: 'command',
    group: 'The server',
    says: 'launch it on a free port: {port} in the command, $PORT, --env NAME={port}',
  },
  path: { value: 'path', group: 'The server', says: 'where --http finds the endpoint; default /mcp' },
  sse: { value: 'address', group: 'The server', says: "a running server with 2024-11-05's own HTTP+SSE transport" },
  header: {
    value: "'Name: value'",
    multiple: true,
    group: 'The server',
    says: 'sent with each HTTP request; masked in reports',
  },
  insecure: { group: 'The server', says: 'takes any certificate of an https: address' },
  env: {
    value: 'NAME=value',
    multiple: true,
    group: 'The server',
    says: 'added to its environment; masked in reports',
  },
  cwd: { value: 'folder', group: 'The server', says: 'where it is launched' },
  target: { value: 'name,...', multiple: true, group: 'The server', says: 'only these of the targets of the config' },
  revision: {
    value: 'revision,...',
    multiple: true,
    group: 'What is judged',
    says: 'only these, each of which it has to speak',
  },
  only: {
    value: 'glob,...',
    multiple: true,
    group: 'What is judged',
    says: 'only these cases: read/*, */shape, not-found',
    of: ['run', 'prove'],
  },
  skip: { value: 'glob,...', multiple: true, group: 'What is judged', says: 'all but these cases' },
  read: { value: 'uri', multiple: true, group: 'What is judged', says: 'can be read though it is not listed' },
  unknown: { value: 'uri', multiple: true, group: 'What is judged', says: 'must not be found' },
  config: { value: 'file', group: 'What is judged', says: 'in place of mcp-resource-conformance.config.{json,mjs}' },
  'known-issues': {
    value: 'file',
    group: 'What is judged',
    says: 'failures that are known: excused, until they are gone',
  },
  'write-known-issues': {
    group: 'What is judged',
    says: "writes that file for today's failures, and keeps their whys",
  },
  strict: {
    group: 'What is judged',
    says: 'warnings and what stayed untested count against the server',
    of: ['run', 'render'],
  },
  timeout: { value: 'ms', group: 'Limits', says: 'for one request; default 5000' },
  'start-timeout': { value: 'ms', group: 'Limits', says: 'until the first answer; default 60000' },
  'max-pages': { value: 'n', group: 'Limits', says: 'pages of one list that are followed; default 10000' },
  sample: { value: 'n', group: 'Limits', says: 'listed resources that are read; default 50' },
  report: {
    value: 'format[=file]',
    multiple: true,
    group: 'Output',
    says: 'terminal, json, html, junit, markdown, sarif, badge',
    of: ['run', 'render', 'compare'],
  },
  quiet: { group: 'Output', says: 'failures and the headline only', of: ['run', 'render'] },
  verbose: {
    group: 'Output',
    says: "more reasons, every exchange, and the server's stderr",
    of: ['run', 'render'],
  },
  json: { group: 'Output', says: 'list as JSON', of: ['list'] },
  'no-color': { group: 'Output', says: 'also: NO_COLOR in the environment', of: everywhere },
  version: { group: 'Output', says: 'print the version', of: everywhere },
  help: { group: 'Output', says: 'print this', of: everywhere },
} as const satisfies Record<string, OptionSpec>;
/** The name of an option, without its dashes. */
export type OptionName = keyof typeof options;

/** An option of the table, its optional members included. */
export const optionSpec = (name: OptionName): OptionSpec => options[name];

/** Whether a command takes an option. */
export const takes = (command: CommandName, name: OptionName): boolean =>
  (optionSpec(name).of ?? ['run']).includes(command);
