// What the scenarios of the official suite on resources ask for; both SDKs take it in the same calls.
import { z } from 'zod';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';

/** Registers the fixtures on a server; `changed` tells those who have subscribed. */
export function register(server, ResourceTemplate, changed) {
  const text = (uri, mimeType, words) => ({ contents: [{ uri, mimeType, text: words }] });
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, ({ href }) =>
    text(href, 'text/plain', 'This is the content of the static text resource.'),
  );
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: pixel }],
  }));
  server.registerResource('watched', 'test://watched-resource', { mimeType: 'text/plain' }, ({ href }) =>
    text(href, 'text/plain', 'Watched'),
  );
  server.registerResource(
    'data',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    ({ href }, { id }) => text(href, 'application/json', JSON.stringify({ id, templateTest: true })),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds a resource', argsSchema: z.object({ resourceUri: z.string() }).shape },
    ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded' } },
        },
        { role: 'user', content: { type: 'text', text: 'Please process the embedded resource above.' } },
      ],
    }),
  );
  server.registerTool('test_embedded_resource', { description: 'Embeds a resource' }, () => ({
    content: [
      { type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'Embedded' } },
    ],
  }));
  server.registerTool('touch', { description: 'Changes the watched resource' }, async () => {
    await changed('test://watched-resource');
    return { content: [{ type: 'text', text: 'touched' }] };
  });
}
