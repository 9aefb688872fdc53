import * as contents from './rows/contents.ts';
import * as http from './rows/http.ts';
import * as lists from './rows/lists.ts';
import * as security from './rows/security.ts';
import * as stdio from './rows/stdio.ts';
import * as subscriptions from './rows/subscriptions.ts';
import * as uris from './rows/uris.ts';

/** All reports, by what they are about. */
export const groups = [uris, contents, lists, subscriptions, security, stdio, http];
