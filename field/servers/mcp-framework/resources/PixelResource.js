import { MCPResource } from 'mcp-framework';

const blob = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';

export default class PixelResource extends MCPResource {
  uri = 'demo://pixel';
  name = 'pixel';
  description = 'A pixel';
  mimeType = 'image/png';

  async read() {
    return [{ uri: this.uri, mimeType: this.mimeType, blob }];
  }
}
