import { readFileSync } from 'node:fs';

/** The name of this tool, as it introduces itself to servers. */
export const toolName = 'mcp-resource-conformance';

/** The version of this tool, from the package that it was installed with. */
export const toolVersion: string = (() => {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
      if (name === toolName) return version;
    } catch {}
  }
  return '0.0.0';
})();
