import { MCPResource } from 'mcp-framework';

const values = { user: ['ada', 'grace'], note: ['1', '2', '3'] };

export default class NoteResource extends MCPResource {
  uri = 'demo://users/ada/notes/1';
  name = 'note';
  description = 'A note of a user';
  mimeType = 'text/plain';
  template = { uriTemplate: 'demo://users/{user}/notes/{note}', description: 'The notes of the users' };

  async read() {
    return [{ uri: this.uri, mimeType: this.mimeType, text: 'Note 1 of ada' }];
  }

  async complete(name, value) {
    return { values: (values[name] ?? []).filter((each) => each.startsWith(value)) };
  }
}
