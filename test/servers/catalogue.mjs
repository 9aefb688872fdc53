// What every server of this folder serves, and how each reads its command line; no SDK is touched here.
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' }, directory: { type: 'string' } },
});

/** `stdio` (default) or `http`. */
export const transport = positionals[0] ?? 'stdio';
/** The TCP port to listen on; 0 takes a free one. */
export const port = Number(values.port);
/** The folder that the template of files serves, absolute and without symbolic links; undefined where none was named. */
export const directory = values.directory === undefined ? undefined : await realpath(resolve(values.directory));

/** A picture of one pixel. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';

/** How often each URI was touched; a touched text says so. */
export const touched = new Map();

/** The resources that every server lists: their metadata, and their contents without the `uri`. */
export const resources = [
  {
    uri: 'demo://greeting',
    name: 'greeting',
    mimeType: 'text/plain',
    contents: () => [{ text: `Grüße, touched ${touched.get('demo://greeting') ?? 0} times\n` }],
  },
  { uri: 'demo://pixel', name: 'pixel', mimeType: 'image/png', contents: () => [{ blob: pixel }] },
  { uri: 'demo://empty', name: 'empty', mimeType: 'text/plain', contents: () => [{ text: '' }] },
  {
    uri: 'demo://bundle',
    name: 'bundle',
    contents: () => [
      { uri: 'demo://bundle/readme', mimeType: 'text/plain', text: 'Two parts' },
      { uri: 'demo://bundle/pixel', mimeType: 'image/png', blob: pixel },
    ],
  },
];

/** The template of two variables, and its variables' known values. */
export const notes = { template: 'demo://users/{user}/notes/{note}', users: ['ada', 'grace'], notes: ['1', '2', '3'] };

/** The text of a note, or undefined where there is none. */
export const noteOf = (user, note) =>
  notes.users.includes(user) && notes.notes.includes(note) ? `Note ${note} of ${user}` : undefined;

/** The template of files; `path` is relative to the folder. */
export const files = { template: 'demo://files/{+path}', prefix: 'demo://files/' };

/** The URIs of the files that lie directly in the folder. */
export const fileUris = async () =>
  (await readdir(directory, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ uri: files.prefix + encodeURIComponent(name), name, mimeType: 'text/plain' }));

/** The text of a file by its percent-encoded path; undefined for whatever is not a file inside the folder. */
export async function fileText(encoded) {
  try {
    const path = await realpath(join(directory, decodeURIComponent(encoded)));
    const inside = relative(directory, path);
    if (inside === '..' || inside.startsWith(`..${sep}`)) return undefined;
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A further resource, with a URI of its own. */
export const another = (count) => ({
  uri: `demo://added/${count}`,
  name: `added-${count}`,
  mimeType: 'text/plain',
  contents: () => [{ text: `Added as number ${count}` }],
});

/** Tells where an HTTP server listens. */
export const announce = (actualPort) => console.error(`listening on http://127.0.0.1:${actualPort}/mcp`);
