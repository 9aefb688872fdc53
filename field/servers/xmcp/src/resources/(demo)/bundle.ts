import type { ResourceMetadata } from 'xmcp';

export const metadata: ResourceMetadata = { name: 'bundle', title: 'Two parts' };

const blob = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';

export default function bundle() {
  return {
    contents: [
      { uri: 'demo://bundle/readme', mimeType: 'text/plain', text: 'Two parts' },
      { uri: 'demo://bundle/pixel', mimeType: 'image/png', blob },
    ],
  };
}
