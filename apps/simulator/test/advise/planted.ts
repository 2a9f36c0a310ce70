import { hashSeed, Random } from '@auction-tiers/chance';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { AuctionRequest, Tier, TierSetSource } from '@auction-tiers/tier-engine';

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

/** Some tiers over six buyers of different values; a buyer of a low tier was promised wins. */
export function plant(seed: string, tierCount: number, auctionsADay: number): Planted {
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
        bids: buyers.map((memberId, place) => ({
          id: `${place}`,
          memberId,
          grossMicros: Math.max(1, Math.round(1e6 * levels[place]! * ofDay * Math.exp(0.5 * drawn.normal()))),
        })),
      };
    },
  };
}
