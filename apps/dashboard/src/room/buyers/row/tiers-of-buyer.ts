import type { ReportRow } from '@auction-tiers/contract';
import type { LiveTier } from '../../../draft/content.ts';
import type { BuyerRow } from './buyer-row.ts';
import { keyOf } from '../../../report/weeks.ts';

/** Tiers in which the buyer bid, by bids, and then the live tiers that name it and took none of its bids. */
export function tiersOfBuyer(
  { key, id: buyerId }: Pick<BuyerRow, 'key' | 'id'>,
  rows: readonly ReportRow[],
  live: readonly Pick<LiveTier, 'id' | 'name' | 'buyer_members'>[],
) {
  const bidding = rows
    .filter((row) => keyOf(row) === key)
    .map((row) => {
      const id = row.tier_id ?? null;
      return {
        /** Null: bids that no tier took. */
        id,
        name: row.tier_name ?? (id === null ? 'in no tier' : `tier no. ${id}`),
        bids: row.bids,
        winRate: row.win_rate,
        /** What its wins earned. */
        net: Number(row.net),
        excluded: row.excluded,
      };
    })
    .toSorted((one, other) => other.bids - one.bids);
  const known = new Set(bidding.map(({ id }) => id));
  const silent = live.filter(
    ({ id, buyer_members: buyers }) => !known.has(id) && buyers?.some((buyer) => buyer.id === buyerId) === true,
  );
  return [...bidding, ...silent.map(({ id, name }) => ({ id, name, bids: 0, winRate: null, net: 0, excluded: 0 }))];
}

export type TierOfBuyer = ReturnType<typeof tiersOfBuyer>[number];
