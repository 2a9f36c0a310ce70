import { hashSeed, Random } from '@auction-tiers/market/random';

const [hoursADay, msPerHour, startMs] = [24, 3_600_000, Date.UTC(2026, 2, 2)];
/** Share of the auctions that both sides bid for. The others are sold alike by both tier sets. */
export const contestedShare = 0.75;
/** Expected price of either side in a contested auction, CPM. */
export const sidePrice = 2;
/** Standard deviation of its logarithm. */
const spread = 0.4;
const paretoTail = 1.8;
const users = 300;

/** A population of auctions whose true effect is known, and the size of its logs. */
export interface Population {
  readonly name: string;
  readonly days: number;
  readonly auctions: number;
  readonly placements: number;
  /** What prices of a side share, and how much of the variance of their logarithm (intraclass correlation). */
  readonly sharedBy: 'nothing' | 'hour' | 'hour and placement' | 'day' | 'user';
  readonly share: number;
  readonly isPareto: boolean;
}

const usual = { days: 7, auctions: 3000, placements: 20, sharedBy: 'nothing', share: 0.3, isPareto: false } as const;
const population = (name: string, more: Partial<Population> = {}): Population => ({ ...usual, name, ...more });

/** Auctions that move together in ways that an interval may miss, and prices that are hard to average. */
export const populations: readonly Population[] = [
  population('independent'),
  population('shock by hour and placement, ICC 0.3', { sharedBy: 'hour and placement' }),
  population('shock by hour, ICC 0.3', { sharedBy: 'hour' }),
  population('shock by hour, ICC 0.3, 20,000 auctions', { sharedBy: 'hour', auctions: 20_000 }),
  population('shock by hour, ICC 0.3, one placement, 2 days', { sharedBy: 'hour', placements: 1, days: 2 }),
  population('shock by day, ICC 0.1', { sharedBy: 'day', share: 0.1 }),
  population('shock by day, ICC 0.1, 2 days', { sharedBy: 'day', share: 0.1, days: 2 }),
  population('the same users, ICC 0.3', { sharedBy: 'user' }),
  population('prices with a Pareto tail of 1.8', { isPareto: true }),
];

/** What a log has of an auction. */
export interface DrawnAuction {
  readonly timeMs: number;
  readonly placementId: number;
  /** A number, if the population has users. */
  readonly user: number | undefined;
  /** In half of the auctions each side is the one that the current tiers prefer. */
  readonly isTurned: boolean;
  /** The bid of each side, CPM; undefined: both tier sets sell the auction to the same bid. */
  readonly sides: { readonly current: number; readonly draft: number } | undefined;
}

/** A log of a population. The same seed gives the same log. */
export function* drawLog(one: Population, seed: string): Generator<DrawnAuction> {
  const random = new Random(hashSeed(seed), 0);
  // A side has shocks of its own: what both share does not change their difference.
  const shocks = [new Map<string, number>(), new Map<string, number>()] as const;
  for (let drawn = 0; drawn < one.auctions; drawn++) {
    const day = random.below(one.days);
    const hour = hoursADay * day + drawHourOfDay(random);
    const [placement, user] = [random.below(one.placements), random.below(users)];
    const places = { nothing: drawn, hour, 'hour and placement': `${hour} ${placement}`, day, user };
    const draw = (side: 0 | 1): number => {
      const cluster = String(places[one.sharedBy]);
      const shock = shocks[side].get(cluster) ?? random.normal();
      shocks[side].set(cluster, shock);
      return drawPrice(one, shock, random);
    };
    yield {
      timeMs: startMs + Math.floor((hour + random.fraction()) * msPerHour),
      placementId: 1 + placement,
      user: one.sharedBy === 'user' ? user : undefined,
      isTurned: random.fraction() < 0.5,
      sides: random.fraction() < contestedShare ? { current: draw(0), draft: draw(1) } : undefined,
    };
  }
}

/** Evenings have three times as many auctions as nights. */
function drawHourOfDay(random: Random): number {
  const hour = random.below(hoursADay);
  const isTaken = random.fraction() < (2 + Math.sin(((hour - 14) / hoursADay) * 2 * Math.PI)) / 3;
  return isTaken ? hour : drawHourOfDay(random);
}

/** Of the expected price, whatever the shock that the auction shares with others. */
function drawPrice({ isPareto, share }: Population, shock: number, random: Random): number {
  if (isPareto) return (sidePrice * (paretoTail - 1)) / paretoTail / (1 - random.fraction()) ** (1 / paretoTail);
  const deviate = Math.sqrt(share) * shock + Math.sqrt(1 - share) * random.normal();
  return sidePrice * Math.exp(spread * deviate - spread ** 2 / 2);
}
