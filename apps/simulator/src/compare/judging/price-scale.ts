import type { Usability } from '@auction-tiers/contract/compare-report';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { microsToNumber, netMicros } from '@auction-tiers/tier-engine';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';

/** A lower minimum price says nothing of the scale: it lets all bids in. */
const leastMinimumMicros = 100_000;
/** Fewer bids of a buyer, or of all, say nothing of the scale. */
const leastBids = 20;
/** Half way, as powers of ten, between no factor and 100, 100 and 1,000, 1,000 and 1,000,000. */
const [least100, least1000, leastMillion] = [10 ** 1.5, 10 ** 2.5, 10 ** 4.5];
/** The log is off if at least this share of the bids whose minimum prices are known is a factor off. */
const leastShare = 0.5;

type Factor = 100 | 1000 | 1_000_000;

/** Prices against the minimum prices of the tiers that name their buyers. */
export interface PriceScale {
  readonly prices: Usability['prices'];
  /** Shares of the sample that have prices in another unit than the rest. */
  readonly odd: { readonly bidsShare: number; readonly valueShare: number; readonly memberIds: readonly number[] };
  readonly draftMinimums: Usability['draft_minimums'];
}

/** The bids of one buyer in the sample. */
interface BuyerPrices {
  readonly netMicros: number[];
  grossMicros: number;
}

/** The median price of a buyer, and the median minimum of the tiers that name the buyer. */
interface Judged extends BuyerPrices {
  readonly memberId: number;
  readonly median: number;
  readonly minimum: number;
}

/**
 * Finds out whether prices are a power of ten off: the prices of the whole log, or of some buyers. Both are judged by
 * medians of the sample, which a few absurd bids do not move.
 */
export function toPriceScale(
  sample: readonly LoggedAuction[],
  current: TierSetSource,
  draft: TierSetSource,
): PriceScale {
  const { buyers, bids, grossMicros } = pricesOf(sample);
  // The log was made under the current tiers. A draft may ask for any price, so its minimums tell the scale only where the
  // current tiers have none.
  const ofCurrent = minimumsOfSet(current);
  const isOfCurrent = ofCurrent.size > 0;
  const minimums = isOfCurrent ? ofCurrent : minimumsOfSet(draft);
  const draftMinimums = findDraftMinimums(buyers, current, draft);
  const judged = [...buyers].flatMap(([memberId, prices]): Judged[] => {
    const minimum = medianOf(minimums.get(memberId) ?? []);
    const median = medianOf(prices.netMicros);
    return minimum === undefined || median === undefined ? [] : [{ memberId, ...prices, median, minimum }];
  });
  const judgedBids = judged.flatMap((buyer) => buyer.netMicros);
  if (judgedBids.length < leastBids) {
    return { prices: null, odd: { bidsShare: 0, valueShare: 0, memberIds: [] }, draftMinimums };
  }

  const ratios = judged.flatMap(({ netMicros: nets, median, minimum }) => nets.map(() => median / minimum));
  const tooHigh = commonFactor(ratios);
  // A draft's minimums may be too high by themselves, which says nothing of the log.
  const tooLow = isOfCurrent ? commonFactor(ratios.map((ratio) => 1 / ratio)) : undefined;
  const isOff = tooHigh !== undefined || tooLow !== undefined;
  const medianOfAll = medianOf([...buyers.values()].flatMap((buyer) => buyer.netMicros))!;
  const odd = judged.filter((buyer) => !isOff && buyer.netMicros.length >= leastBids && isOdd(buyer, medianOfAll));
  return {
    prices: {
      median: microsToNumber(medianOf(judgedBids)!),
      median_minimum: microsToNumber(medianOf(judged.flatMap((one) => one.netMicros.map(() => one.minimum)))!),
      too_high_by: tooHigh ?? null,
      too_low_by: tooLow ?? null,
    },
    odd: {
      bidsShare: odd.reduce((sum, buyer) => sum + buyer.netMicros.length, 0) / bids,
      valueShare: grossMicros === 0 ? 0 : odd.reduce((sum, buyer) => sum + buyer.grossMicros, 0) / grossMicros,
      memberIds: odd.map(({ memberId }) => memberId),
    },
    draftMinimums,
  };
}

function pricesOf(sample: readonly LoggedAuction[]) {
  const buyers = new Map<number, BuyerPrices>();
  let [allBids, allMicros] = [0, 0];
  for (const { request } of sample) {
    for (const { memberId, grossMicros, feePpm = request.feePpm } of request.bids) {
      allBids++;
      allMicros += grossMicros;
      if (memberId === null) continue;
      let prices = buyers.get(memberId);
      if (prices === undefined) buyers.set(memberId, (prices = { netMicros: [], grossMicros: 0 }));
      prices.netMicros.push(netMicros(grossMicros, feePpm));
      prices.grossMicros += grossMicros;
    }
  }
  return { buyers, bids: allBids, grossMicros: allMicros };
}

/** Tiers of the draft that ask for another minimum than the current ones, a factor above what their buyers bid. */
function findDraftMinimums(
  buyers: ReadonlyMap<number, BuyerPrices>,
  current: TierSetSource,
  draft: TierSetSource,
): Usability['draft_minimums'] {
  const before = new Map(current.tiers.map(({ id, minPriceMicros }) => [id, minPriceMicros]));
  return draft.tiers.flatMap(({ id, minPriceMicros: minimum, buyerMemberIds }) => {
    if (minimum === null || minimum === before.get(id)) return [];
    const nets = [...new Set(buyerMemberIds)].flatMap((memberId) => buyers.get(memberId)?.netMicros ?? []);
    const median = medianOf(nets);
    const factor = median === undefined || nets.length < leastBids ? undefined : factorOf(minimum / median);
    if (median === undefined || factor === undefined) return [];
    return [{ tier_id: id, minimum: microsToNumber(minimum), median: microsToNumber(median), factor }];
  });
}

/** Of each buyer, the minimum prices of the tiers that name it. */
function minimumsOfSet({ tiers }: TierSetSource): ReadonlyMap<number, number[]> {
  const minimums = new Map<number, number[]>();
  for (const { minPriceMicros, buyerMemberIds } of tiers) {
    if (minPriceMicros === null || minPriceMicros < leastMinimumMicros) continue;
    for (const memberId of new Set(buyerMemberIds)) {
      minimums.set(memberId, [...(minimums.get(memberId) ?? []), minPriceMicros]);
    }
  }
  return minimums;
}

/** The factor of the median among the ratios that have a factor, if at least half of all ratios have one. */
function commonFactor(ratios: readonly number[]): Factor | undefined {
  const off = ratios.filter((ratio) => factorOf(ratio) !== undefined);
  return off.length < leastShare * ratios.length ? undefined : factorOf(medianOf(off)!);
}

function factorOf(ratio: number): Factor | undefined {
  if (ratio >= leastMillion) return 1_000_000;
  if (ratio >= least1000) return 1000;
  return ratio >= least100 ? 100 : undefined;
}

/** Whether a buyer's prices are a factor off its tiers' minimums and the log's median price, in the same direction. */
function isOdd({ median, minimum }: Judged, medianOfAll: number): boolean {
  const isHigh = factorOf(median / minimum) !== undefined && factorOf(median / medianOfAll) !== undefined;
  const isLow = factorOf(minimum / median) !== undefined && factorOf(medianOfAll / median) !== undefined;
  return isHigh || isLow;
}

/** The median, of an even number the lower one, and at least 1; undefined: there are no values. */
function medianOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).toSorted();
  return Math.max(1, sorted[Math.floor((sorted.length - 1) / 2)]!);
}
