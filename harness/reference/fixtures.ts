import type { Fixtures } from '../run-options.ts';

/** What an operator would tell the suite of this server, so that nothing stays untested. */
export const referenceFixtures = (directory: string): Fixtures => ({
  update: {
    uri: 'test://watched-resource',
    tool: 'touch',
    arguments: { uri: 'test://watched-resource' },
  },
  listChange: { tool: 'add', arguments: {} },
  inputRequired: {
    uri: 'demo://host/ask',
    inputResponses: { env: { action: 'accept', content: { env: 'prod' } } },
  },
  directory,
});
