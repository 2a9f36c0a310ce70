import { toHost } from '@auction-tiers/tier-engine/name';

const longestHostName = 253;

/**
 * The host of a domain or an address, with or without a scheme, because many requests leave it out, in the form in which
 * hosts are compared. Undefined if there is no name with a dot.
 */
export function toDomain(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const host = toHost(address);
  return host.length <= longestHostName && host.includes('.', 1) && !/[\s\\"<>[\]]/.test(host) ? host : undefined;
}
