/** Says what broke an HTTP exchange, and what to look at. */
export function explainHttpError(error: unknown, origin: string): string {
  const { code, message } = innermost(error);
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
      return message === 'other side closed'
        ? 'the server closed the connection before the response was complete'
        : message;
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'the response headers are too large';
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return 'the response is not as long as its Content-Length says';
  }
  if (/CERT|SSL|TLS|ALTNAME|ISSUER/.test(code ?? '')) return `TLS with ${origin} failed: ${message}`;
  return code ? `${message} (${code})` : message;
}

// A host with several addresses fails with one error for each of them.
function innermost(error: unknown): { code: string | undefined; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (!(error instanceof Error)) return { code: undefined, message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return { code: typeof code === 'string' ? code : undefined, message: error.message };
}
