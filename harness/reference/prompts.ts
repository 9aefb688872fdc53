import type { JsonObject, Revision } from '../wire.ts';
import { invalidParams } from './failure.ts';
import { type Content, contentFor } from './served.ts';

const host = 'demo://host';

const prompts = [
  { name: 'tour', title: 'A tour', description: 'Shows a text and some bytes, as they are served.' },
  {
    name: 'explain',
    title: 'Explain a word',
    description: 'Asks what a word means.',
    arguments: [{ name: 'word', description: 'The word.', required: true }],
  },
];

const shown: Content[] = [
  { uri: `${host}/greeting`, mimeType: 'text/plain', body: { text: 'Hello from the reference server.\n' } },
  { uri: `${host}/empty.bin`, mimeType: 'application/octet-stream', body: { bytes: new Uint8Array() } },
  // What is embedded need not be listed, nor readable by itself.
  { uri: `${host}/embedded/dot`, mimeType: 'application/octet-stream', body: { bytes: Uint8Array.of(0xfb, 0xff) } },
];

const says = (text: string) => ({ role: 'user', content: { type: 'text', text } });

/** Answers prompts/list. */
export function listPrompts({ cursor }: JsonObject, revision: Revision): JsonObject {
  if (cursor !== undefined) throw invalidParams('Invalid cursor');
  return {
    prompts: prompts.map(({ title, ...prompt }) => ({ ...prompt, ...(revision >= '2025-06-18' && { title }) })),
  };
}

/** Answers prompts/get. */
export function getPrompt({ name, arguments: given }: JsonObject, revision: Revision): JsonObject {
  if (name === 'tour') {
    const embedded = shown.map((content) => ({ type: 'resource', resource: contentFor(content, revision) }));
    return { messages: [says('Look around.'), ...embedded.map((content) => ({ role: 'user', content }))] };
  }
  if (name !== 'explain') throw invalidParams('Unknown prompt');
  const word: unknown = given?.word;
  if (typeof word !== 'string') throw invalidParams('arguments.word must be a string');
  return { messages: [says(`What does "${word}" mean?`)] };
}
