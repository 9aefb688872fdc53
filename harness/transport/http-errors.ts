/** Says what broke an HTTP exchange, and what to look at. */
export function explainHttpError(error: unknown, origin: string): string {
  const { code = '', message } = innermost(error);
  switch (code) {
    case 'ECONNREFUSED':
      return `connection refused: nothing listens at ${origin}; start the server, or mend the URL`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${origin} has no address (${code}); mend the URL`;
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `no connection to ${origin} in time; is the server behind a firewall?`;
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the server reset the connection';
    case 'UND_ERR_SOCKET':
      if (message === 'bad upgrade') return 'the server switched to another protocol (101), which nobody had asked for';
      return message === 'other side closed'
        ? 'the server closed the connection before the response was complete'
        : message;
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'the response headers are too large';
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return 'the response is not as long as its Content-Length says';
  }
  // The parser gives no code of its own.
  if (/Expected HTTP\//.test(message)) return `what answers at ${origin} does not speak ${otherScheme(origin)}`;
  if (error instanceof Error && error.name === 'HTTPParserError')
    return `the response is no proper HTTP: ${detail(message)}`;
  if (/CERT|SSL|TLS|ALTNAME|ISSUER|^EPROTO$/.test(code)) return explainTls(code, message, origin);
  return code ? `${message} (${code})` : message;
}

function otherScheme(origin: string): string {
  const secure = origin.startsWith('https:');
  return `${secure ? 'HTTP inside its TLS' : 'HTTP'}; mend the URL${secure ? '' : ', or write https: if it wants TLS'}`;
}

/** What the parser of HTTP found, as a part of a sentence. */
const detail = (message: string): string => {
  const inner = /\((.+)\)$/.exec(message)?.[1] ?? message;
  return inner.charAt(0).toLowerCase() + inner.slice(1);
};

function explainTls(code: string, message: string, origin: string): string {
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG' || code === 'EPROTO')
    return `what answers at ${origin} does not speak TLS; write http: in place of https:, or mend the port`;
  if (/ALERT_HANDSHAKE|ALERT_.*CERT|CERTIFICATE_REQUIRED/.test(code))
    return `the server at ${origin} broke TLS off (${code}): it may want a certificate of its clients, and there is no way to give one`;
  const failed = `TLS with ${origin} failed: ${message.slice(0, 300)} (${code})`;
  const blind = 'or let any certificate pass with --insecure';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `${failed}; ask for a name that its certificate holds, ${blind}`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `${failed}; give the server another certificate, ${blind}`;
  return `${failed}; if you know its certificate, name a file with it (or with its issuer's) in NODE_EXTRA_CA_CERTS, ${blind}`;
}

// A host with several addresses fails with one error for each of them.
function innermost(error: unknown): { code: string | undefined; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (!(error instanceof Error)) return { code: undefined, message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return { code: typeof code === 'string' ? code : undefined, message: error.message };
}

/**
 * Whether a request may have met a connection that the server was just closing, because nothing had been asked on it for a while: no
 * fault of the server, and reason to ask once more on a new one.
 */
export function dropsIdle(error: unknown): boolean {
  const { code, message, socket } = error as { code?: string; message?: string; socket?: { bytesRead?: number } };
  if (code === 'UND_ERR_SOCKET') return message === 'other side closed' && (socket?.bytesRead ?? 0) > 0;
  return code === 'ECONNRESET' || code === 'EPIPE';
}
