import type { AuctionTier, CallContext, Issue, Plain } from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { danglingReferences } from '../request/refusal.ts';
import type { Complete, Rules } from './stored.ts';

type Buyer = { readonly id?: number | undefined; readonly name?: string | null | undefined };

/** A tier names buyers of the directory, and a member has a limited number of tiers. */
export function tierRules(deps: Pick<Deps, 'buyerNames' | 'settings'>): Rules {
  return { complete: completeTier(deps), creation: () => ({ limit: deps.settings.MAX_TIERS_PER_MEMBER }) };
}

/** Buyers of a tier by id: a name alone is resolved in the directory, an id is authoritative and gets its name. */
export function completeTier({ buyerNames }: Pick<Deps, 'buyerNames'>): Complete {
  return (value: Plain, call: CallContext) => {
    const sent = value['buyer_members'] as readonly Buyer[] | null | undefined;
    if (sent === null || sent === undefined) return value;
    const buyers = new Map<number, NonNullable<AuctionTier['buyer_members']>[number]>();
    const issues: Issue[] = [];
    for (const [place, buyer] of sent.entries()) {
      const resolved = buyer.id ?? resolveName(buyerNames, buyer.name ?? '');
      if (typeof resolved === 'string') issues.push({ path: `buyer_members.${place}.name`, message: resolved });
      else if (buyers.has(resolved)) call.warn(`buyer_members.${place} names member ${resolved} again; it counts once`);
      else buyers.set(resolved, { id: resolved, name: buyerNames.nameOf(resolved) ?? buyer.name ?? null });
    }
    if (issues.length > 0) throw danglingReferences(issues);
    return { ...value, buyer_members: [...buyers.values()] };
  };
}

/** The id of the member with a name, or the message that says why there is none. */
function resolveName(buyerNames: Deps['buyerNames'], name: string): number | string {
  const [found, ...others] = buyerNames.idsOf(name);
  if (found === undefined) return `is ${JSON.stringify(name)}, which is not the name of a member`;
  if (others.length === 0) return found;
  return `is ${JSON.stringify(name)}, which is the name of several members: ${[found, ...others].join(', ')}; name one by id`;
}
