/**
 * How ajv is to judge a file of ours, for the source and for the build alike. The first fault ends the search in a report, which may
 * be large and have a million; elsewhere all are looked for, so that the one that says most can be told.
 */
export const optionsFor = (name) => ({
  allErrors: name !== 'report',
  verbose: true,
  allowUnionTypes: true,
  // The schemas are our own, and tests see to it that they are some.
  validateSchema: false,
});
