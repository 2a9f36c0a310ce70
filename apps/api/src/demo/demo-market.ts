import { calendarOf, type Clock } from '@auction-tiers/calendar';
import { defaultParams, Market, type MarketParams, type SyntheticAuction } from '@auction-tiers/market';
import { hashSeed, Random } from '@auction-tiers/chance';

const hourMs = 3_600_000;
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

/** Auctions of an hour on a usual day, times the factors below: about 25,000 in eight days. */
const usualAuctions = 140;
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

/** An auction, and when it takes place, milliseconds since the epoch. */
export interface TimedAuction {
  readonly timeMs: number;
  readonly auction: SyntheticAuction;
}

interface Hours {
  /** Begin and end of the hours, on whole UTC hours. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The seed of the random numbers. */
  readonly seed: string;
  /** The number of last hours without bids of the quiet buyer. */
  readonly quietHours: number;
}

/** Takes auctions in order of time. */
type Take = (auction: TimedAuction) => void;

/** Gives the auctions of the demo's recorded hours. */
export const drawDays = (fromMs: number, untilMs: number, take: Take) =>
  draw({ fromMs, untilMs, seed: 'demo', quietHours: quietBuyer.hours }, take);

/** Gives the auctions of the hours before the recorded ones, which are counted only. */
export const drawEarlierDays = (fromMs: number, untilMs: number, take: Take) =>
  draw({ fromMs, untilMs, seed: 'demo before', quietHours: 0 }, take);

/** The auctions of an hour while the service runs, in order of time. The quiet buyer still does not bid. */
export function drawHour(startMs: number): TimedAuction[] {
  const auctions: TimedAuction[] = [];
  const hour = { fromMs: startMs, untilMs: startMs + hourMs };
  draw({ ...hour, seed: `demo ${startMs}`, quietHours: 1 }, (one) => auctions.push(one));
  return auctions;
}

/** The same arguments give the same auctions on every machine. */
function draw({ fromMs, untilMs, seed, quietHours }: Hours, take: Take): void {
  const hours = (untilMs - fromMs) / hourMs;
  const market = new Market(params, bidCount, seed);
  const chance = hashSeed(`${seed} hours`);
  let number = 0;
  for (let place = 0; place < hours; place++) {
    const startMs = fromMs + place * hourMs;
    const local = audience.clockAt(startMs);
    const random = new Random(chance, place);
    const factor =
      hourFactors[local.hour]! * weekdayFactors[local.weekday]! * (1 - noise + 2 * noise * random.fraction());
    const seconds = Array.from({ length: Math.round(usualAuctions * factor) }, () => random.below(secondsPerHour));
    const isQuiet = hours - place <= quietHours;
    for (const second of seconds.toSorted((one, other) => one - other)) {
      const timeMs = startMs + second * 1000;
      const { impression, bids, ...rest } = market.auction(++number);
      const isEmpty = random.fraction() < withoutBids;
      const kept = bids.filter(({ member_id: buyer }) => {
        const isThere = random.fraction() < (habits[buyer]?.(local) ?? 1);
        return isThere && !isEmpty && !(isQuiet && buyer === quietBuyer.id);
      });
      const time = `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
      take({ timeMs, auction: { ...rest, impression: { ...impression, time }, bids: kept } });
    }
  }
}
