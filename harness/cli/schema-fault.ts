/**
 * What keeps a value from fitting a schema, in words; undefined where it fits. `whole` names the value itself. `all` looks for the
 * fault that says most; without it the first ends the search, as a large value may have a million.
 */
export async function schemaFault(
  schema: object,
  value: unknown,
  whole: string,
  { all = true } = {},
): Promise<string | undefined> {
  // Loaded only here: a run without a config starts without the validator.
  const [{ Ajv2020 }, { faultInWords, firstFault }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('./config-faults.ts'),
  ]);
  // The schemas are our own, and tests see to it that they are some.
  const options = { allErrors: all, verbose: true, allowUnionTypes: true, validateSchema: false };
  const validate = new Ajv2020(options).compile(schema);
  return validate(value) ? undefined : faultInWords(firstFault(validate.errors!), value, whole);
}
