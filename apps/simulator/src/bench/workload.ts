import { AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import { defaultParams, Market, withBuyers } from '@auction-tiers/market';
import { hashSeed, Random } from '@auction-tiers/chance';
import type { AuctionRequest, Profile, Tier, TierSetSource } from '@auction-tiers/tier-engine';
import { createBrokenLinePrinter } from '../log/auction/reading.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { createSeatBook } from '../log/auction/seat-book.ts';
import { wholeParts } from '../log/file/part.ts';
import { findSource } from '../log/file/source.ts';
import { LogReader } from '../log/log-reader.ts';

/** Most auctions that are read from a log; they are kept in memory. */
const mostAuctions = 10_000;
const marketBuyers = 500;
const mostBuyersPerTier = 9;
const profileCount = 50;
const usualFeePpm = 150_000;

/** The first auctions of a log. `feePpm`: the fee of the tiers' seller, if it is known. */
export async function readAuctions(files: readonly string[], feePpm: number | undefined): Promise<AuctionRequest[]> {
  const parts = wholeParts(await Promise.all(files.map((file) => findSource(file))));
  const order = { parts, fee: chooseFee({ seller: feePpm }), seats: createSeatBook(), isStrict: false };
  const requests: AuctionRequest[] = [];
  for await (const batch of new LogReader({ ...order, onBrokenLine: createBrokenLinePrinter() })) {
    for (const { request } of batch) {
      if (requests.length === mostAuctions) return requests;
      if (request.bids.length > 0) requests.push(structuredClone(request));
    }
  }
  return requests;
}

/** Synthetic auctions, as `generate` writes them, for 500 buyers, or as many as bids if that is more. */
export function drawAuctions(count: number, bidCount: number, seed: string, feePpm = usualFeePpm): AuctionRequest[] {
  const buyers = Math.max(defaultParams.buyers.length, marketBuyers, bidCount);
  const market = new Market(withBuyers(defaultParams, buyers), bidCount, seed);
  return Array.from({ length: count }, (_, at) => {
    const { publisher_id: _publisherId, ...auction } = market.auction(at + 1);
    const body = AuctionBody.parse({ ...auction, ym_profile_id: 1 });
    return toAuctionRequest(body, { seed: String(at), timeMs: 0, feePpm });
  });
}

/**
 * Tiers for these auctions: each names one to nine of their buyers; half have one of fifty profiles, by device and size;
 * minimums are prices that are bid.
 */
export function drawTierSet(count: number, auctions: readonly AuctionRequest[], seed: string): TierSetSource {
  const random = new Random(hashSeed(seed), count);
  const pick = <Value>(values: readonly Value[]): Value => values[random.below(values.length)]!;
  const bids = auctions.flatMap((auction) => auction.bids);
  const buyers = [...new Set(bids.flatMap(({ memberId }) => memberId ?? []))];
  const impressions = auctions.map(({ impression }) => impression);
  const devices = [...new Set(impressions.flatMap(({ deviceType }) => deviceType ?? []))];
  const sizes = impressions.flatMap((impression) => impression.sizes ?? []);
  const profiles = Array.from({ length: profileCount }, (_, at): Profile => {
    const deviceType = devices.length === 0 ? undefined : { action: 'include' as const, values: [pick(devices)] };
    return {
      id: at + 1,
      targeting: { deviceType, size: at % 2 === 0 && sizes.length > 0 ? [pick(sizes)] : undefined },
    };
  });
  const tiers = Array.from({ length: count }, (_, at): Tier => {
    const named = Array.from({ length: 1 + random.below(mostBuyersPerTier) }, () => pick(buyers));
    const isExclude = random.fraction() < 0.2;
    return {
      id: at + 1,
      priority: 1 + random.below(10),
      memberAction: isExclude ? 'exclude' : 'include',
      minPriceMicros: isExclude ? null : pick(bids).grossMicros,
      profileId: random.fraction() < 0.5 ? 1 + random.below(profileCount) : null,
      buyerMemberIds: [...new Set(named)],
    };
  });
  return { ymProfileId: 1, revision: 'synthetic', tiers, profiles };
}

/** `count` tiers of a set: an even selection, or all tiers and copies of them where the set has fewer. */
export function resized(source: TierSetSource, count: number): TierSetSource {
  const { length } = source.tiers;
  const mostId = source.tiers.reduce((most, { id }) => Math.max(most, id), 0);
  const tiers = Array.from({ length: count }, (_, at) => {
    if (count <= length) return source.tiers[Math.floor((at * length) / count)]!;
    const tier = source.tiers[at % length]!;
    return { ...tier, id: tier.id + Math.floor(at / length) * mostId };
  });
  return { ...source, tiers };
}
