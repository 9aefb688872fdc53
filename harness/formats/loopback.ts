/** Whether a host name of a URL is this machine and nothing else. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost\.?|[^.]+\.localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f\w\w:\w{1,4}\])$/i.test(host);
