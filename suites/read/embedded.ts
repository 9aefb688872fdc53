import { defineCase } from '../../harness/case.ts';
import { base64Fault } from '../../harness/formats/base64.ts';
import { uriFault } from '../../harness/formats/uri.ts';
import { notApplicable, untested } from '../../harness/judge.ts';
import { spread } from '../../harness/material.ts';
import { all, onRequest, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { isResult } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const mostPages = 10;
const mostPrompts = 20;

/** The prompts that the server lists, on the first pages. */
async function listedPrompts(probe: Probe): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  let cursor: unknown;
  for (let page = 0; page < mostPages; page++) {
    const result = await probe.result('prompts/list', cursor === undefined ? {} : { cursor });
    if (Array.isArray(result.prompts)) found.push(...result.prompts.filter(isObject));
    cursor = result.nextCursor;
    if (typeof cursor !== 'string') break;
  }
  return found.filter(({ name }) => typeof name === 'string');
}

const needsArguments = ({ arguments: all }: JsonObject): boolean =>
  Array.isArray(all) && all.some((each) => isObject(each) && each.required === true);

/** What gets a prompt: servers that check arguments want their object even where none of them is needed. */
const getting = ({ name, arguments: each }: JsonObject): JsonObject =>
  Array.isArray(each) && each.length > 0 ? { name, arguments: {} } : { name };

/** The resources that a prompt embeds. */
function embeddedIn(messages: unknown): unknown[] {
  if (!Array.isArray(messages)) return [];
  return messages
    .flatMap((message) => (isObject(message) ? message.content : []))
    .filter((block) => isObject(block) && block.type === 'resource')
    .map((block) => block.resource);
}

/** Flags what an embedded resource lacks. */
function judge(probe: Probe, name: string, resource: unknown): void {
  const where = `a resource that the prompt ${quote(name)} embeds`;
  if (!isObject(resource)) {
    probe.flag(`expected an object as ${where}, got ${quote(resource)}`);
    return;
  }
  const { uri, mimeType, text, blob } = resource;
  if (typeof uri !== 'string')
    probe.flag(`expected a string as the uri of ${where}, got ${'uri' in resource ? quote(uri) : 'none'}`);
  else if (uriFault(uri) !== undefined) probe.flag(`the uri ${quote(uri)} of ${where} is no URI: ${uriFault(uri)}`);
  if (typeof text !== 'string' && typeof blob !== 'string') probe.flag(`${where} has neither a text nor a blob`);
  const fault = typeof blob === 'string' ? base64Fault(blob) : undefined;
  if (fault) probe.flag(`the blob of ${where} is not base64: ${fault.reason}`, { warn: fault.severity === 'oddity' });
  // The sentence demands it, while the schema of the same revision makes it optional.
  if (typeof mimeType !== 'string') probe.flag(`${where} has no MIME type`, { warn: true });
}

const each = (change: (resource: JsonObject, block: JsonObject) => void) =>
  onResult('prompts/get', ({ messages }) => {
    for (const { content } of messages) if (content.type === 'resource') change(content.resource, content);
  });

const blobs = (change: (blob: string) => string) =>
  each((resource) => {
    if ('blob' in resource) resource.blob = change(resource.blob);
  });

export default defineCase({
  title: 'A resource embedded in a prompt has a valid URI, a MIME type, and text or base64',
  rules: [
    {
      id: 'embedded-resource-members',
      level: 'MUST',
      since: '2024-11-05',
      at: 'server/prompts#embedded-resources',
      find: 'text or binary (blob) data and',
    },
  ],
  harm: 'breaks',
  hint: 'Embed the same item that resources/read would give: uri, mimeType, and text or blob.',

  async run(probe) {
    if (!isObject(probe.capabilities.prompts)) notApplicable('the server does not declare prompts');
    const prompts = await listedPrompts(probe);
    const free = prompts.filter((prompt) => !needsArguments(prompt));
    const tried = spread(free, mostPrompts);
    let seen = 0;
    let got = 0;
    for (const prompt of tried) {
      const reply = await probe.send('prompts/get', getting(prompt));
      if (!isResult(reply) || !isObject(reply.result)) continue;
      got++;
      for (const resource of embeddedIn(reply.result.messages)) {
        seen++;
        judge(probe, String(prompt.name), resource);
      }
    }
    if (seen > 0) return;
    if (got === prompts.length)
      notApplicable(`none of the ${prompts.length} prompts that the server lists embeds a resource`);
    const refused = tried.length - got;
    const left = [
      prompts.length > free.length && `${prompts.length - free.length} more want arguments, which are not known here`,
      refused > 0 && `${refused} more could not be got`,
      free.length > tried.length && `${free.length - tried.length} more were not tried`,
    ].filter(Boolean);
    untested(
      `none of the ${got} prompts that could be got without arguments embeds a resource; ${left.join(', ')}: ` +
        'add one that can be got and embeds one',
    );
  },

  allows: {
    'a resource that is not listed': [
      each((resource) => {
        resource.uri = 'other:thing';
      }),
      'embedded-resource-or-link-allowed',
    ],
    'a link beside it': [
      onResult('prompts/get', ({ messages }) => {
        messages.push({ role: 'user', content: { type: 'resource_link', uri: 'other:thing', name: 'thing' } });
      }),
      { since: '2026-07-28', rule: 'embedded-resource-or-link-allowed' },
    ],
    'annotations, and members that no schema knows': each((resource, block) => {
      block.annotations = { priority: 1 };
      resource.size = null;
    }),
    'the empty text': each((resource) => {
      if ('text' in resource) resource.text = '';
    }),
    'arguments that none has to give, in an object that has to be there': all(
      onResult('prompts/list', ({ prompts }) => {
        for (const prompt of prompts) if (prompt.name === 'tour') prompt.arguments = [{ name: 'pace' }];
      }),
      onRequest('prompts/get', (message) => {
        const params = message.params ?? {};
        if (params.name === 'tour' && !isObject(params.arguments)) params.name = 'refused';
        return message;
      }),
    ),
  },
  breaks: {
    'no uri': [
      each((resource) => {
        delete resource.uri;
      }),
      'expected a string as the uri of a resource that the prompt "tour" embeds, got none',
    ],
    'a relative uri': [
      each((resource) => {
        resource.uri = 'docs/guide.md';
      }),
      'is no URI: a relative reference',
    ],
    'neither text nor blob': [
      each((resource) => {
        delete resource.text;
        delete resource.blob;
      }),
      'has neither a text nor a blob',
    ],
    'text that is no string': [
      each((resource) => {
        if ('text' in resource) resource.text = { json: true };
      }),
      'has neither a text nor a blob',
    ],
    'the members in the block itself': [
      each((resource, block) => {
        Object.assign(block, resource);
        delete block.resource;
      }),
      'expected an object as a resource that the prompt "tour" embeds',
    ],
    'a data: URI as blob': [blobs((blob) => `data:;base64,${blob}`), 'is not base64: a data: URI'],
    'a blob without padding': [blobs((blob) => blob.replaceAll('=', '')), 'is not base64: missing padding'],
    'a line break in a blob': [blobs((blob) => `${blob}\n`), 'is not base64: white space', { warn: true }],
    'no MIME type': [
      each((resource) => {
        delete resource.mimeType;
      }),
      'has no MIME type',
      { warn: true },
    ],
  },
});
