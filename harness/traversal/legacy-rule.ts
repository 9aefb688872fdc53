import type { Rule } from '../case.ts';

/** What the revisions before 2026-07-28 say of paths: they have no word for traversal, but a URI that leads out was not validated. */
export const validatesUris: Rule<undefined> = {
  id: 'sec-validate-uris',
  level: 'MUST',
  since: '2024-11-05',
  until: '2025-11-25',
  at: 'server/resources#security-considerations',
  find: 'validate all resource URIs',
  derived:
    'The text wants URIs validated; that a validated URI stays within what is served is the step left to the reader.',
};
