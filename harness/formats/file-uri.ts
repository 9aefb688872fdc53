import { pathToFileURL } from 'node:url';
import { isUnreserved } from './uri.ts';

/** The file:// URI of a path. What need not be encoded is not, as Node.js does with "~": servers compare URIs as texts. */
export const fileUri = (path: string): string =>
  pathToFileURL(path).href.replace(/%([0-9A-F]{2})/gi, (triplet, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return isUnreserved(code) ? String.fromCharCode(code) : triplet;
  });
