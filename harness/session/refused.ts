import type { Reply } from './reply.ts';

const most = 200;

/** Why an HTTP server lets nobody in, and what would mend it; undefined where its answer says nothing of that kind. */
export function refusalInWords({ http, cause }: Reply): string | undefined {
  const { status = 0, headers = {} } = http ?? {};
  const why = reasonOf(status, headers, cause === 'http');
  return why === undefined ? undefined : `the server answered ${status}: ${why}`;
}

/** What is in front of a server, or the server itself, refuses everybody: no word about what it speaks. */
export const isRefusal = ({ http, cause }: Reply): boolean =>
  http?.status === 401 ||
  (cause === 'http' && http !== undefined && (http.status === 403 || http.status === 429 || http.status >= 500));

function reasonOf(status: number, headers: Record<string, string>, wordless: boolean): string | undefined {
  const challenge = headers['www-authenticate'];
  if (status === 401)
    return `it wants credentials${challenge ? ` (${challenge.slice(0, most)})` : ''}; give them with --header 'Authorization: …'`;
  if (status === 403)
    return "it lets us not in; it may want credentials, which --header 'Authorization: …' gives, or another Host or Origin";
  // With a message in it, the message says more.
  if (!wordless) return undefined;
  if (status === 404 || status === 410)
    return 'nothing is served there; mend the path of the address, or --path where it is launched';
  if (status === 405) {
    const allowed = headers.allow === undefined ? '' : ` (it allows ${headers.allow.slice(0, most)})`;
    return `no POST is taken there${allowed}; mend the path, or use --sse where the server has the HTTP+SSE transport of 2024-11-05`;
  }
  if (status === 429) return `it got too many requests${again(headers)}`;
  if (status >= 500) return `it fails, or what stands in front of it does${again(headers)}; its log may tell`;
  return undefined;
}

const again = (headers: Record<string, string>): string => {
  const when = headers['retry-after'];
  return when === undefined
    ? ''
    : `, and asks to come again ${/^\d+$/.test(when) ? `after ${when.slice(0, 20)} s` : `at ${when.slice(0, 40)}`}`;
};
