import { addDays, calendarOf, type Day, weekdayOf } from '@auction-tiers/calendar';
import { hashSeed, Random } from '@auction-tiers/chance';
import { type AuctionRequest, compile, decideAuction, Decision, netTakenMicros } from '@auction-tiers/tier-engine';
import { type EarlierPair, earlierPairs } from '../ordinary.ts';
import { drawDay, marketOf, tiers } from './market.ts';

/** How a seller's days differ though nothing happens. Deviations are of logarithms, of a day. Default: not at all. */
export interface Habit {
  /** Of the traffic of all impressions, and of the prices of all bids. */
  readonly traffic: number;
  readonly prices: number;
  /** The part of a workday's traffic that a Saturday or Sunday has, and how many times its deviations. */
  readonly weekend?: number;
  readonly weekendNoise?: number;
  /** The part of a day's deviation that the next day has too. */
  readonly persistence?: number;
  /** The part of days on which one country has its traffic tripled. */
  readonly bursts?: number;
  /** Of the participation and the prices of each buyer. */
  readonly buyers?: number;
  /** Of the traffic of each country. */
  readonly countries?: number;
  /** By which traffic grows from day to day. */
  readonly growth?: number;
}

/** Sellers to whom nothing happens, by how their days differ. */
export const habits: Readonly<Record<string, Habit>> = {
  'even days': { traffic: 0.03, prices: 0.02 },
  'noisy days': { traffic: 0.15, prices: 0.08 },
  'quiet weekends': { traffic: 0.05, prices: 0.03, weekend: 0.4, weekendNoise: 2 },
  'days like the day before': { traffic: 0.12, prices: 0.05, persistence: 0.8 },
  bursts: { traffic: 0.05, prices: 0.03, bursts: 0.1 },
  "buyers' days": { traffic: 0.05, prices: 0.02, buyers: 0.25 },
  "countries' days": { traffic: 0.05, prices: 0.02, countries: 0.3 },
  growth: { traffic: 0.05, prices: 0.03, growth: 0.02 },
};

const zone = calendarOf('Europe/Berlin');
/** The last day of each planted seller, and how many days it has: those of the report, and a few to compare. */
export const lastDay: Day = '2026-11-20';
const dayCount = 50;
const [saturday, burstTimes, usualParticipation] = [5, 3, 0.8];
const burstCountries = ['US', 'GB', 'CA', 'DE'];

export type SellerDays = ReadonlyMap<Day, readonly AuctionRequest[]>;

/** A seller's days up to `lastDay`, of about `perDay` auctions. */
export function drawSeller(habit: Habit, seed: string, perDay: number): SellerDays {
  const random = new Random(hashSeed(seed), 1);
  const market = marketOf(seed);
  const persistence = habit.persistence ?? 0;
  const days = new Map<Day, AuctionRequest[]>();
  const carried = { traffic: 0, prices: 0 };
  let first = 1;
  for (let ago = dayCount - 1; ago >= 0; ago--) {
    const day = addDays(lastDay, -ago);
    const isWeekend = weekdayOf(day) >= saturday;
    const times = isWeekend ? (habit.weekendNoise ?? 1) : 1;
    for (const figure of ['traffic', 'prices'] as const) {
      const fresh = Math.sqrt(1 - persistence ** 2) * habit[figure] * random.normal();
      carried[figure] = persistence * carried[figure] + fresh;
    }
    const level = (isWeekend ? (habit.weekend ?? 1) : 1) * (1 - (habit.growth ?? 0)) ** ago;
    const count = Math.round(perDay * level * Math.exp(times * carried.traffic));
    const burst =
      random.fraction() < (habit.bursts ?? 0)
        ? burstCountries[Math.floor(random.fraction() * burstCountries.length)]
        : '';
    const ofDay = new DayFactors(habit, times, random);
    const drawn = drawDay(market, count, first).flatMap((request) => {
      const country = request.impression.country ?? '';
      const copies = ofDay.copies(country) * (country === burst ? burstTimes : 1);
      const whole = Math.floor(copies) + (random.fraction() < copies % 1 ? 1 : 0);
      return Array.from({ length: whole }, (_, copy) => ofDay.changed(request, copy, Math.exp(times * carried.prices)));
    });
    days.set(day, drawn);
    first += count;
  }
  return days;
}

/** What one day has of its own, by country and by buyer. */
class DayFactors {
  readonly #deviation: (own: number | undefined) => number;
  readonly #habit: Habit;
  readonly #random: Random;
  readonly #factors = new Map<string, number>();

  constructor(habit: Habit, times: number, random: Random) {
    this.#habit = habit;
    this.#random = random;
    this.#deviation = (own) => Math.exp(times * (own ?? 0) * random.normal());
  }

  #factorOf(name: string, deviation: number | undefined): number {
    const known = this.#factors.get(name) ?? this.#deviation(deviation);
    this.#factors.set(name, known);
    return known;
  }

  copies(country: string): number {
    return this.#factorOf(`country ${country}`, this.#habit.countries);
  }

  changed(request: AuctionRequest, copy: number, price: number): AuctionRequest {
    const { buyers } = this.#habit;
    const bids = request.bids.flatMap((bid) => {
      const share = usualParticipation * this.#factorOf(`participation ${bid.memberId}`, buyers);
      if (this.#random.fraction() >= share) return [];
      const own = price * this.#factorOf(`prices ${bid.memberId}`, buyers);
      return [{ ...bid, grossMicros: Math.round(own * bid.grossMicros) }];
    });
    return { ...request, seed: copy === 0 ? request.seed : `${request.seed}+${copy}`, bids };
  }
}

const compiled = compile(tiers);
const decision = new Decision();
const nets = new WeakMap<readonly AuctionRequest[], number>();

/** The net of auctions under the planted tiers, CPM micros. */
export function netOf(requests: readonly AuctionRequest[]): number {
  if (!compiled.ok) throw new TypeError('The planted tiers do not compile.');
  const { tierSet } = compiled;
  const net =
    nets.get(requests) ??
    requests.reduce((sum, request) => {
      decideAuction(tierSet, request, decision);
      return sum + netTakenMicros(request, decision);
    }, 0);
  nets.set(requests, net);
  return net;
}

const spanOf = (day: Day) => ({ startMs: zone.startOf(day), endMs: zone.endOf(day) });

/** The pairs of days before, as the service has them from its counts. */
export function earlierOf(days: SellerDays, from: Day, against: Day): EarlierPair[] {
  const byStart = new Map(Array.from(days, ([day, requests]) => [zone.startOf(day), requests]));
  return earlierPairs({
    zone,
    from: spanOf(from),
    against: spanOf(against),
    calendar: null,
    netIn: ({ startMs }) => netOf(byStart.get(startMs) ?? []),
  });
}
