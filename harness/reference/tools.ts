import { isObject, type JsonObject, type Revision } from '../wire.ts';
import { invalidParams } from './failure.ts';
import type { Library } from './library.ts';

/** A change that clients may be told of. */
export type Change = { type: 'updated'; uri: string } | { type: 'listChanged' };

const nothing = { type: 'object', properties: {}, additionalProperties: false };
const tools = [
  {
    name: 'touch',
    title: 'Touch a resource',
    description: 'Changes a resource, so that those who watch it are told.',
    inputSchema: {
      type: 'object',
      properties: { uri: { type: 'string', description: 'The URI of the resource.' } },
      required: ['uri'],
      additionalProperties: false,
    },
  },
  { name: 'add', title: 'Add a resource', description: 'Adds one resource to the list.', inputSchema: nothing },
  { name: 'remove', title: 'Remove a resource', description: 'Removes the resource added last.', inputSchema: nothing },
];

/** Answers tools/list. */
export function listTools({ cursor }: JsonObject, revision: Revision): JsonObject {
  if (cursor !== undefined) throw invalidParams('Invalid cursor');
  return {
    tools: tools.map(({ title, ...tool }) => ({ ...tool, ...(revision >= '2025-06-18' && { title }) })),
  };
}

/** Answers tools/call: makes the change, and hands it to `announce` before it answers. */
export function callTool(
  { name, arguments: given = {} }: JsonObject,
  revision: Revision,
  library: Library,
  announce: (change: Change) => void,
): JsonObject {
  if (!tools.some((tool) => tool.name === name)) throw invalidParams('Unknown tool');
  if (!isObject(given)) throw invalidParams('arguments must be an object');
  if (name === 'touch') {
    const { uri } = given;
    if (typeof uri !== 'string') {
      // From 2025-11-25 on a model is to see such an error, so that it can correct itself.
      if (revision < '2025-11-25') throw invalidParams('arguments.uri must be a string');
      return said('uri must be a string', true);
    }
    if (!library.has(uri, revision)) return said('There is no such resource', true);
    library.touch(uri);
    announce({ type: 'updated', uri });
    const { content } = said(`Touched ${uri}`);
    const touched = library.contentsOf(uri, revision).map((resource) => ({ type: 'resource', resource }));
    return { content: [...content, ...touched] };
  }
  const uri = name === 'add' ? library.add() : library.remove();
  if (uri === undefined) return said(name === 'add' ? 'There are too many' : 'There is nothing to remove', true);
  announce({ type: 'listChanged' });
  return said(`${name === 'add' ? 'Added' : 'Removed'} ${uri}`);
}

const said = (text: string, isError = false): JsonObject => ({
  content: [{ type: 'text', text }],
  ...(isError && { isError }),
});
