// What both stand-ins serve: a value of each kind that the library takes.
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { notFound, Resources } from './picomcp.mjs';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC';
const users = { ada: ['1', '2', '3'], grace: ['1', '2', '3'] };

/** The resources, over the folder `files` of the working folder. */
export async function demo() {
  const root = await realpath('files');
  return new Resources()
    .add('demo://greeting', 'greeting', () => 'Grüße')
    .add('demo://empty', 'empty', () => '')
    .add('demo://pixel', 'pixel', () => Buffer.from(pixel, 'base64'))
    .add('demo://settings', 'settings', () => ({ theme: 'dark', size: 12 }))
    .add('demo://bundle', 'bundle', () => [
      { uri: 'demo://bundle/readme', mimeType: 'text/plain', text: 'Two parts' },
      { uri: 'demo://bundle/pixel', mimeType: 'image/png', blob: pixel },
    ])
    .add('demo://users/{user}/notes/{note}', 'note', ({ user, note }, uri) => {
      if (!Object.hasOwn(users, user) || !users[user].includes(note)) throw notFound(uri);
      return `Note ${note} of ${user}`;
    })
    .add('demo://files/{+path}', 'file', async ({ path }, uri) => {
      const file = await realpath(join(root, path)).catch(() => root);
      if (!file.startsWith(root + sep)) throw notFound(uri);
      return readFile(file, 'utf8').catch(() => Promise.reject(notFound(uri)));
    });
}
