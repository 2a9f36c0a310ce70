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
  /** A gap as long as this comes about once in so many days. */
  readonly everyDays: number;
  /** What was seen does not tell how rare it is: rarer than `everyDays`. */
  readonly isRarer: boolean;
}

const [dayHours, weekHours] = [24, 168];
/** Of a buyer that was seen less, nothing is said. */
const [leastHours, leastBids] = [48, 30];
/** Days of bids tell of gaps that come up to so many times less often. */
const mostBeyond = 10;

/**
 * How unlikely it is that a buyer has not bid since its last bid; null where it bids, and where too little is known of it.
 *
 * A gap is measured by the bids that were expected in it: by the auctions of its hours, and the buyer's bids per auction in
 * hours of the same slot on other days. An hour in whose place a week before the buyer had no bid either expects none. How
 * often such a gap comes is told in two ways, of which the more frequent one counts: by the buyer's own gaps, whose tail is
 * taken for exponential, and by the spread of its bids per hour (a negative binomial whose mean holds over the whole gap). A
 * Poisson rate alone would call gaps of irregular buyers unlikely that they have every few days.
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

/** By hour; of the hours that were seen, by the other ones of their slot, so that a gap does not expect itself. */
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

/** Whether the hour a week before or after, and those beside it, are known and without a bid. */
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

/** Gaps of which the longer half tells of the tail. */
const gapsForHalf = 8;

/**
 * Gaps of a length or longer per day. Beyond the longest one by an exponential tail; half a gap and one usual hour are
 * added to what was seen, for a buyer that never had a gap may have one.
 */
function frequencyByGaps(gaps: readonly number[], length: number, days: number): number {
  const sorted = gaps.toSorted((one, other) => one - other);
  const base = sorted.length >= gapsForHalf ? sorted[Math.floor(sorted.length / 2)]! : 0;
  const longer = sorted.filter((gap) => gap > base);
  const scale = (sum(longer.map((gap) => gap - base)) + 1) / (longer.length + 1);
  const tail = ((longer.length + 0.5) / days) * Math.exp(-Math.max(0, length - base) / scale);
  return Math.max(tail, gaps.filter((gap) => gap >= length).length / days);
}

/** By how much bids per hour spread beyond chance: the square of the variation of their mean; 0: not at all. */
function spreadOf(expected: readonly number[], bids: readonly number[], from: number): number {
  let [beyond, squares] = [0, 0];
  for (let at = 0; at < from; at++) {
    beyond += (bids[at]! - expected[at]!) ** 2 - expected[at]!;
    squares += expected[at]! ** 2;
  }
  return squares === 0 ? 0 : Math.max(0, beyond / squares);
}

/** The chance of no bid where so many are expected. */
const zeroChance = (expected: number, spread: number): number =>
  spread < 1e-9 ? Math.exp(-expected) : (1 + expected * spread) ** (-1 / spread);
