// A server of one large blob: node blob.mjs <characters of base64>
import { opening, serve } from './stdio.mjs';

const uri = 'store://one/large.bin';
const length = Number(process.argv[2]);
const blob = 'q83vASNFZ4mr'.repeat(Math.ceil(length / 12)).slice(0, length - (length % 4));
const contents = `{"contents":[{"uri":"${uri}","mimeType":"application/octet-stream","blob":"${blob}"}]}`;

serve({
  ...opening,
  'resources/list': () =>
    JSON.stringify({ resources: [{ uri, name: 'large.bin', mimeType: 'application/octet-stream' }] }),
  'resources/read': (params) => (params.uri === uri ? contents : undefined),
});
