import { defineCase } from '../../harness/case.ts';
import { metaKeyFault, metaKeyPrefix } from '../../harness/formats/meta-key.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { onCapabilities } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject } from '../../harness/wire.ts';

const naming = (...keys: string[]) =>
  onCapabilities((capabilities) => {
    capabilities.extensions = Object.fromEntries(keys.map((key) => [key, {}]));
  });

export default defineCase({
  title: 'Each extension that the server advertises has a prefixed, well-formed identifier',
  rules: [
    {
      id: 'version-extension-identifier',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/versioning#extension-negotiation',
      find: 'with a mandatory prefix',
    },
  ],
  harm: 'untidy',
  hint: 'Name an extension by the reversed name of a domain of yours, a slash and its own name: com.example/shelves.',

  async run(probe) {
    probe.cite(probe.session.introduction.reply);
    if (!('extensions' in probe.capabilities)) notApplicable('the server advertises no extensions');
    const { extensions } = probe.capabilities;
    if (!isObject(extensions)) untested('capabilities.extensions is no object');
    const keys = Object.keys(extensions);
    if (keys.length === 0) notApplicable('the server advertises no extensions');
    for (const key of keys) {
      check(metaKeyPrefix(key) !== undefined, `expected an extension identifier with a prefix, got ${quote(key)}`);
      const fault = metaKeyFault(key);
      check(fault === undefined, `expected a well-formed extension identifier, got ${quote(key)}: ${fault}`);
    }
  },

  allows: {
    'extensions that nobody knows': naming('com.example/x', 'io.modelcontextprotocol/tasks', 'a-1.b2/c_d.e-f'),
    'a prefix of one label': naming('example/shelves'),
    'a prefix alone': naming('com.example/'),
    'experimental keys of any form': onCapabilities((capabilities) => {
      capabilities.experimental = { 'no prefix': {} };
    }),
  },
  breaks: {
    'no prefix': [naming('tasks'), 'with a prefix, got "tasks"'],
    'one of several without a prefix': [naming('com.example/x', 'tasks'), 'with a prefix, got "tasks"'],
    'an empty prefix': [naming('/tasks'), 'an empty label'],
    'a label that starts with a digit': [naming('1com.example/tasks'), 'does not start with a letter'],
    'a label that ends with a hyphen': [naming('com-.example/tasks'), 'does not end with a letter or digit'],
    'an underscore in the prefix': [naming('com.my_example/tasks'), 'no letter, digit or hyphen'],
    'a space in the name': [naming('com.example/my tasks'), 'a character in the name'],
    'a second slash': [naming('com.example/tasks/v1'), 'a character in the name'],
    'a name that ends with a dot': [naming('com.example/tasks.'), 'does not end'],
  },
});
