// A part of the build: the validators of our own files become code, so that no run has to load what compiles them.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { optionsFor } from '../schemas/files/options.mjs';

const file = /[/\\]schemas[/\\]files[/\\](config|known-issues|report)\.ts$/;

/** A plugin of the bundler that puts compiled code in the place of schemas/files/<name>.ts. */
export const compiledSchemas = () => ({
  name: 'compiled-schemas',
  load: {
    // Asked for these files alone: every question to a plugin costs.
    filter: { id: file },
    handler(id) {
      const [, name] = file.exec(id);
      const schema = JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));
      const ajv = new Ajv2020({ ...optionsFor(name), code: { source: true, esm: true, lines: true } });
      return { code: asModule(standalone.default(ajv, ajv.compile(schema))), moduleType: 'js' };
    },
  },
});

/** What ajv asks for at run time it asks for by `require`, also in a module. */
function asModule(code) {
  const imports = [];
  const body = code.replaceAll(/require\("([^"]+)"\)/g, (_, from) => {
    imports.push(`import required${imports.length} from '${from}.js';`);
    return `whole(required${imports.length - 1})`;
  });
  // Bundlers differ in what the default of such a module is: all that it exports, or its own default.
  const whole = "const whole = (it) => (typeof it === 'function' ? { default: it } : it);";
  return `${imports.join('\n')}\n${whole}\n${body}`;
}
