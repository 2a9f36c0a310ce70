import type { BidRequest, Deal, Imp, Pmp } from 'iab-openrtb/v26';
import { gatherBids } from './bid.ts';
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
import { readRequest, toAuctionType, toFloorMicros } from './request.ts';
import { type Loose, toArray, toObject, toText } from './loose.ts';
import { toUnit } from './unit.ts';

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
  const exchange = new Exchange(defaults);
  const floors = imps.map(({ imp }, at) => {
    const issues: Issue[] = [];
    const path = `bid_request.imp[${at}]`;
    const refuse: Report = (below, message) => void issues.push({ path: `${path}.${below}`, message });
    return { ...readFloors(imp, exchange, prefixed(warn, path), refuse), issues };
  });
  const floorOfDeal = new Map(imps.map(({ id }, at) => [id, floors[at]!.ofDeal]));
  const { bidsOfImp, strayBids } = gatherBids(readable, exchange, floorOfDeal, directory.memberOfSeat, warn);
  const auctionType = toAuctionType(request, warn);
  const unit = toUnit(request);
  const shared = toSharedImpression(request, directory.countryFromAlpha3);
  const auctions: OpenRtbAuction[] = [];
  const refused: RefusedImpression[] = [];
  for (const [at, { id, imp }] of imps.entries()) {
    const { bids, engineBids } = bidsOfImp.get(id)!;
    const { issues } = floors[at]!;
    if (issues.length > 0) {
      refused.push({ impId: id, impIndex: at, issues, bids });
      continue;
    }
    auctions.push({
      impId: id,
      impIndex: at,
      unit,
      request: {
        auctionType,
        bidFloorMicros: floors[at]!.ofImpression,
        feePpm: defaults.feePpm,
        seed: toAuctionSeed(defaults.seed, at),
        timeMs: defaults.timeMs,
        impression: toImpression(shared, imp),
        bids: engineBids,
      },
      bids,
    });
  }
  return { ok: true, publisherId: shared.publisherId, auctions, refused, strayBids, warnings, exchange };
}

/** The publisher of a request's inventory, if it is a number; it selects the ym-profile. */
export function toPublisherId(bidRequest: unknown): number | undefined {
  return toInventory(toObject<BidRequest>(bidRequest), undefined).publisherId;
}

const prefixed =
  (report: Report, prefix: string): Report =>
  (path, message) =>
    report(`${prefix}.${path}`, message);

/** The floor of an impression, and the floors of its deals by id: CPM micros of the auction's currency. */
function readFloors(imp: Loose<Imp>, exchange: Exchange, warn: Report, refuse: Report) {
  const ofDeal = new Map<string, number>();
  for (const [at, value] of toArray(toObject<Pmp>(imp.pmp).deals).entries()) {
    const deal = toObject<Deal>(value);
    const id = toText(deal.id);
    const path = `pmp.deals[${at}]`;
    const micros = toFloorMicros(deal, exchange, prefixed(warn, path), prefixed(refuse, path));
    if (id !== undefined && micros !== undefined) ofDeal.set(id, micros);
  }
  return { ofImpression: toFloorMicros(imp, exchange, warn, refuse) ?? 0, ofDeal };
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
