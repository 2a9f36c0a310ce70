import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';

/** The network address of a request's client. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** `trusted`: the proxies whose X-Forwarded-For is believed. */
export const createAddressOf =
  (trusted: BlockList): AddressOf =>
  (request) =>
    addressOf(request, trusted);

/**
 * The address of a request's client: that of its connection or, where a trusted proxy has made the connection, the one
 * that the proxy names in X-Forwarded-For. Of IPv6 it is the network, the first 64 bits, because a single client usually
 * has a whole one.
 */
function addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, trusted: BlockList): string {
  let address = withoutMapping(socket.remoteAddress ?? '');
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  // Each proxy adds the address of its client at the end; what stands before an untrusted one may be made up.
  while (isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) {
    const client = withoutMapping(forwarded.pop()?.trim() ?? '');
    if (isIP(client) === 0) break;
    address = client;
  }
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** Removes the IPv6 form that a dual-stack socket gives an IPv4 address. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

function networkOf(address: string): string {
  const [start = '', end] = address.replace(/%.*/, '').split('::');
  const [head, tail] = [start, end ?? ''].map((text) => text.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ];
  const omitted = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = end === undefined ? head : [...head, ...omitted, ...tail];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
