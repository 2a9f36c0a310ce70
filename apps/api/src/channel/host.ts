import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not global: https://www.iana.org/assignments/iana-ipv4-special-registry. */
const special = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(address, bits, 'ipv4');
}
/** Global unicast addresses of IPv6; `special6`: those in it that lead to IPv4 addresses (6to4, Teredo) or nowhere. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const special6 = new BlockList();
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(address, bits, 'ipv6');
}

/** A host that a webhook may not be sent to. */
export class ForbiddenHost extends Error {}

/** Whether webhooks may go to an address: to a global one, and to those that the operator allows. */
export function isAllowed(address: string, allowed: BlockList): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return allowed.check(address) || !special.check(address);
  if (allowed.check(address, 'ipv6')) return true;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** The host of a URL, which may be an address. */
export const literalOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const forbidden = (host: string, address: string) =>
  // Which address a name has inside is not for members to know.
  new ForbiddenHost(
    `the ${host === address ? 'address' : 'host'} ${host} is not on the public internet, and the operator has not allowed it`,
  );

/** Throws for a URL whose host is an address that webhooks may not go to; names are checked when they are resolved. */
export function requireAllowedLiteral(url: URL, allowed: BlockList): void {
  const host = literalOf(url);
  if (isIP(host) !== 0 && !isAllowed(host, allowed)) throw forbidden(host, host);
}

/**
 * Rejects for a URL whose host is, or is the name of, an address that webhooks may not go to. A name that cannot be resolved
 * now is let through: it is checked again whenever something is sent.
 */
export async function requireAllowedHost(url: URL, allowed: BlockList): Promise<void> {
  requireAllowedLiteral(url, allowed);
  await new Promise<void>((resolve, reject) =>
    lookupWithin(allowed)(literalOf(url), { all: true }, (error) =>
      error instanceof ForbiddenHost ? reject(error) : resolve(),
    ),
  );
}

/** Whether an address is one of those that only the operator's permission opens. */
export const isInside = (address: string): boolean => !isAllowed(address, nothing);
const nothing = new BlockList();

/**
 * Resolves a host name and checks its addresses for a connection, which then uses the checked address: the name is not
 * resolved again. A name with one forbidden address is forbidden. `note`: gets the addresses.
 */
export const lookupWithin =
  (allowed: BlockList, note: (address: string) => void = () => {}): LookupFunction =>
  (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '');
      const wrong = addresses.find(({ address }) => !isAllowed(address, allowed));
      if (wrong !== undefined) return done(forbidden(host, wrong.address), '');
      for (const { address } of addresses) note(address);
      if (options.all === true) return done(null, addresses);
      const [first] = addresses;
      return done(null, first!.address, first!.family);
    });
  };
