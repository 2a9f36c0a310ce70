import { hashSeed, Random } from '@auction-tiers/chance';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import {
  type AuctionRequest,
  Decision,
  decideAuction,
  formatMoney,
  type Tier,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { toTierSet } from '../../src/advise/choosing/search.ts';
import type { Standing } from '../../src/advise/choosing/standing.ts';
import { Outcome } from '../../src/advise/measuring/outcome.ts';

/** A population whose auctions can be drawn without end, with tiers that cost, and a promise. */
export interface Planted {
  readonly source: TierSetSource;
  readonly commitments: readonly ReadCommitment[];
  readonly auctionsADay: number;
  readonly auction: (day: number, at: number) => AuctionRequest;
}

const buyers = [11, 12, 13, 14, 15, 16];
const firstDay = Date.UTC(2026, 9, 5);
const [msPerDay, msPerHour] = [86_400_000, 3_600_000];

/**
 * Some tiers over six buyers of different values; a buyer of a low tier was promised wins. `dearShare`: of the bids, so many
 * are two to six times as high.
 */
export function plant(seed: string, tierCount: number, auctionsADay: number, dearShare = 0): Planted {
  const random = new Random(hashSeed(seed), 1);
  const levels = buyers.map(() => 0.5 + 3 * random.fraction());
  const tiers = Array.from({ length: tierCount }, (_, at): Tier => {
    const named = buyers.filter(() => random.fraction() < 0.4);
    return {
      id: at + 1,
      priority: 1 + random.below(9),
      memberAction: 'include',
      minPriceMicros: Math.round(100 * random.fraction()) * 10_000,
      profileId: null,
      buyerMemberIds: named.length === 0 ? [buyers[at % buyers.length]!] : named,
    };
  });
  const promised = tiers[0]!.buyerMemberIds[0]!;
  return {
    source: { ymProfileId: 1, revision: seed, tiers, profiles: [] },
    commitments: [
      { subject: 'buyer', id: promised, bound: 'at_least', figure: 'wins', wanted: Math.round(auctionsADay / 10) },
    ],
    auctionsADay,
    auction: (day, at) => {
      const drawn = new Random(hashSeed(`${seed}/${day}`), at + 1);
      const ofDay = 0.9 + 0.2 * new Random(hashSeed(`${seed}/${day}/level`), 1).fraction();
      return {
        auctionType: 1,
        bidFloorMicros: 0,
        feePpm: 0,
        seed: `${seed}/${day}/${at}`,
        timeMs: firstDay + day * msPerDay + (at % 24) * msPerHour,
        impression: { placementId: 1 + (at % 5) },
        bids: buyers.map((memberId, index) => ({
          id: `${index}`,
          memberId,
          grossMicros: Math.max(
            1,
            Math.round(1e6 * levels[index]! * ofDay * Math.exp(0.5 * drawn.normal()) * dearness(drawn, dearShare)),
          ),
        })),
      };
    },
  };
}

const dearness = (drawn: Random, share: number) =>
  share > 0 && drawn.fraction() < share ? 2 + 4 * drawn.fraction() : 1;

/** The auctions of days, the first of which has number `from`. */
export const draw = ({ auction, auctionsADay }: Planted, days: number, from = 0): AuctionRequest[] =>
  Array.from({ length: days * auctionsADay }, (_, at) =>
    auction(from + Math.floor(at / auctionsADay), at % auctionsADay),
  );

/** What tiers bring over the auctions, decided one by one. */
export function evaluate(source: TierSetSource, auctions: readonly AuctionRequest[], { commitments }: Standing) {
  const tierSet = toTierSet(source);
  const [decision, outcome] = [new Decision(), new Outcome(commitments)];
  const figures = { net: 0, forgone: 0, amounts: new Float64Array(commitments.length) };
  for (const request of auctions) {
    decideAuction(tierSet, request, decision);
    outcome.read(tierSet.tiers, request, decision);
    outcome.addTo(figures);
    figures.forgone += outcome.untiered - outcome.net;
  }
  return figures;
}

/** The tiers as a tier set file. */
export const fileOf = ({ source }: Pick<Planted, 'source'>, name: string) => ({
  ym_profile: {
    id: 1,
    code: null,
    name,
    description: null,
    publisher_ids: null,
    member_id: 1,
    last_modified: '2026-10-01 00:00:00',
  },
  tiers: source.tiers.map(({ id, priority, minPriceMicros, buyerMemberIds }) => ({
    id,
    name: `tier ${id}`,
    priority,
    member_action: 'include',
    min_price: formatMoney(minPriceMicros ?? 0),
    buyer_members: buyerMemberIds.map((buyer) => ({ id: buyer, name: `Buyer ${buyer}` })),
  })),
  profiles: [],
});
