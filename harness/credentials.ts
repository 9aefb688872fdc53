import type { Probe } from './probe.ts';

const credentials = /^(?:authorization|cookie|.*(?:api-?key|token|secret).*)$/i;

/** The names of the headers that carry credentials, among those that were configured for this server. */
export const givenCredentials = (probe: Probe): string[] =>
  probe.session.channel.transport.address?.configured.filter((name) => credentials.test(name)) ?? [];
