import { expect, test } from 'vitest';
import { findSilence, type MarketHour } from '../src/silence.ts';

const windowHours = 190;

/** Uniform, normal and Poisson draws, the same for the same name and place. */
function draws(name: string, place: number) {
  let state = Array.from(name).reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261 + place,
  );
  // A Weyl sequence whose terms are mixed, so that neighbouring seeds differ.
  const uniform = () => {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85eb_ca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32 + 2 ** -34;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const poisson = (mean: number): number => {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    let [count, product] = [0, uniform()];
    for (const limit = Math.exp(-mean); product > limit; product *= uniform()) count++;
    return count;
  };
  return { uniform, normal, poisson };
}

const slotOf = (hour: number) => (hour % 24) + (Math.floor(hour / 24) % 7 >= 5 ? 24 : 0);

function marketOf(place: number, hours: number): MarketHour[] {
  const { normal } = draws('market', place);
  return Array.from({ length: hours }, (_, hour) => {
    const day = 1 + 0.6 * Math.sin(((hour % 24) / 24) * 2 * Math.PI - 2);
    return { auctions: Math.max(0, Math.round(400 * day * Math.exp(0.15 * normal()))), slot: slotOf(hour) };
  });
}

interface Buyer {
  readonly name: string;
  readonly bids: (place: number, market: readonly MarketHour[]) => number[];
}

/** Buyers as no part of the code expects them: their level wanders, they pause, they come in bursts, they sleep. */
const buyers: readonly Buyer[] = [
  ...[0.3, 1, 3, 10, 80].map((perHour) => ({
    name: `even, ${perHour} an hour`,
    bids: (place: number, market: readonly MarketHour[]) => {
      const { poisson } = draws(`even ${perHour}`, place);
      return market.map(({ auctions }) => poisson((perHour * auctions) / 400));
    },
  })),
  ...[2, 20].map((perHour) => ({
    name: `wandering, ${perHour} an hour`,
    bids: (place: number, market: readonly MarketHour[]) => {
      const { poisson, normal } = draws(`wandering ${perHour}`, place);
      let level = 0;
      return market.map(({ auctions }) => {
        level = 0.9 * level + 0.35 * normal();
        return poisson((perHour * auctions * Math.exp(level)) / 400);
      });
    },
  })),
  {
    name: 'in bursts',
    bids: (place, market) => {
      const { poisson, uniform } = draws('bursts', place);
      let isOn = false;
      return market.map(() => {
        if (uniform() < (isOn ? 0.3 : 0.15)) isOn = !isOn;
        return isOn ? poisson(12) : 0;
      });
    },
  },
  {
    name: 'asleep at night and at the weekend',
    bids: (place, market) => {
      const { poisson } = draws('asleep', place);
      return market.map(({ slot }) => (slot >= 24 || slot < 7 ? 0 : poisson(15)));
    },
  },
  {
    name: 'off when its budget of the day is spent',
    bids: (place, market) => {
      const { poisson, uniform } = draws('budget', place);
      let left = 0;
      return market.map((_, hour) => {
        if (hour % 24 === 0) left = 150 + 100 * uniform();
        const bids = Math.min(Math.floor(left), poisson(18));
        left -= bids;
        return bids;
      });
    },
  },
];

const claimedDays = 30;

/** The days that are looked at hour by hour, and the gaps that were told of as rarer than once in the claimed days. */
function falseAlarms({ bids }: Buyer, runs: number): { days: number; alarms: number } {
  let [days, alarms] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const market = marketOf(run, windowHours + 24 * 20);
    const counts = bids(run, market);
    let told = -1;
    for (let now = windowHours; now < market.length; now++) {
      const from = now - windowHours;
      const silence = findSilence(market.slice(from, now), counts.slice(from, now));
      if (silence === null || silence.everyDays < claimedDays || silence.from + from === told) continue;
      told = silence.from + from;
      alarms++;
    }
    days += 20;
  }
  return { days, alarms };
}

test.for(buyers)('a buyer that is $name is not called quiet more often than is said', (buyer) => {
  const { days, alarms } = falseAlarms(buyer, 12);
  // Three standard deviations above the rate that is claimed.
  const claimed = days / claimedDays;
  expect(alarms).toBeLessThanOrEqual(claimed + 3 * Math.sqrt(claimed));
});

test.for([
  ['even, 3 an hour', 10, 19],
  ['even, 10 an hour', 5, 19],
  ['even, 80 an hour', 5, 19],
  // Its spread leaves it undecided in some of the runs.
  ['wandering, 20 an hour', 12, 12],
  ['asleep at night and at the weekend', 12, 19],
] as const)(
  'a buyer that is %s and stops is called quiet within %s hours of its day, in %s of 20 cases',
  ([name, mostHours, least]) => {
    const { bids } = buyers.find((buyer) => buyer.name === name)!;
    let found = 0;
    const runs = 20;
    for (let run = 0; run < runs; run++) {
      // It ends at noon of a Tuesday.
      const now = 24 * 8 + 12 + mostHours;
      const market = marketOf(run + 100, now);
      const counts = bids(run + 100, market).map((count, hour) => (hour >= now - mostHours ? 0 : count));
      const silence = findSilence(market, counts);
      if (silence !== null && silence.everyDays >= claimedDays) found++;
    }
    expect(found).toBeGreaterThanOrEqual(least);
  },
);
