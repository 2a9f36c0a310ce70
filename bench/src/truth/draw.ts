import type { Population, SharedShock } from './population.ts';
import { SeededRandom } from './random.ts';

const hoursADay = 24;
const msPerHour = 3_600_000;
/** 2026-03-02, a Monday. */
const startMs = Date.UTC(2026, 2, 2);

/** Share of the auctions that both sides bid for. The others are sold alike by both tier sets. */
export const contestedShare = 0.75;
/** Expected clearing price of either side, CPM, without the rare buyer. */
const meanPrice = 2;
/** Standard deviation of the logarithm of prices. */
const spread = 0.4;
const paretoTail = 1.8;
/** The rare buyer bids so many times the price of others. */
const rareFactor = 20;
const users = 300;

/** The bids of one side of an auction, CPM; with the rare buyer's or without. */
export interface SideBids {
  readonly highest: number;
  /** The second highest bid, for second price. */
  readonly second: number;
  readonly isOfRareBuyer: boolean;
}

/** What a log has of an auction. */
export interface DrawnAuction {
  readonly timeMs: number;
  readonly placementId: number;
  /** A number, if the population has users. */
  readonly user: number | undefined;
  /** In half of the auctions each side is the one that the current tiers prefer. */
  readonly isTurned: boolean;
  /** undefined: both tier sets sell the auction to the same bid. */
  readonly sides: { readonly current: SideBids; readonly draft: SideBids } | undefined;
}

/** Expected price that a side brings in a contested auction, CPM. The rare buyer is on either side alike. */
export function expectedPrice({ rareBuyerShare }: Population): number {
  return meanPrice * (1 + (rareBuyerShare / 2) * (rareFactor - 1));
}

/** What a side brings, CPM. */
export function clearingPrice({ auctionType }: Population, { highest, second }: SideBids): number {
  return auctionType === 2 ? second : highest;
}

/** A log of a population. The same seed gives the same log. */
export function* drawLog(population: Population, seed: string): Generator<DrawnAuction> {
  const random = new SeededRandom(seed);
  const { auctions, days, placements, shock, rareBuyerShare } = population;
  // A side has shocks of its own: what both share does not change their difference.
  const shocks = [new Shocks(shock, days, random), new Shocks(shock, days, random)] as const;
  for (let drawn = 0; drawn < auctions; drawn++) {
    const hour = hoursADay * random.below(days) + drawHourOfDay(random);
    const place: Place = { hour, placement: random.below(placements), user: random.below(users) };
    const isTurned = random.fraction() < 0.5;
    const hasRareBuyer = random.fraction() < rareBuyerShare;
    const draw = (side: 0 | 1): SideBids => {
      // The rare buyer belongs to the second side, which is the current tiers' where the auction is turned.
      const isOfRareBuyer = hasRareBuyer && (side === 1) !== isTurned;
      const price = drawPrice(population, shocks[side].of(place), random) * (isOfRareBuyer ? rareFactor : 1);
      return {
        highest: price * (population.auctionType === 2 ? 1 + random.fraction() : 1),
        second: price,
        isOfRareBuyer,
      };
    };
    yield {
      timeMs: startMs + Math.floor((hour + random.fraction()) * msPerHour),
      placementId: 1 + place.placement,
      user: shock?.by === 'user' ? place.user : undefined,
      isTurned,
      sides: random.fraction() < contestedShare ? { current: draw(0), draft: draw(1) } : undefined,
    };
  }
}

/** Evenings have three times as many auctions as nights. */
function drawHourOfDay(random: SeededRandom): number {
  for (;;) {
    const hour = random.below(hoursADay);
    if (random.fraction() < (2 + Math.sin(((hour - 14) / hoursADay) * 2 * Math.PI)) / 3) return hour;
  }
}

/** Of the expected price, whatever the shock. `shock`: undefined, or what the auction shares with others. */
function drawPrice({ prices, shock: shared }: Population, shock: number, random: SeededRandom): number {
  if (prices === 'pareto')
    return (meanPrice * (paretoTail - 1)) / paretoTail / (1 - random.fraction()) ** (1 / paretoTail);
  const share = shared?.share ?? 0;
  const deviate = Math.sqrt(share) * shock + Math.sqrt(1 - share) * random.normal();
  return meanPrice * Math.exp(spread * deviate - spread ** 2 / 2);
}

interface Place {
  readonly hour: number;
  readonly placement: number;
  readonly user: number;
}

/** The shocks of one side: standard normal deviates, one for each cluster. */
class Shocks {
  readonly #shock: SharedShock | undefined;
  readonly #random: SeededRandom;
  readonly #ofCluster = new Map<string, number>();
  /** Of the hours, where one goes on in the next. */
  readonly #levels: readonly number[];

  constructor(shock: SharedShock | undefined, days: number, random: SeededRandom) {
    this.#shock = shock;
    this.#random = random;
    const persistence = shock?.persistence ?? 0;
    let level = random.normal();
    this.#levels =
      persistence === 0
        ? []
        : Array.from(
            { length: hoursADay * days },
            () => (level = persistence * level + Math.sqrt(1 - persistence ** 2) * random.normal()),
          );
  }

  of({ hour, placement, user }: Place): number {
    const shock = this.#shock;
    if (shock === undefined) return 0;
    if (shock.persistence > 0) return this.#levels[hour]!;
    switch (shock.by) {
      case 'hour':
        return this.#ofKey(`${hour}`);
      case 'hour and placement':
        return this.#ofKey(`${hour} ${placement}`);
      case 'day':
        return this.#ofKey(`${Math.floor(hour / hoursADay)}`);
      case 'user':
        return this.#ofKey(`${user}`);
    }
  }

  #ofKey(key: string): number {
    let level = this.#ofCluster.get(key);
    if (level === undefined) this.#ofCluster.set(key, (level = this.#random.normal()));
    return level;
  }
}
