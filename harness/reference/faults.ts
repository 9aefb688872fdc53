/** Everything that can be made wrong (or, where it says so, differently right) in the reference server, by name. */
export const faults = {
  // Ends the process, or stops it from answering.
  'exit-on-malformed-json': 'ends when a line is no JSON',
  'exit-on-invalid-request': 'ends when a message is no valid request',
  'exit-on-unknown-method': 'ends when a method is unknown',
  'exit-on-unknown-cursor': 'ends when a cursor was never issued',
  'exit-on-unknown-uri': 'ends when a resource does not exist',
  'exit-on-malformed-uri': 'ends when a URI is malformed',
  'exit-on-empty-read': 'ends when an empty resource is read',
  'exit-on-missing-uri': 'ends when a read names no URI',
  'exit-on-cancelled': 'ends when a cancellation names a request that is not open',
  'exit-on-malformed-cancelled': 'ends when a cancellation names no id at all',
  'exit-on-discover': 'ends when server/discover is asked',
  'early-request-exits': 'ends when it is asked for anything before initialize (conforming)',
  'malformed-initialize-exits': 'ends when initialize lacks a member',
  'malformed-initialize-hangs': 'answers nothing more once initialize lacked a member',
  'initialized-exits': 'ends when the client says that it is ready',
  'initialize-refused-exits': 'refuses initialize, names what it speaks, and ends (conforming)',
  'speaks-first': 'notifies over stdio before anything was said',
  'exit-on-long-uri': 'ends when a URI has more than 4,096 characters',
  'exit-on-malformed-completion': 'ends when a request for suggestions lacks its argument',
  'exit-on-long-completion': 'ends when the value to complete has more than 4,096 characters',
  'exit-on-batch': 'ends when it gets a batch',
  'hang-on-batch': 'answers nothing more once it got a batch',
  'hang-on-malformed-json': 'answers nothing more once a line was no JSON',
  'hang-on-invalid-request': 'answers nothing more once a message was no valid request',
  'hang-on-unknown-cursor': 'answers nothing more once a cursor was unknown',
  'hang-on-unknown-uri': 'answers nothing more once a resource did not exist',
  'hang-on-malformed-uri': 'answers nothing more once a URI was malformed',

  // Files. The first group lets paths out of the served folder, each by another classic mistake.
  'traversal-raw-join': 'joins the path of the URI to the folder and checks nothing',
  'traversal-decode-after-check': 'looks for ".." before it decodes the path',
  'traversal-decode-twice': 'decodes the path once more after the check',
  'traversal-follow-links': 'follows symbolic links out of the folder',
  'traversal-prefix': 'compares the path with the folder as text, so a sibling whose name begins alike passes',
  'traversal-backslash': 'takes a backslash as a separator, after the check',
  'traversal-absolute': 'lets an absolute path take the place of the folder',
  'traversal-nul': 'checks the whole path, but opens only what stands before a NUL',
  'traversal-strip-once': 'removes "../" once instead of refusing it',
  'traversal-localhost': 'serves any path of a file://localhost/ URI',
  'serves-any-file': 'serves the whole file system by plain file:// URIs (conforming: nothing is out of bounds)',
  'refuses-double-dots': 'refuses a name that merely contains ".."',
  'refuses-dot-files': 'refuses a name that begins with a dot',
  'refuses-linked-root': 'refuses all files when the served folder is reached through a symbolic link',
  'refuses-inner-links': 'refuses symbolic links that stay inside the folder (conforming)',
  'refuses-files': 'refuses every file of the folder',
  'reads-malformed-uris': 'answers a malformed URI with its first resource',

  // Batches of 2025-03-26.
  'batch-refused': 'refuses every batch',
  'batch-ignored': 'drops every batch',
  'batch-partly': 'answers the first request of a batch alone',
  'batch-answered-singly': 'answers the requests of a batch one by one (conforming over stdio)',
  'batch-reversed': 'answers the requests of a batch in the opposite order (conforming)',
  'batch-mixed': 'puts a notification among the responses to a batch',

  // Lists and cursors.
  'list-per-connection': 'lists one resource of its own on each connection',
  'list-remembers-reads': 'adds a resource to the list of a connection once that connection has read',
  'list-remembers-errors': 'drops the last resource from the list of a connection once a read there failed',
  'cursor-single-use': 'takes each cursor only once',
  'cursor-of-connection': 'takes a cursor only on the connection that got it',

  // Subscriptions of both eras.
  'updates-never': 'accepts subscriptions and never sends an update',
  'updates-to-subscribers-of-anything': 'sends every update to all who subscribed to any resource',
  'updates-to-all': 'sends every update to every connection, subscribed or not',
  'updates-twice': 'sends every update twice',
  'updates-for-sub-resource': 'names a sub-resource of the subscribed URI in its updates (conforming)',
  'unsubscribe-ignored': 'keeps sending updates after resources/unsubscribe',
  'unsubscribe-all': 'drops all subscriptions of a connection at the first resources/unsubscribe',
  'subscribe-replaces': 'keeps only the latest subscription of a connection',
  'subscribe-shared': 'shares subscriptions between all connections',
  'subscriptions-survive-close': 'carries the subscriptions of a closed connection over to the next one',
  'list-changed-never': 'changes its list without a word',
  'list-changed-not-to-its-cause': 'tells every connection but the one that changed the list',

  // subscriptions/listen.
  'cancel-ignored': 'keeps delivering on a listen that was cancelled',
  'cancel-ends-all-listens': 'ends every listen of a connection when one is cancelled',
  'cancel-by-string': 'compares the id of a cancellation with the ids of listens as text',
  'cancel-answered': 'sends the final result of a listen that the client cancelled',
  'changes-without-listen': 'sends change notifications to modern connections that never asked for them',
  'listen-second-refused': 'refuses a second listen on a connection',
  'listen-second-ends-first': 'ends the open listen when another is opened',
  'listen-ids-mixed': 'marks all notifications with the id of the listen opened first',
  'listen-all-types': 'delivers every type of change on every listen',
  'ack-late': 'acknowledges a listen only after the first notification on it',
  'ack-never': 'never acknowledges a listen',
  'shutdown-silent': 'ends without a word to open listens',
  'shutdown-cancelled-only': 'tells open listens by notifications/cancelled alone when it ends (conforming over stdio)',
  'shutdown-result-only': 'tells open listens by their result alone when it ends (conforming)',
  'shutdown-foreign-cancelled': 'ends listens with notifications/cancelled for an id nobody used',

  // State that a stateless server must not keep, and state it must protect.
  'needs-discover-first': 'refuses modern requests on a connection before server/discover',
  'remembers-capabilities': 'takes client capabilities from earlier requests of the connection',
  'state-unsigned': 'believes a requestState whose signature is wrong',
  'state-of-any-uri': 'takes a requestState that belongs to another resource',
  'asking-locks': 'refuses a resource to all others until the client it asked has answered',
  'input-requests-repeated': 'gives the first question of a wish for input twice under one key',

  // Bytes on standard output.
  'stdio-banner': 'prints a greeting on standard output before the first message',
  'stdio-log-lines': 'prints a log line on standard output before each message',
  'stdio-goodbye': 'prints a line on standard output when it ends',
  'stdio-json-log': 'prints a log line in JSON on standard output before each message',
  'stdio-goodbye-unended': 'ends with a message that no newline follows',
  'stdio-content-length': 'frames messages by Content-Length headers',
  'stdio-pretty-print': 'spreads a message over several lines',
  'stdio-two-on-a-line': 'writes two messages on one line',
  'stdio-blank-lines': 'writes an empty line after each message',
  'stdio-bom': 'begins its output with a byte order mark',
  'stdio-latin-1': 'writes Latin-1 instead of UTF-8',
  'stdio-crlf': 'ends lines with CR LF (tolerated)',
  'stdio-split-writes': 'writes each message in small pieces, also in the middle of a character (conforming)',
  'stdio-no-last-newline': 'holds back the line end of a message until the next one',
  'stdio-reads-chunks': 'takes what each read of its input brings for a message',
  'stdio-decodes-chunks': 'decodes what each read of its input brings by itself',
  'stdio-stderr-flood': 'writes a megabyte to standard error at its start (conforming)',
  'stdio-ignores-eof': 'keeps running after its input has ended',
  'stdio-ignores-sigterm': 'does not end on SIGTERM',

  // HTTP.
  'http-origin-unchecked': 'serves requests of any Origin',
  'http-origin-unchecked-get': 'opens streams for any Origin',
  'http-origin-unchecked-start': 'serves requests of any Origin that name no session',
  'http-origin-400': 'answers an invalid Origin with 400',
  'http-origin-bare': 'answers an invalid Origin with a status and no body (conforming)',
  'http-origin-required': 'refuses requests without an Origin',
  'http-listens-everywhere': 'listens at 127.0.0.2 too, as a server on all interfaces does',
  'http-unauthenticated': 'serves requests without the token that it was given',
  'http-anonymous-less': 'serves requests without the token, but lists less to them and reads them other texts',
  'http-error-200': 'answers every JSON-RPC error with status 200',
  'http-unknown-method-200': 'answers an unknown method with status 200',
  'http-not-found-404': 'answers a missing resource with status 404 (conforming)',
  'http-invalid-params-400': 'answers every -32602 with status 400 (conforming)',
  'http-error-without-body': 'answers errors with a status and no body',
  'http-list-500': 'answers resources/list with status 500 alone',
  'http-refusals-bare':
    'refuses bad notifications, and versions of earlier revisions, with a status alone (conforming)',
  'http-text-plain': 'labels JSON as text/plain',
  'http-latin-1': 'writes Latin-1 instead of UTF-8 into JSON bodies',
  'http-bom': 'begins JSON bodies with a byte order mark',
  'http-content-type-charset': 'adds a charset to the content type (conforming)',
  'http-notification-200': 'answers an accepted notification with 200',
  'http-notification-null': 'answers an accepted notification with a body that is null',
  'http-notification-blank': 'answers an accepted notification with a body of white space',
  'http-bad-notification-202': 'accepts a malformed notification in silence (conforming)',
  'http-no-content-type': 'does not label JSON',
  'http-type-upper-case': 'writes its content types in upper case (conforming)',
  'http-json-trailing': 'writes a word behind the JSON of a read',
  'http-notification-204': 'answers an accepted notification with 204',
  'http-notification-typed': 'names a content type in its empty answer to a notification (conforming)',
  'http-other-path': 'serves resources under another path than its endpoint',
  'http-notification-body': 'answers an accepted notification with a body',
  'http-bad-notification-200': 'answers a malformed notification with 200 and an error',
  'http-version-header-ignored': 'does not look at MCP-Protocol-Version',
  'http-version-header-optional': 'compares MCP-Protocol-Version only where it is present',
  'http-version-header-unchecked': 'demands MCP-Protocol-Version, and does not compare it',
  'http-version-mismatch-unsupported': 'answers a version header that differs from the body as an unsupported version',
  'http-version-header-404': 'answers a bad MCP-Protocol-Version with 404',
  'http-version-header-required': 'refuses legacy requests without MCP-Protocol-Version',
  'http-mcp-method-ignored': 'does not look at Mcp-Method',
  'http-mcp-method-optional': 'compares Mcp-Method only where it is present',
  'http-mcp-method-unchecked': 'demands Mcp-Method, and does not compare it',
  'http-mcp-method-any-case': 'compares Mcp-Method without regard to case',
  'http-mcp-name-ignored': 'does not look at Mcp-Name',
  'http-mcp-name-optional': 'compares Mcp-Name only where it is present',
  'http-mcp-name-unchecked': 'demands Mcp-Name, and does not compare it',
  'http-mcp-name-raw': 'compares Mcp-Name without decoding it',
  'http-mcp-name-loose': 'decodes Mcp-Name whatever its markers look like, also without them',
  'http-mcp-name-undecodable-ignored': 'does not compare an Mcp-Name that cannot be decoded',
  'http-mcp-name-any-bytes': 'takes an Mcp-Name of any bytes',
  'http-mcp-name-demanded': 'demands Mcp-Name on every request',
  'http-header-fault-422': 'answers a header fault with 422',
  'http-header-fault-200': 'answers a header fault with 200',
  'http-header-fault-code': 'answers a header fault as an invalid request',
  'http-header-fault-bare': 'answers a header fault with a status alone',
  'http-header-names-exact': 'knows header names in one case of letters only',
  'http-header-fault-no-id': 'leaves the id out of its answer to a header fault',
  'http-unknown-method-bare': 'answers an unknown method with status 404 alone',
  'http-unsupported-version-200': 'answers an unsupported version with status 200',
  'http-missing-capability-200': 'answers a missing client capability with status 200',
  'http-missing-capability-403': 'answers a missing client capability with status 403',
  'http-malformed-200': 'answers a request without the required metadata with status 200',
  'http-last-event-id-refused': 'refuses a request with Last-Event-ID',
  'http-session-id-absent': 'gives no session id in its answer to initialize',
  'http-session-id-counter': 'numbers its sessions',
  'http-session-id-space': 'puts a space into its session ids',
  'http-session-id-token': 'gives long random texts as session ids (conforming)',
  'http-session-id-latin': 'puts a letter beyond ASCII into its session ids',
  'http-session-id-long-counter': 'numbers its sessions in long ids',
  'http-session-id-same': 'gives every session the same id',
  'http-session-id-modern': 'gives a session id to modern requests',
  'http-session-id-refused': 'refuses modern requests with a session id',
  'http-session-optional': 'takes a request without session id for one of the latest session (conforming)',
  'http-session-ends': 'ends each session after a few requests (conforming)',
  'http-session-missing-404': 'answers a request without session id with 404',
  'http-session-unknown-400': 'answers an unknown session id with 400',
  'http-session-revived': 'makes a new session for the id of an ended one',
  'http-delete-200': 'answers DELETE with 200 where there is nothing to delete',
  'http-delete-legacy-200': 'answers a DELETE that ends a session with 200 (conforming)',
  'http-delete-405': 'does not let clients end a session (conforming)',
  'http-get-404': 'answers GET with 404',
  'http-get-html': 'answers GET with a page',
  'http-get-409': 'has one GET stream for each session, and refuses another with 409 (conforming)',
  'http-get-405': 'offers no GET stream (conforming)',
  'http-get-late-head': 'sends the head of a GET stream with its first message (conforming)',
  'http-get-closes': 'closes each GET stream at once (conforming)',
  'http-get-broadcast': 'sends each message on all GET streams of a session',
  'http-get-responses': 'also sends responses on the GET stream',
  'http-progress-on-get': 'sends progress on the GET stream',
  'http-changes-on-posts': 'sends changes on the stream of whatever request is at hand',
  'http-changes-everywhere': 'sends changes on the stream of the request at hand, and again on the GET stream',
  'http-listen-json': 'answers a listen with one JSON object',
  'http-listen-ends': 'ends the stream of a listen right after the acknowledgment',
  'http-listen-log': 'sends log messages of other requests on the listen stream',
  'http-listen-limit': 'refuses the eighth listen and all further ones, and counts those whose stream was closed',
  'http-leftovers': 'delivers what belongs to a closed listen on another one',
  'http-disconnect-ignored': 'keeps a listen after its stream was closed',
  'http-sse-always': 'answers every request with an event stream (conforming)',
  'http-sse-resumable': 'gives its events ids, and continues streams from them (conforming)',
  'http-sse-unprimed': 'does not begin its streams with an event to come back to',
  'http-event-ids-restart': 'counts the events of each stream from 1',
  'http-resume-nothing': 'takes Last-Event-ID and sends nothing that followed it',
  'http-resume-some': 'sends what followed an event again on every other stream only',
  'http-resume-others': 'sends what went over other streams when one is continued',
  'http-disconnect-aborts': 'forgets what a stream still owed when its connection breaks',
  'http-answers-late': 'takes a while to answer (conforming)',
  'http-sse-raw-reads': 'writes a bare JSON line into the event stream of a read',
  'http-sse-unframed-reads': 'ends the event of a read without a blank line',
  'http-sse-greets': 'begins event streams with a word',
  'http-sse-named': 'gives events another name than message',
  'http-sse-batched': 'puts answers on event streams into arrays (conforming in 2025-03-26)',
  'http-sse-breaks': 'breaks the connection of a stream that can be continued before the response',
  'http-sse-cut': 'ends response streams before the response',
  'http-sse-polls':
    'closes the connection of a stream that can be continued before the response (conforming in 2025-11-25)',
  'http-sse-retry-unsaid': 'does not say when to come back to a stream whose connection it closes',
  'http-sse-crlf': 'ends the lines of event streams with CR LF (conforming)',
  'http-sse-comments': 'puts comments between events (conforming)',
  'http-sse-raw': 'writes bare JSON lines into event streams',
  'http-sse-unframed': 'ends events without a blank line',
  'http-sse-stays-open': 'keeps a response stream open after the response',
  'http-sse-buffered': 'leaves out X-Accel-Buffering',

  // HTTP+SSE of 2024-11-05.
  'sse-endpoint-json': 'wraps the URI of its endpoint event into JSON',
  'sse-endpoint-second': 'sends another event before the endpoint event',
  'sse-endpoint-absolute': 'names its endpoint by an absolute URI (conforming)',
  'sse-post-200': 'answers accepted messages with 200 and a word (conforming)',
  'sse-post-refused': 'refuses to take notifications at its endpoint',
  'sse-event-name': 'sends messages as events of another name',
  'sse-event-unnamed': 'leaves the name out of its message events, whose default it is (conforming)',
  'sse-answers-posts': 'answers in the response to the POST',
} as const;

/** The name of one fault. */
export type FaultName = keyof typeof faults;

/** Whether a text names a fault. */
export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name);

/** The faults that are switched on, and which of them have made a difference. */
export class FaultSet {
  readonly used = new Set<FaultName>();
  readonly #on: ReadonlySet<FaultName>;

  constructor(names: Iterable<FaultName> = []) {
    this.#on = new Set(names);
    for (const name of this.#on) {
      if (!isFaultName(name)) throw new TypeError(`no such fault: ${name}; --help lists them all`);
    }
  }

  /** A set as it is, or a new one of some names: so that several front ends can share one. */
  static of(faults: FaultSet | Iterable<FaultName> = []): FaultSet {
    return faults instanceof FaultSet ? faults : new FaultSet(faults);
  }

  /** Whether a fault is on, without a claim that it matters here. */
  has(name: FaultName): boolean {
    return this.#on.has(name);
  }

  /** Whether a fault is on, said at the place where it makes the difference. */
  use(name: FaultName): boolean {
    if (this.#on.has(name)) this.used.add(name);
    return this.#on.has(name);
  }
}
