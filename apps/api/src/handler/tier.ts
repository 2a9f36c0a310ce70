import { type AuctionTier, type Call, type Plain, type PlatformMember, ServiceError } from '@auction-tiers/contract';
import type { Deps } from './deps.ts';
import type { Complete } from './stored.ts';

type Buyer = { readonly id?: number | undefined; readonly name?: string | null | undefined };

/** Buyers of a tier by id: a name alone is resolved in the directory, an id is authoritative and gets its name. */
export function completeTier({ mirror }: Deps): Complete {
  return (value: Plain, call: Call) => {
    const sent = value['buyer_members'] as readonly Buyer[] | null | undefined;
    if (sent === null || sent === undefined) return value;
    const directory = mirror.rows('platform-member', null) as readonly PlatformMember[];
    const names = new Map(directory.map(({ id, name }) => [id, name]));
    const buyers = new Map<number, NonNullable<AuctionTier['buyer_members']>[number]>();
    for (const [place, buyer] of sent.entries()) {
      const id = buyer.id ?? resolveName(directory, buyer.name ?? '', place);
      if (buyers.has(id)) call.warn(`buyer_members.${place} names member ${id} again; it counts once`);
      else buyers.set(id, { id, name: names.get(id) ?? buyer.name ?? null });
    }
    return { ...value, buyer_members: [...buyers.values()] };
  };
}

function resolveName(directory: readonly PlatformMember[], name: string, place: number): number {
  const wanted = name.toLowerCase();
  const [found, ...others] = directory.filter((member) => member.name.toLowerCase() === wanted);
  if (found !== undefined && others.length === 0) return found.id;
  const ids = [found, ...others].map((member) => member?.id).join(', ');
  const problem = found === undefined ? 'which no member has' : `which several members have: ${ids}; name one by id`;
  const path = `buyer_members.${place}.name`;
  const message = `is ${JSON.stringify(name)}, ${problem}`;
  throw new ServiceError('integrity', `${path} ${message}`, { issues: [{ path, message }] });
}
