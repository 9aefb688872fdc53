import type { ResourceMetadata } from 'xmcp';

export const metadata: ResourceMetadata = { name: 'pixel', title: 'Pixel', mimeType: 'image/png' };

const blob = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';

export default function pixel() {
  return { contents: [{ uri: 'demo://pixel', mimeType: 'image/png', blob }] };
}
