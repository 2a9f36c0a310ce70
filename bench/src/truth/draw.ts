import { hashSeed, Random, Weighted } from '@auction-tiers/chance';
import { hourWeight, type Population } from './population.ts';

/** The first day of a log is a Monday. */
const [hoursADay, daysAWeek, msPerHour, startMs] = [24, 7, 3_600_000, Date.UTC(2026, 2, 2)];
/** Share of the auctions for which both sides bid. The tier sets sell the other auctions equally. */
export const contestedShare = 0.75;
/** Expected price of either side in a contested auction, CPM. */
export const sidePrice = 2;
const paretoTail = 1.8;
const [users, userTail] = [300, 1.2];
/** A user beside the others, and its share of all auctions. */
const [bot, botShare] = [users, 0.2];
/** The activity of a user by rank, where activity has a Pareto tail: the most active has a tenth of all auctions. */
const paretoUsers = Weighted.zipf(
  Array.from({ length: users }, (_, user) => user),
  1 / userTail,
);
/** Rare high bids also occur in auctions that both tier sets sell equally: in one of this many. */
const seenOneIn = 400;

/** The logged part of an auction. */
export interface DrawnAuction {
  readonly timeMs: number;
  readonly placementId: number;
  /** A user's number, if the auction names its user. */
  readonly user: number | undefined;
  /** Which side the current tiers prefer: each side in half of the auctions. */
  readonly isTurned: boolean;
  /** The bid of each side, CPM; undefined: both tier sets sell the auction to the same bid. */
  readonly sides: { readonly current: number; readonly draft: number } | undefined;
  /** The price at which both tier sets sell the auction, if no side bids. */
  readonly alikePrice: number;
}

/** A log of a population. The same seed gives the same log. `draft`: the index of the tried draft. */
export function* drawLog(one: Population, seed: string, draft = 0): Generator<DrawnAuction> {
  const random = new Random(hashSeed(seed), 0);
  // All drafts compete with the same current prices, each with prices of its own.
  const ofDraft = new Random(hashSeed(`${seed} draft ${draft}`), 0);
  // Each side has shocks of its own, because common shocks would not change the difference.
  const shocks = [new Shocks(one, random), new Shocks(one, ofDraft)] as const;
  const days = Array.from({ length: one.days }, (_, day) => day).filter((day) => !one.closed.includes(day % daysAWeek));
  const recorded = new Map<number, number>();
  for (let drawn = 0; drawn < one.auctions; drawn++) {
    const day = days[random.below(days.length)]!;
    const hour = hoursADay * day + drawHourOfDay(random);
    const [placement, user] = [random.below(one.placements), drawUser(one, random)];
    const twoDays = Math.floor(day / 2);
    const clusters = { nothing: drawn, hour, 'hour and placement': hour * one.placements + placement, day, user };
    const cluster = one.sharedBy === 'two days' ? twoDays : clusters[one.sharedBy];
    const gain =
      1 + (one.byWeekday[day % daysAWeek] ?? 0) + (one.byDay[day] ?? 0) + (one.byHour[hour % hoursADay] ?? 0);
    const isContested = random.fraction() < contestedShare;
    const price = { current: drawPrice(one, shocks[0].of(cluster), random), draft: 0 };
    price.draft = drawPrice(one, shocks[1].of(cluster), ofDraft) * gain;
    const isRare = one.rare !== undefined && random.below(one.rare.oneIn) === 0;
    if (one.rare !== undefined) {
      // The other auctions gain, on average, what the rare ones lose.
      price.draft += (sidePrice * one.rare.means) / one.rare.oneIn / contestedShare;
      if (isRare) price.current += sidePrice * one.rare.means;
    }
    const isSeen = one.rare?.seenElsewhere === true && random.below(seenOneIn) === 0;
    recorded.set(hour, (recorded.get(hour) ?? 0) + 1);
    if (recorded.get(hour)! > one.mostPerHour || one.unrecorded.includes(hour % hoursADay)) continue;
    yield {
      timeMs: startMs + Math.floor((hour + random.fraction()) * msPerHour),
      placementId: 1 + placement,
      user: random.fraction() < one.named ? (one.hasNewIds ? drawn : user) : undefined,
      isTurned: random.fraction() < 0.5,
      sides: isRare || isContested ? price : undefined,
      alikePrice: isSeen ? sidePrice * one.rare.means : 1.5,
    };
  }
}

/** The shocks that a side's prices share within a cluster. */
class Shocks {
  readonly #persistence: number;
  readonly #random: Random;
  readonly #byCluster = new Map<number, number>();

  constructor({ persistence }: Population, random: Random) {
    this.#persistence = persistence;
    this.#random = random;
  }

  /** A standard normal deviate. */
  of(cluster: number): number {
    const known = this.#byCluster.get(cluster);
    if (known !== undefined) return known;
    const own = this.#random.normal();
    const kept = this.#persistence;
    const shock = kept === 0 || cluster === 0 ? own : kept * this.of(cluster - 1) + Math.sqrt(1 - kept ** 2) * own;
    this.#byCluster.set(cluster, shock);
    return shock;
  }
}

function drawUser({ users: activity }: Population, random: Random): number {
  if (activity === 'pareto') return paretoUsers.draw(random);
  return activity === 'bot' && random.fraction() < botShare ? bot : random.below(users);
}

function drawHourOfDay(random: Random): number {
  const hour = random.below(hoursADay);
  return random.fraction() < hourWeight(hour) ? hour : drawHourOfDay(random);
}

/** A price with the expected value `sidePrice`, for any shared shock. */
function drawPrice({ prices, sharedBy, share }: Population, shock: number, random: Random): number {
  if (prices === 'pareto') {
    return (sidePrice * (paretoTail - 1)) / paretoTail / (1 - random.fraction()) ** (1 / paretoTail);
  }
  const own = sharedBy === 'nothing' ? 0 : share;
  const deviate = Math.sqrt(own) * shock + Math.sqrt(1 - own) * random.normal();
  return sidePrice * Math.exp(prices * deviate - prices ** 2 / 2);
}
