import { broken, cannot, good, httpRow } from './http-rows.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { judged } from './table.ts';

const raw = (name: string, behaviour: string, method: string, ends: Misbehaviour['expect']) =>
  httpRow(`${name}, on ${method}`, ['http-raw.mjs', behaviour, method], ends);
const atFirst = (name: string, behaviour: string, says: RegExp) => raw(name, behaviour, 'initialize', cannot(says));
/** As the first answer, and as a later one: then the requests that were broken off count as not answered. */
const both = (name: string, behaviour: string, says: RegExp) => [
  atFirst(name, behaviour, says),
  raw(name, behaviour, 'resources/list', broken('messages/request-answered', /expected a response to resources\/list/)),
];

judged('lengths and chunks', [
  ...both('a body shorter than its length', 'too-long', /closed the connection before the response was complete/),
  atFirst('a body whose end does not come', 'too-long-waiting', /no answer within 2500 ms/),
  atFirst('a body longer than its length', 'too-short', /not JSON/),
  atFirst('a body without a length', 'no-length', /no answer within 2500 ms/),
  atFirst('two lengths', 'two-lengths', /not as long as its Content-Length says|no proper HTTP/),
  atFirst('a length and chunks', 'length-and-chunks', /no proper HTTP: content-Length can't be present/),
  atFirst('a negative length', 'negative-length', /no proper HTTP: invalid character in Content-Length/),
  ...both('a chunk without a size', 'chunk-size', /no proper HTTP: invalid character in chunk size/),
  atFirst('a chunk of exabytes', 'chunk-huge', /no answer within 2500 ms|no proper HTTP/),
  atFirst('a chunk extension without an end', 'chunk-extension', /no answer within 2500 ms|no proper HTTP/),
]);

judged('connections that break', [
  atFirst('reset when it is accepted', 'reset-on-accept', /reset the connection|closed the connection/),
  ...both('reset after the request', 'reset-after-head', /reset the connection/),
  ...both('reset in the head', 'reset-in-head', /(reset|closed) the connection/),
  ...both('closed in the head', 'closed-in-head', /closed the connection|no proper HTTP/),
  ...both('reset in the body', 'reset-in-body', /(reset|closed) the connection/),
]);

judged('heads', [
  ...both('1 MB of headers', 'many-headers', /the response headers are too large/),
  atFirst('a header without an end', 'endless-head', /the response headers are too large/),
  atFirst('a status line without an end', 'endless-status', /no answer within 2500 ms|too large/),
  atFirst('a header with no colon', 'bad-header', /no proper HTTP: invalid header token/),
  atFirst('controls in a header', 'header-controls', /no proper HTTP: invalid header value char/),
  atFirst('provisional answers without an end', 'provisional-flood', /no answer within 2500 ms/),
  atFirst('another protocol', 'upgrade', /switched to another protocol \(101\)/),
]);

judged('other protocols', [
  raw('HTTP/1.0', 'http-1.0', 'initialize+', good),
  raw('HTTP/1.0 without lengths', 'http-1.0-no-length', 'initialize+', good),
  atFirst('a body without a head', 'http-0.9', /does not speak HTTP; mend the URL, or write https:/),
  atFirst('bytes of no protocol', 'garbage', /does not speak HTTP; mend the URL/),
  atFirst('the banner of another service', 'banner', /does not speak HTTP; mend the URL/),
  raw('an answer that nobody asked for behind each', 'two-responses', 'initialize+', good),
]);
