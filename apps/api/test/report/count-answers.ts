import type { BidResult, Winner } from '@auction-tiers/tier-engine';

/** An auction that was decided, as far as it is counted. */
export interface CountedAuction {
  readonly feePpm: number;
  readonly result: {
    readonly winner: Pick<Winner, 'tierId' | 'memberId' | 'clearingMicros'> | null;
    readonly bids: readonly Pick<BidResult, 'outcome' | 'tierId' | 'memberId' | 'netMicros'>[];
  };
}

interface Totals {
  auctions: number;
  sold: number;
  without_bids: number;
  outcomes: Record<string, number>;
  gross: bigint;
  net: bigint;
  forgone: bigint;
  excluded_net: bigint;
}

interface Pair {
  bids: number;
  won: number;
  excluded: number;
  gross: bigint;
  net: bigint;
  forgone: bigint;
  excluded_net: bigint;
}

const noPair = (): Pair => ({ bids: 0, won: 0, excluded: 0, gross: 0n, net: 0n, forgone: 0n, excluded_net: 0n });

/** The sums of auctions, by plain maps: of all of them, and by `<tier id> <buyer id>`, where 0 stands for none. */
export function countByHand(auctions: readonly CountedAuction[]) {
  const totals: Totals = {
    auctions: 0,
    sold: 0,
    without_bids: 0,
    outcomes: {},
    gross: 0n,
    net: 0n,
    forgone: 0n,
    excluded_net: 0n,
  };
  const pairs = new Map<string, Pair>();
  const pairOf = ({ tierId, memberId }: { readonly tierId: number | null; readonly memberId: number | null }) => {
    const key = `${tierId ?? 0} ${memberId ?? 0}`;
    const pair = pairs.get(key) ?? noPair();
    pairs.set(key, pair);
    return pair;
  };
  for (const { feePpm, result } of auctions) {
    const { winner, bids } = result;
    totals.auctions += 1;
    if (bids.length === 0) totals.without_bids += 1;
    let highest = 0n;
    for (const bid of bids) {
      const pair = pairOf(bid);
      const net = BigInt(bid.netMicros);
      totals.outcomes[bid.outcome] = (totals.outcomes[bid.outcome] ?? 0) + 1;
      pair.bids += 1;
      if (bid.outcome === 'excluded') {
        pair.excluded += 1;
        pair.excluded_net += net;
        totals.excluded_net += net;
      } else if (bid.outcome !== 'below_floor' && net > highest) highest = net;
    }
    if (winner === null) continue;
    totals.sold += 1;
    const gross = BigInt(winner.clearingMicros);
    const net = (gross * BigInt(1_000_000 - feePpm)) / 1_000_000n;
    for (const sums of [totals, pairOf(winner)]) {
      sums.gross += gross;
      sums.net += net;
      sums.forgone += highest - net;
    }
    pairOf(winner).won += 1;
  }
  return { totals, pairs };
}
