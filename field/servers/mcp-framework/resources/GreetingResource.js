import { MCPResource } from 'mcp-framework';

export default class GreetingResource extends MCPResource {
  uri = 'demo://greeting';
  name = 'greeting';
  description = 'A greeting';
  mimeType = 'text/plain';

  async read() {
    return [{ uri: this.uri, mimeType: this.mimeType, text: 'Grüße' }];
  }
}
