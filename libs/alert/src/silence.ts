/** An hour of the market, in the order of time and without a gap. */
export interface MarketHour {
  readonly auctions: number;
  /** Hours of the same kind have the same slot: the hour of the day, on weekdays or at the weekend. */
  readonly slot: number;
}

/** For how long a buyer has not bid, and how unlikely that is for it. */
export interface Silence {
  /** Hours with auctions since its last bid. */
  readonly hours: number;
  /** The place of the first hour without a bid. */
  readonly from: number;
  /** Such a gap, or a longer one, comes about once in this many days. */
  readonly everyDays: number;
  /** Whether the gap is rarer than `everyDays`, by how much is not known. */
  readonly isRarer: boolean;
}

const [dayHours, weekHours] = [24, 168];
/** A buyer with fewer hours or bids is not judged. */
const [leastHours, leastBids] = [48, 30];
/** Days of bids show gaps that come up to this many times less often than once in all of them. */
const mostBeyond = 10;

/**
 * How unlikely it is that a buyer has not bid since its last bid; null: the buyer bids, or too little is known.
 *
 * A gap is measured by the bids that were expected in it: the auctions of its hours, times the buyer's bids per auction
 * in hours of the same slot. An hour expects no bid if the buyer had none in the same hour a week before or after. The
 * frequency of such a gap is estimated in two ways, of which the higher one counts: by the buyer's own gaps with an
 * exponential tail, and by the spread of its bids per hour (a negative binomial whose mean holds over the whole gap). A
 * Poisson rate alone would call gaps unlikely that an irregular buyer has every few days.
 */
export function findSilence(hours: readonly MarketHour[], bids: readonly number[]): Silence | null {
  const last = bids.findLastIndex((count) => count > 0);
  const from = last + 1;
  const silent = hours.slice(from).filter(({ auctions }) => auctions > 0).length;
  const seen = hours.slice(0, from);
  const seenHours = seen.filter(({ auctions }) => auctions > 0).length;
  const seenBids = bids.slice(0, from).reduce((sum, count) => sum + count, 0);
  if (silent === 0 || seenHours < leastHours || seenBids < leastBids) return null;
  const expected = expectedBids(hours, bids, from);
  const missed = sum(expected.slice(from));
  const usualHour = sum(expected.slice(0, from)) / seenHours;
  if (missed === 0 || usualHour === 0) return null;
  const days = seenHours / dayHours;
  const gaps = gapsOf(expected, bids, from).map((gap) => gap / usualHour);
  const perDay = Math.max(
    frequencyByGaps(gaps, missed / usualHour, days),
    dayHours * zeroChance(missed, spreadOf(expected, bids, from)),
  );
  const mostDays = days * mostBeyond;
  const everyDays = 1 / perDay;
  return { hours: silent, from, everyDays: Math.min(everyDays, mostDays), isRarer: everyDays > mostDays };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Expected bids by hour. Hours that were seen leave out their own bids, so that a gap does not expect itself. */
function expectedBids(hours: readonly MarketHour[], bids: readonly number[], from: number): number[] {
  const slots = new Map<number, { bids: number; auctions: number }>();
  for (const [at, { slot, auctions }] of hours.slice(0, from).entries()) {
    const known = slots.get(slot) ?? { bids: 0, auctions: 0 };
    slots.set(slot, known);
    known.bids += bids[at]!;
    known.auctions += auctions;
  }
  return hours.map(({ slot, auctions }, at) => {
    const known = slots.get(slot);
    if (known === undefined || isQuietInOtherWeek(bids, at, from)) return 0;
    const isOwn = at < from;
    const others = known.auctions - (isOwn ? auctions : 0);
    return others <= 0 ? 0 : (auctions * (known.bids - (isOwn ? bids[at]! : 0))) / others;
  });
}

/** Whether the buyer is known to have had no bid in the same hour, and those beside it, a week before or after. */
function isQuietInOtherWeek(bids: readonly number[], at: number, from: number): boolean {
  return [at - weekHours, at + weekHours].some((place) => {
    const around = [place - 1, place, place + 1].filter((one) => one >= 0 && one < from);
    return place >= 0 && place < from && around.every((one) => bids[one] === 0);
  });
}

/** The bids that were expected in each gap that ended. */
function gapsOf(expected: readonly number[], bids: readonly number[], from: number): number[] {
  const gaps: number[] = [];
  let gap = 0;
  for (let at = 0; at < from; at++) {
    if (bids[at] === 0) gap += expected[at]!;
    else {
      if (gap > 0) gaps.push(gap);
      gap = 0;
    }
  }
  return gaps;
}

/** With this many gaps, only the longer half of them tells the tail. */
const gapsForHalf = 8;

/**
 * The frequency, per day, of gaps of at least a length. Beyond the longest gap by an exponential tail. Half a gap and
 * one usual hour are added to what was seen, because a buyer without a gap so far may have one.
 */
function frequencyByGaps(gaps: readonly number[], length: number, days: number): number {
  const sorted = gaps.toSorted((one, other) => one - other);
  const base = sorted.length >= gapsForHalf ? sorted[Math.floor(sorted.length / 2)]! : 0;
  const longer = sorted.filter((gap) => gap > base);
  const scale = (sum(longer.map((gap) => gap - base)) + 1) / (longer.length + 1);
  const tail = ((longer.length + 0.5) / days) * Math.exp(-Math.max(0, length - base) / scale);
  return Math.max(tail, gaps.filter((gap) => gap >= length).length / days);
}

/** The spread of bids per hour beyond chance: the squared coefficient of variation of their mean; 0: none. */
function spreadOf(expected: readonly number[], bids: readonly number[], from: number): number {
  let [beyond, squares] = [0, 0];
  for (let at = 0; at < from; at++) {
    beyond += (bids[at]! - expected[at]!) ** 2 - expected[at]!;
    squares += expected[at]! ** 2;
  }
  return squares === 0 ? 0 : Math.max(0, beyond / squares);
}

/** The probability of no bid where `expected` bids are expected. */
const zeroChance = (expected: number, spread: number): number =>
  spread < 1e-9 ? Math.exp(-expected) : (1 + expected * spread) ** (-1 / spread);
