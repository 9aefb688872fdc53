import type { ResourceMetadata } from 'xmcp';

export const metadata: ResourceMetadata = { name: 'empty', title: 'Empty', mimeType: 'text/plain' };

export default function empty() {
  return '';
}
