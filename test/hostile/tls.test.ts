import { join } from 'node:path';
import { cannot, good, httpRow } from './http-rows.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { judged } from './table.ts';

const certificate = join(import.meta.dirname, 'certificate/certificate.pem');
const row = (
  name: string,
  server: string[],
  expect: Misbehaviour['expect'],
  rest: Partial<Misbehaviour> = {},
): Misbehaviour => httpRow(name, ['tls.mjs', ...server], expect, { over: 'url', ...rest });

const remedies =
  /TLS with https:\/\/127\.0\.0\.1:\d+ failed: self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\);.*NODE_EXTRA_CA_CERTS.*--insecure/;

judged('TLS', [
  row('a certificate that nobody vouches for', ['tls'], cannot(remedies)),
  row('the same with --insecure', ['tls'], good, { options: ['--insecure'] }),
  row('the same, known by NODE_EXTRA_CA_CERTS', ['tls'], good, { env: { NODE_EXTRA_CA_CERTS: certificate } }),
  row('the same over IPv6', ['tls', '::1'], good, { env: { NODE_EXTRA_CA_CERTS: certificate } }),
  row(
    'a certificate for another name',
    ['tls', '127.0.0.2'],
    cannot(/ERR_TLS_CERT_ALTNAME_INVALID\); ask for a name that its certificate holds/),
    {
      env: { NODE_EXTRA_CA_CERTS: certificate },
    },
  ),
  row('a certificate for another name with --insecure', ['tls', '127.0.0.2'], good, { options: ['--insecure'] }),
  row(
    'plain HTTP where the address says https:',
    ['plain'],
    cannot(/does not speak TLS; write http: in place of https:/),
  ),
  row(
    'TLS where the address says http:',
    ['tls', '127.0.0.1', 'http'],
    cannot(/closed the connection|reset the connection|does not speak HTTP/),
  ),
  row('HTTP+SSE behind such a certificate', ['tls'], cannot(/NODE_EXTRA_CA_CERTS/), {
    over: 'sse',
    options: ['--revision', '2024-11-05'],
  }),
]);
