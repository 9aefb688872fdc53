import { BlockList, isIP } from 'node:net';

const networks: Readonly<Record<'ipv4' | 'ipv6', readonly [address: string, bits: number][]>> = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 127],
    ['2001:db8::', 32],
    ['fc00::', 7],
    ['fe80::', 10],
  ],
};

const closed = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const)
  for (const [address, bits] of networks[family]) closed.addSubnet(address, bits, family);

/** Top-level names set aside by RFC 2606, RFC 6761, RFC 6762, RFC 8375 and ICANN: the public DNS has none of them. */
const reserved = ['invalid', 'test', 'example', 'localhost', 'local', 'internal', 'home.arpa'];

/** Why a host of a URI cannot be reached over the public internet, in a few words; undefined where it may be. */
export function privateHost(host: string): string | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  const address = name.startsWith('[') ? name.slice(1, -1) : name;
  const version = isIP(address);
  if (version > 0) {
    return closed.check(address, version === 4 ? 'ipv4' : 'ipv6') ? 'a private or reserved address' : undefined;
  }
  if (name === '') return 'no host at all';
  const top = reserved.find((each) => name === each || name.endsWith(`.${each}`));
  if (top !== undefined) return `a name below the reserved .${top}`;
  return name.includes('.') || name.startsWith('[') ? undefined : 'a name of a single label';
}
