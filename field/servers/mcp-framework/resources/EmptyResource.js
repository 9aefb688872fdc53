import { MCPResource } from 'mcp-framework';

export default class EmptyResource extends MCPResource {
  uri = 'demo://empty';
  name = 'empty';
  description = 'Nothing';
  mimeType = 'text/plain';

  async read() {
    return [{ uri: this.uri, mimeType: this.mimeType, text: '' }];
  }
}
