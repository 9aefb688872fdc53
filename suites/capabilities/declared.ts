import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { type ListMethod, listed } from '../../harness/material.ts';
import { all, instead, onCapabilities, onResult } from '../../harness/mutate.ts';
import { inWords, isError, isResult } from '../../harness/session/reply.ts';
import { isObject } from '../../harness/wire.ts';

const methods = Object.keys(listed) as ListMethod[];
const undeclared = onCapabilities((capabilities) => {
  delete capabilities.resources;
});
const refused = () => ({ error: { code: -32601, message: 'Method not found' } });

export default defineCase({
  title: 'A server that lists resources or templates declares the resources capability',
  rules: [
    {
      id: 'cap-resources-declared',
      level: 'MUST',
      since: '2024-11-05',
      at: 'server/resources#capabilities',
      find: 'Servers that support resources **MUST** declare',
    },
  ],
  anyServer: true,
  harm: 'breaks',
  hint: 'Put resources (an empty object will do) into the capabilities of initialize or server/discover.',

  async run(probe) {
    probe.cite(probe.session.introduction.reply);
    if (!isObject(probe.session.introduction.reply.result?.capabilities))
      blockedBy(
        probe.modern ? 'capabilities/discover-shape' : 'capabilities/initialize-answer',
        'no capabilities came',
      );
    // Of whatever type: a malformed declaration is judged by capabilities/shape.
    if ('resources' in probe.capabilities) return;
    const silent: string[] = [];
    for (const method of methods) {
      const reply = await probe.send(method, {});
      const entries: unknown = isResult(reply) && isObject(reply.result) ? reply.result[listed[method]] : undefined;
      const count = Array.isArray(entries) ? entries.length : 0;
      const what = method === 'resources/list' ? 'resources' : 'templates';
      check(count === 0, `expected capabilities.resources, got none, though ${method} gives ${what} (${count})`);
      if (!isResult(reply) && !isError(reply)) silent.push(`${method} got ${inWords(reply)}`);
    }
    if (silent.length > 0)
      untested(`the server declares no resources, but whether it has some stayed open: ${silent.join(', ')}`);
    // An empty list tells of no resources: many frameworks answer list methods whatever they serve.
    notApplicable('the server declares no resources and lists none');
  },

  allows: {
    'an empty object': onCapabilities((capabilities) => {
      capabilities.resources = {};
    }),
    'other capabilities that nobody knows': onCapabilities((capabilities) => {
      capabilities['x-shelves'] = { any: 1 };
      capabilities.experimental = { 'x-shelves': {} };
      capabilities.resources['x-sorted'] = 'by name';
    }),
  },
  breaks: {
    'no declaration': [undeclared, 'expected capabilities.resources, got none, though resources/list gives'],
    'no capabilities at all': [
      onCapabilities((_, result) => {
        result.capabilities = {};
      }),
      'though resources/list gives resources',
    ],
    'templates alone, undeclared': [
      all(undeclared, instead('resources/list', refused)),
      'though resources/templates/list gives templates',
    ],
    'templates beside an empty list, undeclared': [
      all(
        undeclared,
        onResult('resources/list', (result) => {
          result.resources = [];
          delete result.nextCursor;
        }),
      ),
      'though resources/templates/list gives templates',
    ],
  },
});
