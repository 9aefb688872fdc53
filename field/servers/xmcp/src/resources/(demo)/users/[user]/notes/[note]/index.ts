import type { InferSchema, ResourceMetadata } from 'xmcp';
import { z } from 'zod';
import { notFound } from '../../../../../../not-found';

export const schema = { user: z.string(), note: z.string() };
export const metadata: ResourceMetadata = { name: 'note', title: 'A note of a user', mimeType: 'text/plain' };

const users = ['ada', 'grace'];
const notes = ['1', '2', '3'];

export default function note({ user, note }: InferSchema<typeof schema>) {
  if (!users.includes(user) || !notes.includes(note)) throw notFound(`no note ${note} of ${user}`);
  return `Note ${note} of ${user}`;
}
