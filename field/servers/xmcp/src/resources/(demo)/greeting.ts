import type { ResourceMetadata } from 'xmcp';

export const metadata: ResourceMetadata = { name: 'greeting', title: 'Greeting', mimeType: 'text/plain' };

export default function greeting() {
  return 'Grüße';
}
