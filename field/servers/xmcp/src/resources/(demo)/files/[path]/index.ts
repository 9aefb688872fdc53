import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { InferSchema, ResourceMetadata } from 'xmcp';
import { z } from 'zod';
import { notFound } from '../../../../not-found';

export const schema = { path: z.string() };
export const metadata: ResourceMetadata = { name: 'file', title: 'A file of the folder', mimeType: 'text/plain' };

export default async function file({ path }: InferSchema<typeof schema>) {
  const root = await realpath('files');
  try {
    const found = await realpath(join(root, decodeURIComponent(path)));
    if (found.startsWith(root + sep)) return await readFile(found, 'utf8');
  } catch {
    // Told below, as for what lies elsewhere.
  }
  throw notFound(`no file ${path}`);
}
