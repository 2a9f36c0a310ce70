import type { BidRequest } from 'iab-openrtb/v26';
import { gatherBids } from './bid.ts';
import { readBlocks } from './block.ts';
import { hash } from './hash.ts';
import { toImpression, toSharedImpression } from './impression.ts';
import { toInventory } from './inventory.ts';
import type {
  Defaults,
  Directory,
  Issue,
  OpenRtbAuction,
  OpenRtbInput,
  RefusedImpression,
  Report,
  ToAuctionsResult,
} from './model.ts';
import { Exchange } from './currency.ts';
import { readRequest, toAuctionType } from './request.ts';
import { toObject } from './loose.ts';
import { below } from './report.ts';
import { readTerms, type Terms, toTypedAuction } from './terms.ts';
import { toQuantity } from './quantity.ts';
import { toUnit } from './unit.ts';
import { warnOfUnread } from './unread.ts';

/**
 * Converts a bid request with its responses to one auction per impression, by the table in the README. Never throws,
 * whatever the shape: what makes every auction impossible is an issue, what is ignored a warning; an impression whose
 * floor cannot be converted is refused alone. Every bid of every response, unless it is null, is in the result exactly
 * once: in the auction or the refusal of its impression, or among the stray bids.
 */
export function toAuctions(input: OpenRtbInput, directory: Directory, defaults: Defaults): ToAuctionsResult {
  const readable = readRequest(input);
  if (!('request' in readable)) return { ok: false, issues: readable };

  const { request, imps } = readable;
  const warnings: Issue[] = [];
  const warn: Report = (path, message) => void warnings.push({ path, message });
  warnOfUnread(readable, warn);
  const exchange = new Exchange(defaults);
  const auctionType = toAuctionType(request, warn);
  const blocks = readBlocks(request, warn);
  const termsOf = new Map<string | null, Terms>();
  const issuesOf = imps.map(({ id, imp }, at) => {
    const issues: Issue[] = [];
    const path = `bid_request.imp[${at}]`;
    const refuse: Report = (part, message) => void issues.push({ path: `${path}.${part}`, message });
    termsOf.set(id, readTerms(imp, auctionType, blocks, exchange, below(warn, path), refuse));
    return issues;
  });
  const { bidsOfImp, strayBids, groups } = gatherBids(readable, exchange, termsOf, directory.memberOfSeat, warn);
  const unit = toUnit(request);
  const shared = toSharedImpression(request, directory.countryFromAlpha3, warn);
  const auctions: OpenRtbAuction[] = [];
  const refused: RefusedImpression[] = [];
  for (const [at, { id, imp }] of imps.entries()) {
    const { bids, engineBids, types } = bidsOfImp.get(id)!;
    const terms = termsOf.get(id)!;
    const issues = issuesOf[at]!;
    if (issues.length > 0) {
      refused.push({ impId: id, impIndex: at, issues, bids });
      continue;
    }
    auctions.push({
      impId: id,
      impIndex: at,
      unit,
      request: {
        ...toTypedAuction(terms, engineBids, types),
        bidFloorMicros: terms.floorMicros,
        feePpm: defaults.feePpm,
        seed: toAuctionSeed(defaults.seed, at),
        timeMs: defaults.timeMs,
        impression: toImpression(shared, imp, below(warn, `bid_request.imp[${at}]`)),
        ...toQuantity(imp, below(warn, `bid_request.imp[${at}]`)),
      },
      bids,
    });
  }
  return { ok: true, publisherId: shared.publisherId, auctions, refused, strayBids, groups, warnings, exchange };
}

/** `toAuctions` reports what is wrong with the same request. */
const unreported: Report = () => undefined;

/** The publisher of a request's inventory; it selects the ym-profile. */
export function toPublisherId(bidRequest: unknown): number | string | undefined {
  return toInventory(toObject<BidRequest>(bidRequest), undefined, unreported).publisherId;
}

const longestSeed = 64;

/**
 * The seed of one impression's auction: the request's seed, a slash and the impression's index, so that impressions
 * have independent draws, and an added one changes no other. A seed that is too long for this is hashed first.
 */
function toAuctionSeed(seed: string, impressionAt: number): string {
  const auctionSeed = `${seed}/${impressionAt}`;
  return auctionSeed.length <= longestSeed ? auctionSeed : `${hash(seed)}/${impressionAt}`;
}
