import { suiteOrder } from './plan.ts';
import { revisions } from './wire.ts';

const methods = `
  initialize ping server/discover logging/setLevel completion/complete roots/list sampling/createMessage elicitation/create
  resources/list resources/read resources/templates/list resources/subscribe resources/unsubscribe subscriptions/listen
  prompts/list prompts/get tools/list tools/call notifications/initialized notifications/cancelled notifications/progress
  notifications/message notifications/resources/list_changed notifications/resources/updated
  notifications/subscriptions/acknowledged notifications/tools/list_changed notifications/prompts/list_changed
  notifications/roots/list_changed notifications/elicitation/complete list_changed`;

const members = `
  _meta action additionalProperties allServers annotations argument arguments audience audio auto blob cacheScope call
  capabilities clientCapabilities clientInfo code completion completions const content contents context createMessage cursor
  dark data default description elicitation enum enumNames error experimental extensions form format hasMore hints icons id
  inputRequests inputResponses inputSchema instructions isError items jsonrpc lastModified level light list listChanged logger
  logging logLevel maxItems maxLength maxTokens maximum message messages metadata method mimeType minItems minLength minimum
  mode model modelPreferences name nextCursor notifications outputSchema params priority progress progressToken prompts
  promptsListChanged properties protocolVersion reason ref requestId requestState requested requestedSchema required
  requiredCapabilities resource resourceSubscriptions resourceTemplates resource_link resources resourcesListChanged result
  resultType role roots sampling serverInfo size sizes src stopReason structuredContent subscribe subscriptionId subscriptions
  supported supportedVersions systemPrompt tasks text theme title tools toolsListChanged total ttlMs type uri uriTemplate
  value values version websiteUrl ref/prompt ref/resource io.modelcontextprotocol
  io.modelcontextprotocol/clientCapabilities io.modelcontextprotocol/clientInfo io.modelcontextprotocol/logLevel
  io.modelcontextprotocol/protocolVersion io.modelcontextprotocol/serverInfo io.modelcontextprotocol/subscriptionId`;

const values = `
  accept alert array assistant boolean cancel complete critical date date-time debug decline email emergency false image info
  integer none notice null number object private public string true user warning`;

const carriers = `
  stdio http sse memory stdin stdout stderr json localhost 127.0.0.1 utf8 utf-8 charset application text/plain text/html
  text/event-stream event-stream text/markdown application/json application/octet-stream application/xml image/png image/svg+xml
  Accept Accept-Encoding Authorization Bearer Basic Cache-Control close no-cache no-store Connection Content-Encoding
  Content-Length Content-Type Cookie Host identity keep-alive Last-Event-ID Location Mcp-Method Mcp-Name Mcp-Session-Id
  MCP-Protocol-Version Origin Retry-After Set-Cookie Transfer-Encoding chunked User-Agent WWW-Authenticate`;

// What the reasons of verdicts are made of, and the verdicts themselves.
const verdicts = `
  pass fail warn untested not-applicable error conformant expected answered answers request requests response responses
  reading listed listing template templates capability declared notification server exited blocked MUST SHOULD SCHEMA
  leaks breaks misleads untidy`;

const known = new Set<string>([
  ...revisions,
  ...suiteOrder,
  ...[methods, members, values, carriers, verdicts].flatMap((words) => words.trim().split(/\s+/)),
]);
const inAnyCase = new Set([...known].map((word) => word.toLowerCase()));
const caseId = new RegExp(`^(?:${suiteOrder.join('|')})/[a-z0-9-]+$`);

/** Whether a text is a word of the protocol or of a report (a method, a member, a revision, a media type, the id of a case): no secret can be one. */
export const isProtocolWord = (text: string): boolean => inAnyCase.has(text.toLowerCase()) || caseId.test(text);

// Longer than any word of the protocol: how far it is looked for around a place.
const longest = 64;
const wordCharacter = /[\w./+-]/;

/** Whether what stands from `from` to `to` is a word of the protocol, or a part of one that stands there by itself. */
export function isInProtocolWord(text: string, from: number, to: number): boolean {
  let start = from;
  let end = to;
  while (start > 0 && from - start < longest && wordCharacter.test(text[start - 1]!)) start--;
  while (end < text.length && end - to < longest && wordCharacter.test(text[end]!)) end++;
  // The end of a sentence is no part of a word.
  while (end > to && /[./-]/.test(text[end - 1]!)) end--;
  return isProtocolWord(text.slice(start, end));
}
