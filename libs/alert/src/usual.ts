import type { LocalHour } from '@auction-tiers/calendar';
import { expectedIn, type Figure, sidesIn } from './figure.ts';
import { timesOf } from './level.ts';
import { type Model, placesAt } from './model.ts';
import { countAt, errorOf, isEnough } from './noise.ts';
import type { WindowName } from './tail.ts';

const [hourMs, dayHours] = [3_600_000, 24];

/** What is expected of a figure, and the range in which 19 of 20 such hours or days lie. */
export interface UsualRange {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** How many auctions, sales and so on are expected of a figure's kind, in the unit of its exposure. */
interface Sum {
  readonly low: number;
  readonly high: number;
  readonly exposure: number;
}

/**
 * The expected counts of one figure in each of some hours, and the exposure that goes with them: that of money per sale is
 * the expected sales, that of a share is the expected auctions. Null: not known.
 */
function sumsOf(model: Model, figure: Figure, hours: readonly LocalHour[]): Sum | null {
  let [low, high, exposure] = [0, 0, 0];
  for (const { startMs, endMs } of hours) {
    const rate = expectedIn(figure, placesAt(model, startMs));
    const of = exposureOf(model, figure.name, startMs, (endMs - startMs) / hourMs);
    if (rate === null || of === null) return null;
    const times = timesOf(figure.level);
    low += rate.low * times * of;
    high += rate.high * times * of;
    exposure += of;
  }
  return { low, high, exposure };
}

/** The exposure of a figure that is expected in an hour, by the middle of what is expected of that which it is counted per. */
function exposureOf(model: Model, name: string, startMs: number, hours: number): number | null {
  const [kind, id] = name.split(':');
  if (kind === 'auctions' || kind === 'net' || kind === 'forgone') return hours;
  const times = (of: string): number | null => {
    const figure = model.figures.get(of);
    const rate = figure === undefined ? null : expectedIn(figure, placesAt(model, startMs));
    return rate === null ? null : ((rate.low + rate.high) / 2) * timesOf(figure!.level);
  };
  const auctions = times('auctions');
  if (auctions === null || kind === 'fill' || kind === 'buyer' || kind === 'tier') {
    return auctions === null ? null : auctions * hours;
  }
  const sold = times('fill');
  if (sold === null || kind === 'price') return sold === null ? null : auctions * hours * sold;
  // Sales of one buyer are not a figure: its share of the bids stands for its share of the sales.
  const bids = times(`buyer:${id}`);
  return bids === null ? null : auctions * hours * sold * bids;
}

/** The range of a figure over some hours of a day; null: too little is known or expected. */
export function rangeOf(model: Model, name: string, hours: readonly LocalHour[]): UsualRange | null {
  const figure = model.figures.get(name);
  if (figure === undefined || hours.length === 0) return null;
  const sum = sumsOf(model, figure, hours);
  if (sum === null || !isEnough(figure, sum)) return null;
  const length = hours.reduce((total, { startMs, endMs }) => total + endMs - startMs, 0) / hourMs;
  const off = (side: 'fall' | 'rise', expected: number): number => {
    const of = (window: WindowName) => {
      const { range } = sidesIn(figure, window, expected, sum.exposure)[side];
      return range * errorOf(figure, figure.windows[window].noise, expected, sum.exposure);
    };
    if (length <= 1) return of('hour');
    // Part of an hour's noise is its own, and evens out over the hours of a day; the rest is the day's.
    const rest = Math.min(1, length / dayHours);
    return Math.max(of('day'), of('hour') * (1 - rest) ** 2);
  };
  const per = name === 'auctions' || name === 'net' || name === 'forgone' ? 1 : sum.exposure;
  return {
    low: countAt(figure.kind, off('fall', sum.low), sum.low) / per,
    expected: (sum.low + sum.high) / 2 / per,
    high: countAt(figure.kind, -off('rise', sum.high), sum.high) / per,
  };
}

/** The least fall of a figure that each window finds, as a part of what is usual; null: none. */
export interface Finds {
  readonly name: string;
  readonly half: number | null;
  readonly hour: number | null;
  readonly day: number | null;
}

/** For each watched figure, what is found and how soon, in the hours of an ordinary day. */
export function findsOf(model: Model, hours: readonly LocalHour[]): Finds[] {
  return Array.from(model.figures.values(), (figure): Finds => {
    const least = (window: WindowName, times: number): number | null => {
      const all = sumsOf(model, figure, hours);
      if (all === null) return null;
      const [expected, exposure] = [all.low * times, all.exposure * times];
      if (!isEnough(figure, { low: expected, high: expected })) return null;
      const { limit } = sidesIn(figure, window, expected, exposure).fall;
      const off = limit * errorOf(figure, figure.windows[window].noise, expected, exposure);
      const left = countAt(figure.kind, off, 1);
      return Number.isFinite(limit) && left > 0 ? 1 - left : null;
    };
    return {
      name: figure.name,
      half: least('half', 0.5 / hours.length),
      hour: least('hour', 1 / hours.length),
      day: least('day', 1),
    };
  }).filter(({ name }) => name !== 'forgone');
}
