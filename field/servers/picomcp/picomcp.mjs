// A stand-in for the resources of picomcp, by the rules that its documentation gives. Its templates know two expressions:
// {name} matches one segment without "/", "?" and "#", {+name} matches anything; the values come URL-decoded.

/** An error with the code that a client gets. */
export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** How a resource says that nothing is there. */
export const notFound = (uri) => new RpcError(-32002, 'Resource not found', { uri });

const isTemplate = (uri) => /\{\+?\w+\}/.test(uri);

/** The expression that a template stands for, and the names of its variables. */
function compile(template) {
  const names = [];
  const source = template
    .split(/(\{\+?\w+\})/)
    .map((part) => {
      const variable = /^\{(\+?)(\w+)\}$/.exec(part);
      if (!variable) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(variable[2]);
      return variable[1] ? '([\\s\\S]*)' : '([^/?#]+)';
    })
    .join('');
  return { expression: new RegExp(`^${source}$`), names };
}

/** The variables of a URI, decoded; undefined where it does not match, or cannot be decoded. */
function variablesOf({ expression, names }, uri) {
  const match = expression.exec(uri);
  if (!match) return undefined;
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1])]));
  } catch {
    return undefined;
  }
}

/** What a value becomes on the wire. */
function contentsOf(uri, value) {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return [{ uri, mimeType: 'text/plain', text: value }];
  if (value instanceof Uint8Array) {
    return [{ uri, mimeType: 'application/octet-stream', blob: Buffer.from(value).toString('base64') }];
  }
  return [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }];
}

/** The resources and the templates of a server. */
export class Resources {
  #fixed = new Map();
  #templates = [];

  /** Adds a resource, or a template where the URI has variables; `read` gives the value, or throws. */
  add(uri, name, read) {
    if (isTemplate(uri)) this.#templates.push({ uri, name, read, ...compile(uri) });
    else this.#fixed.set(uri, { name, read });
    return this;
  }

  list() {
    return { resources: [...this.#fixed].map(([uri, { name }]) => ({ uri, name })) };
  }

  listTemplates() {
    return { resourceTemplates: this.#templates.map(({ uri, name }) => ({ uriTemplate: uri, name })) };
  }

  /** What stands at a URI; no match is an error with the code -32002. */
  async read(uri) {
    const fixed = this.#fixed.get(uri);
    if (fixed) return { contents: contentsOf(uri, await fixed.read({}, uri)) };
    for (const template of this.#templates) {
      const variables = variablesOf(template, uri);
      if (variables) return { contents: contentsOf(uri, await template.read(variables, uri)) };
    }
    throw notFound(uri);
  }
}
