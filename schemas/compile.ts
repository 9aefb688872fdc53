import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { definitionsKey, type SchemaFile } from './reduce.ts';

/** How many faults end a loop over the items of an array or the members of an object: a huge hostile value costs no more. */
const loopLimit = 256;

/** The keywords in use mean the same in both; strict mode refuses any other. */
const dialects = ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'];

/** The text of an ES module that exports `validators`, one for each definition of a reduced schema. */
export function compileValidators(file: SchemaFile): string {
  if (!dialects.includes(file.$schema))
    throw new Error(`The schema file is written in ${file.$schema}; known are ${dialects.join(' and ')}.`);
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    allErrors: true,
    // Formats are judged by cases of their own: what validators call a URI or base64 differs from the RFCs.
    validateFormats: false,
    // Each definition becomes one function that all others call, so every definition can be exported at no cost.
    inlineRefs: false,
    messages: false,
    code: { source: true, esm: true, lines: true },
  });
  const names = Object.keys(file[definitionsKey(file)]!);
  const byName = JSON.parse(JSON.stringify(file[definitionsKey(file)]).replaceAll(/#\/(?:\$defs|definitions)\//g, ''));
  for (const name of names) ajv.addSchema(byName[name], name);
  return bounded(collected(standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name]))), names));
}

/** Replaces one export for each validator by a single map: names such as `Error` would hide globals. */
function collected(code: string, names: string[]): string {
  const entries: string[] = [];
  const rest = code.replaceAll(/^export const (\w+) = (\w+);/gm, (_, name, validator) => {
    entries.push(`  ${name}: ${validator},`);
    return '';
  });
  if (entries.length !== names.length || /\brequire\(|^\s*(?:import|export)\b/m.test(rest))
    throw new Error('The compiled validators are no module that stands alone; look at schemas/compile.ts.');
  const body = rest
    .replace('"use strict";', '')
    .replaceAll(/^\s*\n/gm, '')
    .trim();
  return `${body}\nexport const validators = {\n${entries.join('\n')}\n};\n`;
}

/** Makes every loop end early once it has met enough faults; counted from its start, so that no ended loop looks faultless. */
function bounded(code: string): string {
  const limited = code
    .replaceAll(
      /for\(let i(\d+)=0; (i\1<len\d+); i\1\+\+\)/g,
      `for(let i$1=0, start$1=errors; $2 && errors < start$1 + ${loopLimit}; i$1++)`,
    )
    .replaceAll(
      /for\(const key(\d+) in (data\d*)\)\{/g,
      `const begin$1 = errors;\nfor(const key$1 in $2){\nif(errors >= begin$1 + ${loopLimit})break;`,
    );
  const loops = limited.match(/\b(?:for|while)\s*\(/g)?.length ?? 0;
  const ended = limited.match(new RegExp(`errors (?:<|>=) (?:start|begin)\\d+ \\+ ${loopLimit}\\b`, 'g'))?.length ?? 0;
  if (loops !== ended) throw new Error(`${loops - ended} loops of the compiled validators have no end; see bounded().`);
  return limited;
}
