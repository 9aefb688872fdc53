import { defineCase } from '../../harness/case.ts';
import { uriFault } from '../../harness/formats/uri.ts';
import { blockedBy } from '../../harness/judge.ts';
import { onReply, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { readings } from '../../harness/readings.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const method = 'resources/read';
const type = 'ReadResourceResult';
const item = 'contents[]';

/** The members that each rule is about; caching hints and the kind of the result have cases of their own. */
const members: Readonly<Record<string, string[]>> = {
  'read-result-shape': ['contents', item],
  'read-contents-uri': [`${item}.uri`],
  'read-text-or-blob': [`${item}.text`, `${item}.blob`],
  'read-mimetype-type': [`${item}.mimeType`],
  'read-contents-meta': [`${item}._meta`],
};

const each = (change: (content: JsonObject) => void) => onResult(method, ({ contents }) => contents?.forEach(change));

const given = (uri: string) => each((content) => Object.assign(content, { uri }));

export default defineCase({
  title: 'What is read comes in the form that the schema gives it',
  rules: [
    { id: 'read-result-shape', level: 'SCHEMA', since: '2024-11-05', at: `schema#${type}` },
    { id: 'read-contents-uri', level: 'SCHEMA', since: '2024-11-05', at: 'schema#TextResourceContents' },
    { id: 'read-text-or-blob', level: 'SCHEMA', since: '2024-11-05', at: `schema#${type}` },
    { id: 'read-mimetype-type', level: 'SCHEMA', since: '2024-11-05', at: 'schema#TextResourceContents' },
    { id: 'read-contents-meta', level: 'SCHEMA', since: '2025-06-18', at: 'schema#TextResourceContents' },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Answer a read with a contents array; each item has its uri and a string, either text or blob, which may be empty.',

  async run(probe, { binds, revision }) {
    for (const { uri: asked, reply, contents } of await readings(probe)) {
      probe.cite(reply);
      if (!isObject(reply.result))
        blockedBy('messages/result-or-error', `the result of reading ${quote(asked)} is no object`);
      for (const [rule, only] of Object.entries(members))
        if (binds(rule)) checkShape(reply.result, type, revision, { rule, only, lines: reply.lines });
      for (const { uri, text, blob } of contents) {
        const fault = uriFault(uri);
        if (fault !== undefined)
          probe.flag(`the uri ${quote(uri)} in the contents of ${quote(asked)} is no URI: ${fault}`, {
            rule: 'read-contents-uri',
          });
        // The schema accepts either form, and so both at once; the prose knows one or the other.
        if (typeof text === 'string' && typeof blob === 'string')
          probe.flag(`the contents of ${quote(asked)} have both text and blob in one item`, {
            rule: 'read-text-or-blob',
            warn: true,
          });
      }
    }
  },

  allows: {
    'no contents for what exists': onResult(method, (result) => {
      if ('contents' in result) result.contents = [];
    }),
    'several items': [
      onResult(method, ({ contents }) => {
        contents?.push({ uri: 'demo://host/part', text: '' });
      }),
      { since: '2026-07-28', rule: 'read-multiple-contents' },
    ],
    'input is wanted first': [
      onReply(method, (reply, { params }) =>
        params?.uri === 'demo://host/greeting'
          ? { result: { resultType: 'input_required', requestState: 'x' } }
          : reply,
      ),
      { since: '2026-07-28', rule: 'read-may-require-input' },
    ],
    'members that no schema knows': each((content) => Object.assign(content, { type: 'resource', size: null })),
    'no MIME type': each((content) => {
      delete content.mimeType;
    }),
    'a null in place of the other form': each((content) =>
      Object.assign(content, 'text' in content ? { blob: null } : { text: null }),
    ),
    'the empty text and no bytes': each((content) =>
      Object.assign(content, 'text' in content ? { text: '' } : { blob: '' }),
    ),
    'the URI of a part of what was asked for': given('demo://host/part#1'),
    'a URI in letters of another case': onResult(method, ({ contents }) =>
      contents?.forEach((content: JsonObject) => {
        content.uri = content.uri.replace(/^[a-z]+:/, (scheme: string) => scheme.toUpperCase());
      }),
    ),
    '_meta of any type, before it was defined': [
      each((content) => Object.assign(content, { _meta: 'x' })),
      { until: '2025-03-26' },
    ],
  },
  breaks: (revision) =>
    Object.assign(
      {
        'a relative uri': [given('notes/empty.txt'), 'is no URI: a relative reference', { rule: 'read-contents-uri' }],
        'a file name': [given('readme'), 'is no URI: no scheme', { rule: 'read-contents-uri' }],
        'a space in a uri': [given('demo://host/my notes'), 'a raw space', { rule: 'read-contents-uri' }],
        'the empty text as a uri': [given(''), 'is no URI: an empty text', { rule: 'read-contents-uri' }],
        'text and blob in one item': [
          each((content) => Object.assign(content, { text: 'x', blob: 'eA==' })),
          'have both text and blob in one item',
          { rule: 'read-text-or-blob', warn: true },
        ],
        'text and blob are null': [
          each((content) => Object.assign(content, { text: null, blob: null })),
          'must be string, got null',
          { rule: 'read-text-or-blob' },
        ],
        'an error in the contents': [
          each((content) => {
            for (const name of Object.keys(content)) if (name !== 'uri') delete content[name];
            Object.assign(content, { code: -32002, message: 'Resource not found' });
          }),
          'required member text or blob is missing',
          { rule: 'read-text-or-blob' },
        ],
        'the result of a tool': [
          onResult(method, ({ contents, ...result }) =>
            contents ? { ...result, content: [{ type: 'text', text: 'Hello' }] } : undefined,
          ),
          'required member contents is missing',
        ],
      },
      ...Object.entries(members).map(([rule, member]) => shapeMutants(method, type, revision, { member, rule })),
    ),
});
