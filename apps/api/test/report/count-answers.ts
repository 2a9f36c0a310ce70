import type { AuctionRequest, BidResult, Winner } from '@auction-tiers/tier-engine';

/** Bids without a `buyer` are told apart by their members. */
type CountedBid = Pick<BidResult, 'outcome' | 'tierId' | 'memberId' | 'netMicros'> & { readonly buyer?: string | null };

/** An auction that was decided, as far as it is counted. All its bids have one fee. */
export interface CountedAuction extends Pick<AuctionRequest, 'auctionType' | 'bidFloorMicros' | 'feePpm'> {
  readonly result: {
    readonly winner: Pick<Winner, 'tierId' | 'memberId' | 'clearingMicros'> | null;
    readonly bids: readonly CountedBid[];
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

/** The net that an auction brings when no bid is in a tier: the bids that take part, the highest first. */
function untieredNet({ auctionType, bidFloorMicros, feePpm, result }: CountedAuction): bigint {
  const taking = result.bids
    .map((bid, index) => ({ net: BigInt(bid.netMicros), buyer: bid.buyer ?? bid.memberId ?? `bid ${index}`, ...bid }))
    .filter(({ outcome }) => outcome !== 'excluded' && outcome !== 'below_floor')
    .toSorted((a, b) => b.netMicros - a.netMicros);
  const [won] = taking;
  if (won === undefined || auctionType === 1) return won?.net ?? 0n;
  const kept = BigInt(1_000_000 - feePpm);
  const rival = taking.find(({ buyer }) => buyer !== won.buyer)?.net ?? 0n;
  const needed = (rival * 1_000_000n + kept - 1n) / kept;
  const floor = BigInt(bidFloorMicros);
  return ((needed > floor ? needed : floor) * kept) / 1_000_000n;
}

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
  for (const auction of auctions) {
    const { feePpm, result } = auction;
    const { winner, bids } = result;
    totals.auctions += 1;
    if (bids.length === 0) totals.without_bids += 1;
    for (const bid of bids) {
      const pair = pairOf(bid);
      const net = BigInt(bid.netMicros);
      totals.outcomes[bid.outcome] = (totals.outcomes[bid.outcome] ?? 0) + 1;
      pair.bids += 1;
      if (bid.outcome === 'excluded') {
        pair.excluded += 1;
        pair.excluded_net += net;
        totals.excluded_net += net;
      }
    }
    if (winner === null) continue;
    totals.sold += 1;
    const gross = BigInt(winner.clearingMicros);
    const net = (gross * BigInt(1_000_000 - feePpm)) / 1_000_000n;
    for (const sums of [totals, pairOf(winner)]) {
      sums.gross += gross;
      sums.net += net;
      sums.forgone += untieredNet(auction) - net;
    }
    pairOf(winner).won += 1;
  }
  return { totals, pairs };
}
