// What is read: wrong shapes, wrong encodings, members that are missing or null.
import { askingBy } from '../../../harness/input-required/mutants.ts';
import { all, fault, onRequest, onResult } from '../../../harness/mutate.ts';
import { isObject, type JsonObject } from '../../../harness/wire.ts';
import { type FieldReport, onItems, onListed, type SetAside } from './row.ts';

const modern = '2026-07-28';

export const reports: readonly FieldReport[] = [
  {
    report: 'langchain4j/langchain4j#6279',
    gist: 'blobs come from an encoder for mail, which breaks its lines',
    server: onItems((item) => {
      if (item.blob !== undefined) item.blob = `${item.blob.slice(0, 76)}\r\n${item.blob.slice(76)}`;
    }),
    found: ['read/base64', 'warn'],
  },
  {
    report: 'modelcontextprotocol/servers#4262',
    gist: 'what is read by a template has another MIME type than the template names',
    server: onItems((item) => {
      if (String(item.uri).startsWith('demo://host/words')) item.mimeType = 'text/plain';
    }),
    found: ['templates/mime-type', 'warn'],
  },
  {
    report: 'quarkiverse/quarkus-mcp-server#128',
    gist: 'a MIME type that is not set is sent as null',
    over: 'http',
    server: onItems((item) => {
      item.mimeType ??= null;
    }),
    found: ['read/shape', 'fail'],
  },
  {
    report: 'api-platform/core#8428',
    gist: 'a read is answered with the result of a tool call',
    over: 'http',
    server: onResult('resources/read', ({ contents, ...result }) => ({
      ...result,
      content: [{ type: 'text', text: JSON.stringify(contents) }],
      structuredContent: { contents },
    })),
    found: ['read/shape', 'fail'],
  },
  {
    report: 'modelcontextprotocol/rust-sdk#842',
    gist: 'a resource embedded in a prompt is wrapped twice',
    server: onResult('prompts/get', ({ messages }) => {
      for (const { content } of messages) if (content.resource) content.resource = { resource: content.resource };
    }),
    found: ['read/embedded', 'fail'],
  },
  {
    report: 'modelcontextprotocol/ruby-sdk#234',
    gist: 'the members of what is read go by other names',
    server: onResult('resources/read', (result) => {
      result.contents = result.contents.map(({ text, blob, mimeType, ...item }: Record<string, unknown>) => ({
        ...item,
        mime_type: mimeType,
        ...(text === undefined ? { binary: blob } : { content: text }),
      }));
    }),
    found: ['read/shape', 'fail'],
  },
  {
    report: 'paiml/rust-mcp-sdk#105',
    gist: 'what is read has the form of a tool’s content, without a URI',
    server: onResult('resources/read', (result) => {
      result.contents = result.contents.map(({ text = '' }: Record<string, unknown>) => ({ type: 'text', text }));
    }),
    found: ['read/shape', 'fail'],
  },
  {
    report: 'GopherSecurity/gopher-mcp#206',
    gist: 'a read is answered with the number of its contents',
    over: 'http',
    server: onResult('resources/read', ({ contents }, { params }) => ({
      contentCount: contents.length,
      uri: params?.uri,
    })),
    found: ['read/shape', 'fail'],
  },
  {
    report: 'dbernheisel/phantom_mcp#14',
    gist: 'the error of a read stands among the contents of a result',
    over: 'http',
    revision: modern,
    server: {
      outgoing: (message, { request }) =>
        request?.method === 'resources/read' && message.error
          ? [
              {
                jsonrpc: '2.0',
                id: message.id,
                result: { resultType: 'complete', contents: [message.error], ttlMs: 0, cacheScope: 'private' },
              },
            ]
          : [message],
    },
    found: ['not-found/code', 'fail'],
  },
  {
    report: 'spring-projects/spring-ai#6749',
    gist: 'lastModified is free text, and the priority is out of its range',
    server: onListed((entry) => {
      if (entry.annotations) entry.annotations = { lastModified: 'some time', priority: 5 };
    }),
    found: ['metadata/priority', 'fail'],
  },
  {
    report: 'spring-projects/spring-ai#6749 (lastModified)',
    gist: 'lastModified is free text',
    server: onListed((entry) => {
      if (entry.annotations) entry.annotations.lastModified = 'some time';
    }),
    found: ['metadata/last-modified', 'warn'],
  },
  {
    report: 'reshaprio/reshapr#356',
    gist: 'a read lacks the caching hints that the lists have',
    over: 'http',
    revision: modern,
    server: onResult('resources/read', (result) => {
      delete result.ttlMs;
      delete result.cacheScope;
    }),
    found: ['caching/hints', 'fail'],
  },
  {
    report: 'accordproject/apap#201',
    gist: 'the caching hints of a read stand in its items',
    over: 'http',
    revision: modern,
    server: onResult('resources/read', ({ ttlMs, cacheScope, ...result }) => ({
      ...result,
      ...(result.contents && { contents: result.contents.map((item: object) => ({ ...item, ttlMs, cacheScope })) }),
    })),
    found: ['caching/hints', 'fail'],
  },
  {
    report: 'leehack/mcp_dart#186',
    gist: 'a negative ttlMs is sent',
    revision: modern,
    server: onResult('resources/list', (result) => {
      result.ttlMs = -1;
    }),
    found: ['caching/ttl', 'fail'],
  },
  {
    report: 'IBM/mcp-context-forge#6278',
    gist: 'without an earlier initialize a read comes in the form of older revisions',
    over: 'http',
    revision: modern,
    server: onResult('resources/read', ({ contents }) => ({ contents })),
    found: ['messages/result-type', 'fail'],
  },
  {
    report: 'HelpCode-ai/anythingmcp#533',
    gist: 'a list that depends on the caller is called public',
    over: 'http',
    revision: modern,
    server: fault('http-anonymous-less'),
    found: ['caching/public-results', 'warn'],
  },
  {
    report: 'LIghtJUNction/OniMods#379',
    gist: 'answers of a client are taken whatever their annotations look like',
    over: 'http',
    revision: modern,
    server: all(
      askingBy('sampling'),
      onRequest('resources/read', (request) => {
        const answers: unknown = request.params?.inputResponses;
        for (const answer of Object.values<JsonObject>(isObject(answers) ? answers : {}))
          if (isObject(answer?.content)) delete answer.content.annotations;
        return request;
      }),
    ),
    found: ['input-required/malformed-answers', 'warn'],
  },
];

export const aside: readonly SetAside[] = [
  {
    report: 'BaseIntelligence/bounty-challenge#18043',
    gist: 'all that is read is called text/plain, whatever the list says',
    why: 'No sentence binds the MIME type of a read to the one in the list.',
  },
  {
    report: 'quarkiverse/quarkus-mcp-server#601',
    gist: 'what is read has no MIME type, or another than declared',
    why: 'The member is optional, and no sentence binds it to the one in the list.',
  },
  {
    report: 'modelcontextprotocol/python-sdk#2572',
    gist: 'JSON, XML and SVG come as bytes',
    why: 'Text and bytes are both allowed for what can be represented as text.',
  },
  {
    report: 'modelcontextprotocol/csharp-sdk#530',
    gist: 'a resource without a MIME type fails in clients',
    why: 'The member is optional; the fault is the client’s.',
  },
  {
    report: 'modelcontextprotocol/csharp-sdk#1228',
    gist: 'the _meta of the list is not in what is read',
    why: 'The two are members of different objects, and both are optional.',
  },
  {
    report: 'mastra-ai/mastra#23068',
    gist: 'a proxy drops the MIME type and _meta of what is read',
    why: 'Both are optional, so that their absence shows nothing.',
  },
  {
    report: 'quarkiverse/quarkus-langchain4j#2138',
    gist: 'the text of a file comes inside one more pair of quotes',
    why: 'Any text is allowed; only who knows the file can tell.',
  },
  {
    report: 'decocms/studio#4002',
    gist: 'a proxy caches what one caller may read for all callers of an organisation',
    why: 'It takes two credentials whose rights are known.',
  },
];
