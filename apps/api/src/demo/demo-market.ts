import { isChosen } from '@auction-tiers/auction-codec';
import { addDays, calendarOf, type Clock } from '@auction-tiers/calendar';
import { hourMs, startOfHour } from '@auction-tiers/recorded';
import {
  defaultParams,
  Market,
  type MarketParams,
  type SyntheticAuction,
  type SyntheticImpression,
} from '@auction-tiers/market';
import { hashSeed, Random } from '@auction-tiers/chance';

const dayMs = 24 * hourMs;
const secondsPerHour = 3600;
/** The time zone of the demo's audience, whose hours the factors below are by. */
export const demoTimezone = 'America/New_York';

const newYork = 501;
/** The part of impressions from New York, instead of a sixteenth. */
const newYorkShare = 0.3;
/** Bids per impression, of 20 buyers, if all buyers always bid. */
const bidCount = 14;

/** The simulator's market, made like one publisher: nearly all in the United States, much of it in New York. */
const params: MarketParams = {
  ...defaultParams,
  countries: defaultParams.countries
    .filter(({ code }) => code === 'US' || code === 'CA')
    .map((country) => (country.code === 'US' ? { ...country, weight: 96 } : { ...country, weight: 4 })),
  dmas: defaultParams.dmas.map((dma) => (dma.id === newYork ? { ...dma, weight: newYorkWeight() } : dma)),
  bid_floors: [
    { price: null, weight: 30 },
    { price: 0.5, weight: 30 },
    { price: 1, weight: 25 },
    { price: 2.5, weight: 12 },
    { price: 12, weight: 3 },
  ],
};

function newYorkWeight(): number {
  const others = defaultParams.dmas.reduce((sum, { id, weight }) => sum + (id === newYork ? 0 : weight), 0);
  return ((others + defaultParams.other_dma_weight) * newYorkShare) / (1 - newYorkShare);
}

/** Recorded auctions of an hour on a usual day, times the factors below: about 25,000 in eight days. */
const usualAuctions = 140;
/** One in so many of the demo's auctions is recorded, as where `RECORD_AUCTIONS` is not set. */
export const auctionsPerRecorded = 100;
/** By hour of the day. */
const hourFactors = [
  0.55, 0.35, 0.25, 0.2, 0.2, 0.25, 0.45, 0.7, 0.85, 0.9, 0.95, 1, 1.1, 1.05, 1, 1, 1.05, 1.15, 1.35, 1.6, 1.75, 1.7,
  1.4, 0.9,
];
/** From Monday. */
const weekdayFactors = [0.95, 0.96, 0.98, 1, 0.93, 1.06, 1.15];
/** An hour's number of auctions varies by up to this part, by chance. */
const noise = 0.08;

/** Its clock decides what is asked for. */
const audience = calendarOf(demoTimezone);
const [saturday, sunday] = [5, 6];
const isWeekend = ({ weekday }: Clock) => weekday >= saturday;

/** Buyers with habits: the part of their usual bids that they make in an hour. */
const habits: Readonly<Record<number, (local: Clock) => number>> = {
  105: (local) => (isWeekend(local) ? 1 : 0.75),
  107: (local) => (isWeekend(local) ? 0.6 : 1),
  108: (local) => (!isWeekend(local) && local.hour >= 8 && local.hour < 18 ? 1 : 0.5),
  112: ({ hour }) => (hour >= 1 && hour < 6 ? 0.3 : 1),
  114: ({ weekday }) => (weekday === sunday ? 1 : 0.7),
  117: ({ hour }) => (hour >= 18 && hour < 23 ? 1 : 0.35),
};

/** The share of auctions without a bid. */
const withoutBids = 0.012;

/** The buyer whose bids stop, and for how many hours before the end. */
export const quietBuyer = { id: 116, hours: 6 } as const;

/** Days before its end at which something happens to a demo of at least four weeks, each with one cause to be found. */
export const fourWeeks = {
  days: 28,
  /** A buyer stops bidding for good. */
  left: { id: 104, daysBefore: 24 },
  /** A step asks more of a buyer, which then makes fewer and fewer of the bids that are lower: what it earned fades. */
  fading: { id: 101, below: 1.76, daysBefore: 18, hour: 15, overDays: 8, most: 0.9 },
  /** A day of the seller's calendar with fewer impressions. */
  holiday: { daysBefore: 10, name: 'Public holiday', factor: 0.55 },
} as const;

/** When this happens to a demo that ends at a moment. */
interface Story {
  readonly leftMs: number;
  readonly fadingFromMs: number;
  readonly holiday: string;
}

function storyOf(untilMs: number): Story {
  const { left, fading } = fourWeeks;
  return {
    leftMs: untilMs - left.daysBefore * dayMs,
    fadingFromMs: Math.floor(untilMs / dayMs) * dayMs - fading.daysBefore * dayMs + fading.hour * hourMs,
    holiday: holidayOf(untilMs),
  };
}

/** The date of the holiday. */
export const holidayOf = (untilMs: number) => addDays(audience.dayAt(untilMs), -fourWeeks.holiday.daysBefore);

/** The share of its low bids that the fading buyer no longer makes. */
function givenUp(timeMs: number, { fadingFromMs }: Story): number {
  const { overDays, most } = fourWeeks.fading;
  return most * Math.min(1, Math.max(0, (timeMs - fadingFromMs) / (overDays * dayMs)));
}

function hasEnded(buyer: number, price: number, timeMs: number, story: Story, random: Random): boolean {
  const { left, fading } = fourWeeks;
  if (buyer === left.id) return timeMs >= story.leftMs;
  return buyer === fading.id && price < fading.below && random.fraction() < givenUp(timeMs, story);
}

/** An auction whose placement has the path of an ad server in place of a number. */
type DemoAuction = Omit<SyntheticAuction, 'impression'> & {
  readonly impression: Omit<SyntheticImpression, 'placement_id'> & { readonly placement_id: string };
};

/** An auction, and when it takes place, milliseconds since the epoch. */
export interface TimedAuction {
  readonly timeMs: number;
  readonly auction: DemoAuction;
}

/** The places of a page, by the last digit of a placement's number in the market. */
const places = ['top', 'article', 'side', 'bottom'];

const pathOf = ({ key_values: values, placement_id: placement = 0 }: SyntheticImpression): string =>
  `/1111/${values?.['section']?.[0] ?? 'other'}/${places[placement % places.length]}`;

interface Period {
  /** Its begin, on a whole UTC hour, and its end. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The seed of the random numbers. */
  readonly seed: string;
  /** Since when the quiet buyer does not bid. */
  readonly quietFromMs: number;
  /** null: nothing else happens. */
  readonly story: Story | null;
  /** Whether only auctions are drawn of which the service would record this one in a hundred. Default: no. */
  readonly isRecorded?: boolean;
  /** Auctions for each recorded one of a usual day. Default: 1. */
  readonly times?: number;
}

/** Gives the demo's recorded auctions, up to a moment within an hour. */
export const drawDays = (fromMs: number, untilMs: number) =>
  draw({
    fromMs,
    untilMs,
    seed: 'demo',
    isRecorded: true,
    quietFromMs: startOfHour(untilMs) - quietBuyer.hours * hourMs,
    // The clock may change within the weeks.
    story: untilMs - fromMs < fourWeeks.days * dayMs - hourMs ? null : storyOf(untilMs),
  });

/** Gives the auctions of the hours before the recorded ones, which are counted only. */
export const drawEarlierDays = (fromMs: number, untilMs: number) =>
  draw({ fromMs, untilMs, seed: 'demo before', quietFromMs: untilMs, story: null });

/**
 * The auctions of an hour while the service runs, as many as on the days before: `auctionsPerRecorded` times those that
 * are drawn for a past hour. The quiet buyer still does not bid. `days`: those of the demo before its end.
 */
export const drawHour = (startMs: number, days: number) =>
  draw({
    fromMs: startMs,
    untilMs: startMs + hourMs,
    seed: `demo ${startMs}`,
    quietFromMs: startMs,
    story: days < fourWeeks.days ? null : storyOf(startMs),
    times: auctionsPerRecorded,
  });

/** A seed that the service records where it records one auction in so many. */
function recordedSeed(seed: string): string {
  for (let attempt = 0; ; attempt++) {
    const found = `${seed}-${attempt}`;
    if (isChosen(found, 1 / auctionsPerRecorded)) return found;
  }
}

/** Auctions in order of time. The same arguments give the same auctions on every machine. */
function* draw({
  fromMs,
  untilMs,
  seed,
  quietFromMs,
  story,
  isRecorded = false,
  times = 1,
}: Period): Generator<TimedAuction> {
  const hours = Math.ceil((untilMs - fromMs) / hourMs);
  const market = new Market(params, bidCount, seed);
  const chance = hashSeed(`${seed} hours`);
  let number = 0;
  for (let index = 0; index < hours; index++) {
    const startMs = fromMs + index * hourMs;
    const local = audience.clockAt(startMs);
    const random = new Random(chance, index);
    const ofDay = story?.holiday === audience.dayAt(startMs) ? fourWeeks.holiday.factor : 1;
    const factor =
      ofDay * hourFactors[local.hour]! * weekdayFactors[local.weekday]! * (1 - noise + 2 * noise * random.fraction());
    const seconds = Array.from({ length: Math.round(usualAuctions * factor * times) }, () =>
      random.below(secondsPerHour),
    );
    const isQuiet = startMs >= quietFromMs;
    for (const second of seconds.toSorted((one, other) => one - other)) {
      const timeMs = startMs + second * 1000;
      if (timeMs >= untilMs) return;
      const { impression, bids, ...rest } = market.auction(++number);
      const isEmpty = random.fraction() < withoutBids;
      const kept = bids.filter(({ member_id: buyer, price }) => {
        const isThere = random.fraction() < (habits[buyer]?.(local) ?? 1);
        if (!isThere || isEmpty || (isQuiet && buyer === quietBuyer.id)) return false;
        return story === null || !hasEnded(buyer, price, timeMs, story, random);
      });
      const time = `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
      const placed = { ...impression, time, placement_id: pathOf(impression) };
      const named = isRecorded ? { ...rest, seed: recordedSeed(rest.seed) } : rest;
      yield { timeMs, auction: { ...named, impression: placed, bids: kept } };
    }
  }
}
