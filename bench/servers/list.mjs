// A server that lists many resources, in pages of 100: node list.mjs <count>
import { opening, serve } from './stdio.mjs';

const count = Number(process.argv[2]);
const pageSize = 100;
const uriOf = (n) => `catalog://shelf/${Math.floor(n / pageSize)}/volume-${n}`;

const entry = (n) =>
  `{"uri":"${uriOf(n)}","name":"volume-${n}","title":"Volume ${n}","description":"The volume with the number ${n} of a long catalog.","mimeType":"text/plain"}`;

function page({ cursor }) {
  const start = cursor === undefined ? 0 : Number(/^at-(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
  if (!(start >= 0 && start <= count)) return undefined;
  const end = Math.min(start + pageSize, count);
  const entries = Array.from({ length: end - start }, (_, i) => entry(start + i));
  return `{"resources":[${entries.join(',')}]${end < count ? `,"nextCursor":"at-${end}"` : ''}}`;
}

function read({ uri }) {
  const n = Number(/volume-(\d+)$/.exec(uri)?.[1] ?? Number.NaN);
  if (!(n < count) || uriOf(n) !== uri) return undefined;
  return `{"contents":[{"uri":"${uri}","mimeType":"text/plain","text":"Volume ${n}"}]}`;
}

serve({ ...opening, 'resources/list': page, 'resources/read': read });
