// An MCP server whose every text attacks whoever reads it: terminal, browser, CI runner, parser. The first argument says where it stops.
import { serve, write } from './core.mjs';

const ESC = '\u001b';
const texts = [
  `${ESC}[2J${ESC}[31mred${ESC}]8;;https://evil.example${ESC}\\link${ESC}]8;;${ESC}\\`,
  `${ESC}]52;c;ZXZpbA==\u0007 \u0007 \u009b31m \u009d0;title\u009c \u0008\u0008 \u007f \r overwritten`,
  "<script>alert(1)</script> \"><img src=x onerror=alert(1)> ' onmouseover='alert(1) </pre></details></style></title>",
  ']]> &amp; &#0; &#x1b; <?x?> <!DOCTYPE a [<!ENTITY b "c">]> &b; \u0001\u0002\ufffe\uffff \ud800',
  '[a](https://evil.example) \\[b](https://evil.example) ![i](//evil.example/i) | a | b |\n```\n`x` <!-- --> **b** www.evil.example',
  '{0} {{1}} [here](1) \\\\[there](2) ${x} %0A::error::x',
  '\n::error file=a.js,line=1::owned\n  ::set-output name=x::y\n::add-mask::a\n::stop-commands::x\n##[error]owned',
  '\r::warning::owned\r\n##vso[task.setvariable variable=x]y\n##teamcity[testFailed name="x"]\u2028::error::z\u0085::error::z',
  `abc \u202egnp.exe\u202c \u2066x\u2069 zero\u200bwidth\ufeff \u{e0041}`,
  `/home/somebody/.ssh/id_rsa: ${process.env.TOKEN ?? 'no token'} at Object.<anonymous> (/srv/app/server.js:1:1)`,
  `section_start:1:x[collapsed=true]\r${ESC}[0Kowned`,
];
const all = texts.join(' ');
const uris = texts.map((text, at) => `doc://${at}/${text}`);
const resources = texts.map((text, at) => ({
  uri: at % 2 ? uris[at] : `doc://${at}`,
  name: text,
  title: text,
  description: text,
  mimeType: text,
  size: text,
  annotations: { audience: [text], priority: text, lastModified: text },
  icons: [{ src: text, mimeType: text, sizes: [text] }],
  _meta: { [text]: text },
  [text]: text,
}));
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { resources: { subscribe: true, [all]: all }, completions: {}, [all]: { [all]: all } },
    serverInfo: { name: all, version: all, title: all },
    instructions: all,
  }),
  ping: () => ({ [all]: all }),
  'resources/list': () => ({ resources, nextCursor: undefined, [all]: all }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: `doc://{x}/${all}`, name: all, description: all, mimeType: all }],
  }),
  'completion/complete': () => ({ completion: { values: texts, total: all } }),
};

let count = 0;
const say = () => process.stderr.write(`${texts[count++ % texts.length]}\n${all}\n`);
say();
const stop = process.argv[2];
if (stop === 'at once') process.exit(1);
serve(({ id, method, params = {} }) => {
  say();
  if (id === undefined) return undefined;
  const error = (code, message, data) => ({ jsonrpc: '2.0', id, error: { code, message, data } });
  if (stop === 'initialize') return error(-32000, all, all);
  if (stop === 'noise') return `${all}\n`;
  if (count % 5 === 0) write(`${texts[count % texts.length]}\n`);
  if (method === 'resources/read') {
    const found = resources.find(({ uri }) => uri === params.uri);
    if (!found) return error(-32603, `${all} ${params.uri}`, { [all]: all });
    return {
      jsonrpc: '2.0',
      id,
      result: { contents: [{ uri: all, mimeType: all, text: all, blob: all, [all]: all }] },
    };
  }
  const make = Object.hasOwn(results, method) ? results[method] : undefined;
  return make ? { jsonrpc: '2.0', id, result: make(params), [all]: all } : error(all, all, all);
});
