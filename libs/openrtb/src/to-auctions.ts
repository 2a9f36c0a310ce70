import type { Directory } from './directory.ts';
import { gatherBids } from './gather.ts';
import { toImpression, toSharedImpression } from './impression.ts';
import type { Issue, Report } from './issue.ts';
import type { Defaults, OpenRtbAuction, OpenRtbInput, ToAuctionsResult } from './model.ts';
import { readRequest } from './request.ts';
import { toAuctionSeed } from './seed.ts';
import { toAuctionType, toBidFloorMicros, toCurrency } from './terms.ts';

/**
 * A bid request with its responses as one auction an impression, by the table in the README. Never throws, whatever the
 * shape: what makes an auction impossible is an issue, what is merely odd a warning, and every bid of every response
 * stands exactly once in the result: in the auction of its impression or among the stray bids.
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
  const shared = toSharedImpression(request, directory.countryFromAlpha3);
  const auctions = imps.map(({ id, imp }, at): OpenRtbAuction => {
    const { bids, engineBids } = bidsOfImp.get(id)!;
    const warnOfImp: Report = (path, message) => warn(`bid_request.imp[${at}].${path}`, message);
    return {
      impId: id,
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
    };
  });
  return { ok: true, publisherId: shared.publisherId, auctions, strayBids, warnings };
}
