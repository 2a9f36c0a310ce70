import { isUsed } from '@auction-tiers/auction-codec';
import { binPrices } from '@auction-tiers/chart';
import {
  type AskRecordedInput,
  type ExplainedAuction,
  maxVerdicts,
  type RecordedAnswer,
  type RecordedTier,
  toAuctionBody,
  toExplainedAuction,
} from '@auction-tiers/contract';
import { type RecordedAuction, readRecordedAuctions } from '@auction-tiers/recorded';
import {
  type AuctionRequest,
  Decision,
  decideAuction,
  explainAuction,
  parseMoney,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { countFunnel, Funnel } from '@auction-tiers/tier-engine/measure';
import { buyerBids, buyerHours } from './buyer-bids.ts';
import { compileOrRefuse, Refused, toPrice } from './decided.ts';
import { findAuctions, idOf } from './find-auctions.ts';
import { decideMinimum, earnedOf, figuresOf, findCase, type MinimumCase } from './minimum.ts';
import { curveOf } from './minimum-curve.ts';

/** What is asked of a sample. */
export type Questions = Pick<
  AskRecordedInput,
  'buyers' | 'buyer_id' | 'tier_id' | 'min_price' | 'find' | 'auction' | 'explained'
>;

/** Tier sets that are kept of a sample: the live ones, a draft, and both before their last change. */
const mostTierSets = 4;
/** Prices up to this many times the highest bid are on the axis; a higher minimum is shown at its end. */
const farAway = 2;

interface Deciding {
  readonly source: TierSetSource;
  readonly tierSet: TierSet;
  readonly cases: Map<number, MinimumCase>;
}

/** Recorded auctions of equal weight, and answers to questions about them. */
export class SampleAnswers {
  readonly #auctions: RecordedAuction[] = [];
  readonly #tierSets = new Map<string, Deciding>();
  #unread = 0;
  #newestMs: number | null = null;

  /**
   * Adds a part of recorded auctions, whole frames: those that a share uses, so that all have equal weight, up to `most`
   * auctions in the sample.
   */
  addPart(packed: Uint8Array, share: number, most: number): void {
    this.#unread += readRecordedAuctions(packed, (auction) => {
      if (this.#auctions.length >= most || !isUsed(auction.decided, share)) return;
      this.#auctions.push(auction);
      this.#newestMs = Math.max(this.#newestMs ?? 0, auction.request.timeMs);
    });
  }

  /** Auctions, when the last of them was decided, and lines that could not be read. */
  get count(): { readonly auctions: number; readonly newestMs: number | null; readonly unread: number } {
    return { auctions: this.#auctions.length, newestMs: this.#newestMs, unread: this.#unread };
  }

  hasTiers(key: string): boolean {
    return this.#tierSets.has(key);
  }

  /** The same key always stands for the same tiers. Throws a `Refused` where they do not compile. */
  addTiers(key: string, source: TierSetSource): void {
    keepLast(this.#tierSets, key, { source, tierSet: compileOrRefuse(source), cases: new Map() }, mostTierSets);
  }

  /**
   * Answers by the tiers of a key. `weight`: decided auctions per auction of the sample. Throws a `Refused` for a tier or
   * an auction that there is not.
   */
  answer(key: string, asked: Questions, weight: number): Omit<RecordedAnswer, 'sample'> {
    const deciding = this.#tierSets.get(key)!;
    const { tierSet } = deciding;
    return {
      ...(asked.buyers && { buyers: buyerBids(this.#requests(), tierSet) }),
      ...(asked.buyer_id !== undefined && { buyer_hours: buyerHours(this.#requests(), tierSet, asked.buyer_id) }),
      ...this.#ofTier(deciding, asked, weight),
      ...(asked.find && { found: findAuctions(this.#auctions, tierSet, asked.find) }),
      ...(asked.auction !== undefined && { auction: toAuctionBody(this.#request(asked.auction), tierSet.ymProfileId) }),
      ...(asked.auction !== undefined && asked.explained && { explained: this.#explain(asked.auction, tierSet) }),
    };
  }

  readonly #requests = () => this.#auctions.map(({ request }) => request);

  #ofTier(deciding: Deciding, { tier_id: tierId, min_price: price }: Questions, weight: number) {
    if (tierId === undefined) return {};
    const { source, tierSet, cases } = deciding;
    const found = cases.get(tierId) ?? findCase(this.#requests(), source, tierSet, tierId);
    cases.set(tierId, found);
    if (price === undefined) return { tier: this.#tier(deciding, found, weight) };
    const parsed = parseMoney(price);
    const sums = decideMinimum(found, source, parsed.ok ? parsed.micros : 0);
    return { minimum: { min_price: Number(price), ...figuresOf(sums, weight), gain: earnedOf(sums.gain, weight) } };
  }

  #tier({ source, tierSet }: Deciding, found: MinimumCase, weight: number): RecordedTier {
    const { tierId, nets, otherBids } = found;
    const presentMicros = source.tiers.find(({ id }) => id === tierId)?.minPriceMicros ?? 0;
    const own = decideMinimum(found, source, presentMicros);
    const funnel = funnelOf(this.#requests(), tierSet, tierId);
    const highest = nets.at(-1) ?? 0;
    const include = presentMicros <= highest * farAway || highest === 0 ? [toPrice(presentMicros)] : [];
    return {
      funnel: {
        seen: funnel.seen * weight,
        listed: funnel.listed * weight,
        priced_in: funnel.pricedIn * weight,
        targeted: funnel.targeted * weight,
        within_limit: funnel.withinLimit * weight,
        in_tier: own.inTier * weight,
        won: own.won * weight,
      },
      prices: binPrices(Array.from(nets, toPrice), include),
      other_bids: otherBids,
      own: figuresOf(own, weight),
      curve: curveOf(found, source, weight),
    };
  }

  #request(id: string): AuctionRequest {
    const auction = this.#auctions.find((one) => idOf(one) === id);
    if (auction === undefined) throw new Refused('auction', `is ${id}, which is not among the auctions that were read`);
    return auction.request;
  }

  #explain(id: string, tierSet: TierSet): ExplainedAuction {
    const request = this.#request(id);
    const verdicts = request.bids.length * tierSet.tiers.length;
    if (verdicts <= maxVerdicts) return toExplainedAuction(explainAuction(tierSet, request));
    throw new Refused('explained', `gives ${verdicts} verdicts, one per bid and tier, allowed: ${maxVerdicts}`);
  }
}

/** Bids of all auctions, and how far they come in a tier. */
function funnelOf(requests: readonly AuctionRequest[], tierSet: TierSet, tierId: number) {
  const funnel = new Funnel(tierSet.tiers.length);
  const decision = new Decision();
  let seen = 0;
  for (const request of requests) {
    decideAuction(tierSet, request, decision);
    countFunnel(tierSet, request, decision, funnel);
    seen += decision.bidCount;
  }
  return { seen, ...funnel.stagesOf(tierSet.tiers.findIndex(({ id }) => id === tierId)) };
}

/** Puts a value last in a map, and removes the first ones beyond `most`. */
export function keepLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const first of map.keys()) {
    if (map.size <= most) return;
    map.delete(first);
  }
}
