/**
 * What the specification says, in our own words, that condemns each finding on the real servers, and what they do, by case. Each
 * names the sentence as <revision>/<page>#<anchor>, which has to be the place of one of the case's rules.
 */
export const defences: Readonly<Record<string, string>> = {
  'capabilities/requests-before-initialized':
    '2025-11-25/basic/lifecycle#initialization advises servers to ask for nothing but pings until the client has said that it is ready. ' +
    'fastmcp looks every tenth of a second whether the client has told its capabilities, which it does with initialize, and then asks a client with roots for them, ready or not.',

  'capabilities/unsupported-version':
    '2026-07-28/basic/versioning#protocol-version-negotiation has each request judged by the version that it names itself, and makes -32022 the answer wherever the server does not implement that one. ' +
    'Over stdio the SDK compares the version only until the era of the connection is settled: later requests of version 1900-01-01 are served.',

  'messages/stray-cancellation':
    '2026-07-28/basic/patterns/cancellation#timing-considerations obliges both sides to cope with a cancellation that crosses its answer; the notification that the page shows names no version. ' +
    'Over stdio the SDK takes such a client for one of the legacy era when what it cancels is the server/discover that it began with: all that it asks from then on fails, server/discover with -32601.',

  'messages/batch':
    '2025-03-26/basic/index#batching leaves it open whether an implementation sends batches, and obliges each to take them. ' +
    'All these servers agree to that revision; over stdio they drop a batch without a word, and over HTTP tmcp refuses it as a whole.',

  'messages/result-or-error':
    'By 2025-06-18/schema#Result a result is an object, be it an empty one. ' +
    'tmcp answers completion/complete for a reference that it does not know with null as the result.',

  'messages/concise-error-message':
    'By 2025-11-25/schema#Error the advice is one concise sentence as the message of an error. ' +
    'The SDKs, and what is built on them, put the whole dump of their validator there, in JSON of many lines; the HTTP server of fastmcp explains an unknown version in three sentences that name packages and releases.',

  'completion/error-codes':
    '2025-11-25/server/utilities/completion#error-handling advises -32602 where required arguments are missing, and keeps -32603 for internal errors. ' +
    'A request without its `argument` gets -32603: the validator of the SDKs, and in tmcp the reading of a member of undefined, end as errors of the server.',

  'completion/shape':
    'By 2026-07-28/schema#CompleteResult the member `completion` is required, with an empty list of values where there is nothing to suggest. ' +
    'tmcp leaves it out for a variable that a template does not have.',

  'not-found/code':
    '2025-11-25/server/resources#error-handling, like the page of each earlier revision, advises -32002 for a resource that is not there; -32602 came with 2026-07-28. ' +
    'The SDKs and tmcp answer -32602 whatever the revision, and fastmcp says with -32601 that there is no such method.',

  'pagination/invalid-cursor-code':
    '2025-11-25/server/utilities/pagination#error-handling advises -32602 for an invalid cursor, and one that the server never gave out is none of its own. ' +
    'These servers list all on one page and do not look at the cursor: a client that asks with a stale one gets the first page again.',

  'read/missing-uri':
    'By 2025-11-25/schema#ReadResourceRequestParams a read needs its `uri`, and -32602 is what JSON-RPC has for params that are not as they must be. ' +
    'The read is refused, as it must be, but with -32603, as if the server had broken down: a warning, for no page of MCP names the code.',

  'traversal/malformed-uris':
    '2025-11-25/server/resources#security-considerations obliges servers to validate each URI, and no URI has a line break in it. ' +
    'The SDK hands the text to the URL parser of browsers, which removes line breaks, and reads what is left: a warning, for what is read is what the rest names.',

  'subscriptions/graceful-end':
    '2026-07-28/basic/patterns/subscriptions#graceful-closure advises a server that ends a subscription by itself, as in a shutdown, to answer the listen; the page on cancellation demands a cancellation. ' +
    'tmcp takes SIGTERM as the sign to shut down, closes its subscriptions and exits with 0, and tells the client neither.',

  'http/origin':
    '2025-11-25/basic/transports#security-warning obliges servers to validate the Origin of every connection, so that no web page reaches a server on the machine of its reader. ' +
    'The ready-made app of SDK 1 looks at the Host only and leaves its own check of origins off, fastmcp has none, and server-everything allows every origin: all of them serve a foreign page on the loopback address.',

  'http/name-characters':
    '2026-07-28/basic/transports/streamable-http#server-validation counts characters that are invalid in a header among the failures to be refused with 400, and the page allows visible ASCII, spaces and tabs. ' +
    'The SDK compares whatever text Node.js makes of the bytes, and serves a raw é.',

  'http/session-ended':
    '2025-11-25/basic/transports#session-management makes 404 the answer to the id of a session that has been terminated: on that status alone a client begins another. ' +
    'After a DELETE that was answered with 200, server-everything answers 400, and tmcp serves the session as before.',

  'http/stream-continued':
    '2025-11-25/basic/transports#resumability-and-redelivery forbids to send again, on a stream that is continued, what belongs to another stream. ' +
    'The store of server-everything notes the stream of each event but sends all that came after the one that the client names, whatever stream it was for.',

  'http/meta-missing':
    '2026-07-28/basic/index#_meta demands status 400 beside -32602 for a request that lacks a required field of `_meta`. ' +
    'tmcp has opened a stream with 200 by the time at which it looks.',

  'http/version-header':
    '2025-06-18/basic/transports#protocol-version-header demands 400 for an MCP-Protocol-Version that is invalid or not supported. ' +
    'tmcp does not look at the header of a session with a handshake, and serves 1900-01-01.',
};
