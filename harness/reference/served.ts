import { type Revision, revisions } from '../wire.ts';

/** Text or bytes, before they are put into a message. */
export type Body = { text: string } | { bytes: Uint8Array };

/** One item of the answer to a read. */
export interface Content {
  uri: string;
  mimeType?: string;
  body: Body;
  meta?: Record<string, unknown>;
}

/** What resources and templates have in common when they are listed. */
export interface Listed {
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  annotations?: { audience?: ('user' | 'assistant')[]; priority?: number; lastModified?: string };
  icons?: { src: string; mimeType?: string; sizes?: string[]; theme?: 'light' | 'dark' }[];
  meta?: Record<string, unknown>;
}

/** One listed resource. */
export interface Entry extends Listed {
  uri: string;
  size?: number;
  /** The first revision in which it is served; default: all. */
  since?: Revision;
  read: () => Content[] | undefined;
}

/** One listed template. */
export interface Template extends Listed {
  uriTemplate: string;
  /** The values of a URI that is an expansion, decoded; undefined for all other URIs. */
  match: (uri: string) => Record<string, string> | undefined;
  /** What stands at an expansion; undefined where nothing does. */
  read: (values: Record<string, string>, uri: string) => Content[] | undefined;
  /** Suggestions for each variable, given the values of the others. */
  variables: Record<string, (others: Record<string, string>) => string[]>;
}

/** The bytes of a body. */
export const bytesOf = (body: Body): Uint8Array => ('text' in body ? Buffer.from(body.text) : body.bytes);

/** A contents item as a revision knows it. */
export function contentFor({ uri, mimeType, body, meta }: Content, revision: Revision): Record<string, unknown> {
  return {
    uri,
    ...(mimeType !== undefined && { mimeType }),
    ...('text' in body ? { text: body.text } : { blob: Buffer.from(body.bytes).toString('base64') }),
    ...(meta && revision >= '2025-06-18' && { _meta: meta }),
  };
}

/** The members of a listed item that a revision knows: `title` and `_meta` came later, then `icons`. */
export function listedFor(item: Listed & { size?: number }, revision: Revision): Record<string, unknown> {
  const { name, title, description, mimeType, annotations, icons, meta, size } = item;
  const { lastModified, ...hints } = annotations ?? {};
  const later = revision >= '2025-06-18';
  return {
    name,
    ...(later && title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...(annotations && { annotations: { ...hints, ...(later && lastModified && { lastModified }) } }),
    ...(icons && revision >= '2025-11-25' && { icons }),
    ...(meta && later && { _meta: meta }),
  };
}

/** Whether an entry is served in a revision. */
export const servedIn = ({ since = revisions[0] }: Entry, revision: Revision): boolean => since <= revision;
