import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { servesUndeclared } from '../../harness/listing.ts';
import { all, instead, onCapabilities, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const undeclared = onCapabilities((capabilities) => {
  delete capabilities.resources;
});
const embedded: JsonObject = { type: 'resource', resource: { uri: 'test://watched-resource', blob: '' } };

export default defineCase({
  title: 'A server whose tools answer with embedded resources declares the resources capability',
  rules: [
    {
      id: 'embedded-resource-capability',
      level: 'SHOULD',
      since: '2025-06-18',
      at: 'server/tools#embedded-resources',
      find: 'Servers that use embedded resources **SHOULD**',
    },
  ],
  anyServer: true,
  harm: 'untidy',
  hint: 'Serve what your tools embed as resources too, and declare resources; or answer with text.',

  // Tools can do anything, so none is called for this: only the calls that the fixtures name are judged.
  watch(traffic) {
    if (servesUndeclared(traffic)) blockedBy('capabilities/declared', 'the server lists resources undeclared');
    const results = traffic.results('tools/call');
    const found = results.find(({ result }) => {
      const content: unknown = isObject(result) ? result.content : undefined;
      return Array.isArray(content) && content.some((block) => isObject(block) && block.type === 'resource');
    });
    const declares = 'resources' in traffic.capabilities;
    if (!found) {
      if (declares) notApplicable('the server declares resources, whatever its tools embed');
      if (!('tools' in traffic.capabilities)) notApplicable('the server declares no tools');
      if (results.length > 0) notApplicable('no result of the tools that were called embeds a resource');
      untested('no tool was called; fixtures.update in the config names one that may be');
    }
    check(
      declares,
      `expected capabilities.resources of a server whose tool ${quote(found.request?.params?.name)} embeds a resource, got none`,
      { lines: [found.requestLine ?? found.line, found.line] },
    );
  },

  allows: {
    'a resource of bytes': onResult('tools/call', (result) => {
      result.content.push(embedded);
    }),
    'declared, and nothing but the resource': all(
      onCapabilities((capabilities) => {
        capabilities.resources = { subscribe: true };
      }),
      instead('tools/call', () => ({ result: { resultType: 'complete', content: [embedded] } })),
    ),
  },
  breaks: {
    'no declaration': [undeclared, 'expected capabilities.resources of a server whose tool "touch" embeds'],
  },
});
