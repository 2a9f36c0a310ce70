import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import { type ClusterAttribute, clusterAttributes, type Clusters, proposeClusters } from '@auction-tiers/experiment';
import type { Outcome, Pool, PooledAuction } from '@auction-tiers/experiment/trial';
import { Market, type MarketParams, type ResponseParams, type SyntheticImpression } from '@auction-tiers/market';
import { type AuctionRequest, decideAuction, Decision, netTakenMicros, type TierSet } from '@auction-tiers/tier-engine';
import { changedMinimums, learntMicros } from '../generate/answering-buyers.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';

/** What trials of an experiment are drawn from. */
export interface PoolOrder {
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  readonly params: MarketParams;
  readonly response: ResponseParams;
  readonly bidCount: number;
  readonly seed: string;
  readonly auctionCount: number;
  readonly feePpm: number;
}

/** Most auctions that are decided: trials draw from them with replacement. */
export const mostPooled = 10_000;

type Drawn = Omit<PooledAuction, 'cluster'> & {
  readonly places: Readonly<Record<ClusterAttribute, string | undefined>>;
};

/** Auctions of the market, decided by the engine under both tier sets with the same seed and with each answer of buyers. */
export function decideAuctions(order: PoolOrder): Drawn[] {
  const { current, draft, params, response, bidCount, seed, feePpm, auctionCount } = order;
  const market = new Market(params, bidCount, seed);
  const minimums = changedMinimums(current.source.tiers, draft.source.tiers);
  const decision = new Decision();
  const limited = new Set(response.budget?.members);
  return Array.from({ length: auctionCount }, (_, at): Drawn => {
    const { publisher_id: _publisherId, ...auction } = market.auction(at + 1);
    const body = AuctionBody.parse({ ...auction, ym_profile_id: 1 });
    const timeMs = Date.parse(auction.impression.time);
    const request = toAuctionRequest(body, { seed: String(at), timeMs, feePpm });
    const decide = (bids: AuctionRequest['bids']): Outcome => {
      const own = { ...request, bids };
      const [one, other] = [sell(current.tierSet, own, decision), sell(draft.tierSet, own, decision)];
      return {
        control: one.micros,
        treatment: other.micros,
        limitedControl: limited.has(one.member) ? one.micros : 0,
        limitedTreatment: limited.has(other.member) ? other.micros : 0,
      };
    };
    const asIs = decide(request.bids);
    const learning = { feePpm: request.feePpm, learnt: 1, response };
    const learnt = decide(request.bids.map((bid) => ({ ...bid, grossMicros: learntMicros(bid, minimums, learning) })));
    const others = request.bids.filter(({ memberId }) => !limited.has(memberId ?? 0));
    const withoutLimited = limited.size === 0 ? asIs : decide(others);
    return { asIs, learnt, withoutLimited, places: placesOf(auction.impression) };
  });
}

function sell(tierSet: TierSet, request: AuctionRequest, decision: Decision) {
  decideAuction(tierSet, request, decision);
  const { winnerPlace } = decision;
  const member = winnerPlace < 0 ? 0 : (request.bids[winnerPlace]!.memberId ?? 0);
  return { member, micros: netTakenMicros(request, decision) };
}

const textOf = (value: number | string | undefined) => (value === undefined ? undefined : String(value));

function placesOf(impression: SyntheticImpression): Drawn['places'] {
  const { site_id: site, domain, placement_id: placement, country, device_type: device } = impression;
  return { site: textOf(site ?? domain), placement: textOf(placement), country, device };
}

/** The clusters that the service would propose from the net of these auctions under the current tiers, the best first. */
export function clustersOf(auctions: readonly Drawn[]): Clusters[] {
  const nets = Object.fromEntries(clusterAttributes.map((by) => [by, new Map<string, number>()]));
  for (const { places, asIs } of auctions) {
    for (const by of clusterAttributes) {
      const value = places[by];
      if (value !== undefined) nets[by]!.set(value, (nets[by]!.get(value) ?? 0) + asIs.control);
    }
  }
  return proposeClusters(nets);
}

/** The pool of a switchback, without the auctions that are in none of its clusters; without clusters, all are in one. */
export function toPool(auctions: readonly Drawn[], clusters: Clusters | null): Pool {
  if (clusters === null) return { clusterCount: 1, auctions: auctions.map((auction) => ({ ...auction, cluster: 0 })) };
  const clusterOf = new Map(clusters.values.map((value, at) => [value, at]));
  const within = auctions.flatMap((auction): PooledAuction[] => {
    const cluster = clusterOf.get(auction.places[clusters.by] ?? '');
    return cluster === undefined ? [] : [{ ...auction, cluster }];
  });
  return { clusterCount: clusters.values.length, auctions: within };
}
