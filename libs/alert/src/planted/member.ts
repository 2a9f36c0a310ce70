import type { ZoneCalendar } from '@auction-tiers/calendar';
import { hashSeed, Random } from '@auction-tiers/chance';
import type { CountedMap, HourCounts } from '../series.ts';

/** Auctions are drawn in bins of five minutes. */
export const [binMs, binsPerHour] = [300_000, 12];

/** A fault injected into a member, from a bin on. */
export interface Fault {
  readonly kind: 'silent' | 'cheap' | 'dear' | 'net' | 'fill' | 'halved' | 'outage';
  readonly fromBin: number;
  readonly toBin: number;
}

/** A news site's auctions by hour of its day. */
const newsDay = [
  1.6, 1, 0.8, 0.8, 0.9, 1.5, 3, 4.6, 5.4, 5.6, 5.7, 5.8, 6, 5.8, 5.5, 5.3, 5.2, 5.2, 5.3, 5.5, 5.6, 5, 4, 2.6,
];
const newsMean = newsDay.reduce((sum, weight) => sum + weight, 0) / newsDay.length;

/** A market to draw. What is left out is drawn by the seed, or absent. */
export interface Market {
  readonly seed: string;
  readonly clock: ZoneCalendar;
  /** Mean auctions per hour; left out: 400 to 4,000. */
  readonly perHour?: number;
  /** Standard deviation of the logarithm of a price. */
  readonly priceSpread?: number;
  /** Auctions at weekends, as a part of those of weekdays. */
  readonly weekend?: number;
  /** Auctions of a day, as a part of those of other days. */
  readonly holidays?: ReadonlyMap<string, number>;
  /** Whether the last buyer bids in bursts of some hours. */
  readonly isIrregular?: boolean;
  /** Growth of the auctions, per week. */
  readonly growth?: number;
  /** From this bin on there are twice as many auctions: a new site. */
  readonly launchBin?: number;
  /** Variance of the auctions of five minutes as a multiple of their mean. */
  readonly dispersion?: number;
}

const buyers = [101, 102, 103, 104, 105];
const hoursPerWeek = 168;

/** A simulated member's market: its size, its daily and weekly course, its drift, and the noise of its hours. */
export class PlantedMember {
  readonly #random: Random;
  readonly #market: Market;
  readonly #perBin: number;
  readonly #noise: number;
  readonly #shares: readonly number[];
  #drift = 0;
  #shock = 0;
  #isBidding = true;

  constructor(market: Market) {
    this.#random = new Random(hashSeed(market.seed), 1);
    this.#market = market;
    const random = this.#random;
    this.#perBin = (market.perHour ?? 400 * 10 ** random.fraction()) / binsPerHour;
    this.#noise = 0.02 + 0.06 * random.fraction();
    this.#shares = buyers.map(() => 0.3 + 0.6 * random.fraction());
  }

  /** The counts of five minutes of auctions. */
  bin(number: number, startMs: number, faults: readonly Fault[] = []): HourCounts {
    const [random, market] = [this.#random, this.#market];
    if (number % binsPerHour === 0) {
      this.#drift = 0.98 * this.#drift + 0.02 * random.normal();
      this.#shock = this.#noise * random.normal();
      // Two hours of bids, six without, in the mean.
      this.#isBidding = random.fraction() < (this.#isBidding ? 0.5 : 1 / 6);
    }
    const is = (wanted: Fault['kind']) =>
      faults.some(({ kind, fromBin, toBin }) => kind === wanted && number >= fromBin && number < toBin);
    const part = is('outage') ? 0.05 : is('halved') ? 0.5 : 1;
    const level = this.#levelAt(number, startMs) * part * Math.exp(this.#drift + this.#shock);
    const auctions = Math.max(0, Math.round(level + Math.sqrt(level * (market.dispersion ?? 1)) * random.normal()));
    const isOff = (at: number) =>
      (is('silent') && at === 0) || (market.isIrregular === true && at === buyers.length - 1 && !this.#isBidding);
    const bids = new Map(buyers.map((id, at) => [id, isOff(at) ? 0 : this.#part(auctions, this.#shares[at]!)]));
    const wins = new Map([[1, this.#part(auctions, 0.4)]]);
    const sold = this.#part(auctions, 0.9 - (is('fill') ? 0.2 : 0) - (is('silent') ? 0.05 : 0));
    const mean = 2_000_000 * Math.exp(0.5 * this.#noise * random.normal()) * (is('net') ? 0.7 : 1);
    const allBids = [...bids.values()].reduce((sum, count) => sum + count, 0);
    // Buyers win in proportion to their bids.
    const buyerWins = new Map(Array.from(bids, ([id, count]) => [id, Math.round((sold * count) / (allBids || 1))]));
    const buyerNet = new Map(
      Array.from(buyerWins, ([id, won], at) => {
        const times = at > 0 ? 1 : is('cheap') ? 0.5 : is('dear') ? 2 : 1;
        return [id, this.#prices(won, mean * times)];
      }),
    );
    const net = [...buyerNet.values()].reduce((sum, of) => sum + of, 0);
    return { startMs, auctions, sold, net, bids, buyerWins, buyerNet, wins };
  }

  /** The expected auctions of a bin. */
  #levelAt(number: number, startMs: number): number {
    const { clock, weekend = 1, holidays, growth = 0, launchBin = Infinity } = this.#market;
    const { day, weekday, hour } = clock.clockAt(startMs);
    const ofWeek = weekday >= 5 ? weekend : 1;
    const grown = (1 + growth) ** (number / binsPerHour / hoursPerWeek);
    const launched = number >= launchBin ? 2 : 1;
    return ((this.#perBin * newsDay[hour]!) / newsMean) * ofWeek * (holidays?.get(day) ?? 1) * grown * launched;
  }

  /** The sum of log-normal prices. */
  #prices(count: number, mean: number): number {
    const spread = this.#market.priceSpread ?? 0.8;
    let sum = 0;
    for (let sale = 0; sale < count; sale++) sum += Math.exp(spread * this.#random.normal());
    return (sum * mean) / Math.exp(spread ** 2 / 2);
  }

  /** How many of `of` events have a property whose probability varies itself. */
  #part(of: number, chance: number): number {
    const now = Math.min(0.99, chance * Math.exp(0.2 * this.#noise * this.#random.normal()));
    return Math.min(of, Math.max(0, Math.round(of * now + Math.sqrt(of * now * (1 - now)) * this.#random.normal())));
  }
}

/** The sum of consecutive parts, whose `startMs` is that of the first. */
export function sumOf(parts: readonly HourCounts[]): HourCounts {
  const add = (name: CountedMap) => {
    const sums = new Map<number, number>();
    for (const part of parts) for (const [id, count] of part[name]) sums.set(id, (sums.get(id) ?? 0) + count);
    return sums;
  };
  const total = (of: (part: HourCounts) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  return {
    startMs: parts[0]!.startMs,
    auctions: total(({ auctions }) => auctions),
    sold: total(({ sold }) => sold),
    net: total(({ net }) => net),
    bids: add('bids'),
    buyerWins: add('buyerWins'),
    buyerNet: add('buyerNet'),
    wins: add('wins'),
  };
}
