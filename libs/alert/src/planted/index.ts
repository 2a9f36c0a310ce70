import { hashSeed, Random } from '@auction-tiers/market/random';
import type { CountedMap, HourCounts } from '../series.ts';

const hourMs = 3_600_000;
/** The number of five-minute bins per hour. */
const binsPerHour = 12;

/** A fault injected into a member, from a bin on. */
export interface Fault {
  readonly kind: 'silent' | 'cheap' | 'dear' | 'net' | 'fill' | 'outage';
  readonly fromBin: number;
  readonly toBin: number;
}

const buyers = [101, 102, 103, 104, 105];

/** A simulated member's market: its size, its daily and weekly course, its drift, and the noise of its hours. */
export class PlantedMember {
  readonly #random: Random;
  readonly #perBin: number;
  readonly #noise: number;
  readonly #shares: readonly number[];
  #drift = 0;
  #shock = 0;

  constructor(seed: string) {
    this.#random = new Random(hashSeed(seed), 1);
    const random = this.#random;
    this.#perBin = 100 * Math.exp(1.2 * random.fraction());
    this.#noise = 0.02 + 0.06 * random.fraction();
    this.#shares = buyers.map(() => 0.3 + 0.6 * random.fraction());
  }

  /** The counts of five minutes of auctions. */
  bin(number: number, startMs: number, faults: readonly Fault[] = []): HourCounts {
    const random = this.#random;
    if (number % binsPerHour === 0) {
      this.#drift = 0.98 * this.#drift + 0.02 * random.normal();
      this.#shock = this.#noise * random.normal();
    }
    const hour = (startMs / hourMs) % 24;
    const day = Math.floor(startMs / (24 * hourMs)) % 7;
    const daily = 1 + 0.6 * Math.sin((2 * Math.PI * (hour - 9)) / 24);
    const weekly = day === 2 || day === 3 ? 0.8 : 1;
    const is = (wanted: Fault['kind']) =>
      faults.some(({ kind, fromBin, toBin }) => kind === wanted && number >= fromBin && number < toBin);
    const level = this.#perBin * daily * weekly * (is('outage') ? 0.05 : 1);
    const auctions = this.#count(level * Math.exp(this.#drift + this.#shock));
    const bids = new Map(
      buyers.map((id, at) => [id, is('silent') && at === 0 ? 0 : this.#part(auctions, this.#shares[at]!)]),
    );
    const wins = new Map([[1, this.#part(auctions, 0.4)]]);
    const sold = this.#part(auctions, 0.9 - (is('fill') ? 0.1 : 0) - (is('silent') ? 0.05 : 0));
    const mean = 2_000_000 * Math.exp(0.5 * this.#noise * random.normal()) * (is('net') ? 0.7 : 1);
    // Buyers win in proportion to their bids. Their net is drawn as a sum of log-normal prices of spread 0.8.
    const allBids = [...bids.values()].reduce((sum, count) => sum + count, 0);
    const buyerWins = new Map(Array.from(bids, ([id, count]) => [id, Math.round((sold * count) / (allBids || 1))]));
    const buyerNet = new Map(
      Array.from(buyerWins, ([id, won], at) => {
        const part = at > 0 ? 1 : is('cheap') ? 0.5 : is('dear') ? 2 : 1;
        const spread = Math.sqrt(Math.expm1(0.64) / Math.max(1, won));
        return [id, Math.max(0, won * mean * part * (1 + spread * random.normal()))];
      }),
    );
    const net = [...buyerNet.values()].reduce((sum, of) => sum + of, 0);
    return { startMs, auctions, sold, net, bids, buyerWins, buyerNet, wins };
  }

  /** How many of `of` events have a property whose probability varies itself. */
  #part(of: number, chance: number): number {
    const now = Math.min(0.99, chance * Math.exp(0.2 * this.#noise * this.#random.normal()));
    return Math.min(of, Math.max(0, Math.round(of * now + Math.sqrt(of * now * (1 - now)) * this.#random.normal())));
  }

  #count(mean: number): number {
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.#random.normal()));
  }
}

/** The sum of parts of one hour. */
export function sumOf(parts: readonly HourCounts[]): HourCounts {
  const add = (name: CountedMap) => {
    const sums = new Map<number, number>();
    for (const part of parts) for (const [id, count] of part[name]) sums.set(id, (sums.get(id) ?? 0) + count);
    return sums;
  };
  const total = (of: (part: HourCounts) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  return {
    startMs: Math.floor(parts[0]!.startMs / hourMs) * hourMs,
    auctions: total(({ auctions }) => auctions),
    sold: total(({ sold }) => sold),
    net: total(({ net }) => net),
    bids: add('bids'),
    buyerWins: add('buyerWins'),
    buyerNet: add('buyerNet'),
    wins: add('wins'),
  };
}
