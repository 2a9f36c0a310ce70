import { gatherBids } from './bid.ts';
import { hash } from './hash.ts';
import { toImpression, toSharedImpression } from './impression.ts';
import type { Defaults, Directory, Issue, OpenRtbAuction, OpenRtbInput, Report, ToAuctionsResult } from './model.ts';
import { readRequest, toAuctionType, toBidFloorMicros, toCurrency } from './request.ts';
import { toUnit } from './unit.ts';

/**
 * A bid request with its responses as one auction per impression, by the table in the README. Never throws, whatever
 * the shape: what makes an auction impossible is an issue, what is ignored a warning. Every bid of every response, unless
 * it is null, is exactly once in the result: in the auction of its impression or among the stray bids.
 */
export function toAuctions(input: OpenRtbInput, directory: Directory, defaults: Defaults): ToAuctionsResult {
  const readable = readRequest(input);
  if (!('request' in readable)) return { ok: false, issues: readable };

  const { request, imps } = readable;
  const warnings: Issue[] = [];
  const warn: Report = (path, message) => void warnings.push({ path, message });
  const currency = toCurrency(defaults.currency);
  const { bidsOfImp, strayBids } = gatherBids(readable, currency, directory.memberOfSeat, warn);
  const auctionType = toAuctionType(request, warn);
  const unit = toUnit(request);
  const shared = toSharedImpression(request, directory.countryFromAlpha3);
  const auctions: OpenRtbAuction[] = [];
  for (const [at, { id, imp }] of imps.entries()) {
    const { bids, engineBids } = bidsOfImp.get(id)!;
    const warnOfImp: Report = (path, message) => warn(`bid_request.imp[${at}].${path}`, message);
    auctions.push({
      impId: id,
      unit,
      request: {
        auctionType,
        bidFloorMicros: toBidFloorMicros(imp, currency, warnOfImp),
        feePpm: defaults.feePpm,
        seed: toAuctionSeed(defaults.seed, at),
        timeMs: defaults.timeMs,
        impression: toImpression(shared, imp),
        bids: engineBids,
      },
      bids,
    });
  }
  return { ok: true, publisherId: shared.publisherId, auctions, strayBids, warnings };
}

const longestSeed = 64;

/**
 * The seed of one impression's auction: the request's seed, a slash and the impression's place, so that no impression
 * shares its chance with another, and one that is added changes no other. A seed too long for that is hashed first.
 */
function toAuctionSeed(seed: string, impressionAt: number): string {
  const auctionSeed = `${seed}/${impressionAt}`;
  return auctionSeed.length <= longestSeed ? auctionSeed : `${hash(seed)}/${impressionAt}`;
}
