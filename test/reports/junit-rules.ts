import type { Element } from './xml-tree.ts';

const number = /^\d+$/;
const decimal = /^\d+(?:\.\d+)?$/;
const token = /^\S(?:.*\S)?$/;
const any = /^/;

interface Rule {
  required: Record<string, RegExp>;
  optional?: Record<string, RegExp>;
  /** The children in their order: a name with `?` may be missing, one with `*` may be there any number of times; `|` separates alternatives. */
  children?: string[];
  text?: true;
}

const outcome: Rule = { required: { type: any }, optional: { message: any }, text: true };

// What the XML schemas of Windy Road (for Ant's JUnit task) and of the xUnit plugin of Jenkins both allow.
const rules: Record<string, Rule> = {
  testsuites: { required: {}, children: ['testsuite*'] },
  testsuite: {
    required: {
      id: number,
      name: token,
      package: token,
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      hostname: token,
      tests: number,
      failures: number,
      errors: number,
      time: decimal,
    },
    optional: { skipped: number },
    children: ['properties', 'testcase*', 'system-out', 'system-err'],
  },
  properties: { required: {}, children: ['property*'] },
  property: { required: { name: token, value: any } },
  testcase: {
    required: { name: token, classname: token, time: decimal },
    children: ['skipped|error|failure?'],
  },
  skipped: { required: {}, optional: { message: any }, text: true },
  error: outcome,
  failure: outcome,
  'system-out': { required: {}, text: true },
  'system-err': { required: {}, text: true },
};

/** What keeps an element from fitting the schemas of JUnit reports, and its counts from being true. */
export function junitFaults(element: Element): string[] {
  const rule = rules[element.name];
  if (!rule) return [`<${element.name}> is not known`];
  const known = { ...rule.required, ...rule.optional };
  const attributes = Object.entries(element.attributes).flatMap(([name, value]) =>
    known[name]?.test(value) ? [] : [`<${element.name} ${name}="${value}">`],
  );
  const missing = Object.keys(rule.required).filter((name) => !(name in element.attributes));
  const text = rule.text || element.text.trim() === '' ? [] : [`text in <${element.name}>`];
  return [
    ...attributes,
    ...missing.map((name) => `<${element.name}> without ${name}`),
    ...text,
    ...(inOrder(element, rule.children ?? []) ? [] : [`the children of <${element.name}>`]),
    ...(element.name === 'testsuite' ? countFaults(element) : []),
    ...element.children.flatMap(junitFaults),
  ];
}

function inOrder({ children }: Element, order: readonly string[]): boolean {
  const pattern = order
    .map((entry) => {
      const [, names, often] = /^(.*?)([?*]?)$/.exec(entry)!;
      return `(?:(?:${names}) )${often}`;
    })
    .join('');
  return new RegExp(`^${pattern}$`).test(children.map(({ name }) => `${name} `).join(''));
}

function countFaults({ attributes, children }: Element): string[] {
  const tests = children.filter(({ name }) => name === 'testcase');
  const count = (name: string) => tests.filter(({ children: [first] }) => first?.name === name).length;
  const counts = { tests: tests.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
  return Object.entries(counts).flatMap(([name, value]) =>
    attributes[name] === String(value) ? [] : [`${name} is ${attributes[name]}, and there are ${value}`],
  );
}
