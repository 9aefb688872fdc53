import { MCPResource } from 'mcp-framework';

const blob = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';

export default class BundleResource extends MCPResource {
  uri = 'demo://bundle';
  name = 'bundle';
  description = 'Two parts';

  async read() {
    return [
      { uri: 'demo://bundle/readme', mimeType: 'text/plain', text: 'Two parts' },
      { uri: 'demo://bundle/pixel', mimeType: 'image/png', blob },
    ];
  }
}
