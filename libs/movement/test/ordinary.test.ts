import { addDays, calendarOf, type Day } from '@auction-tiers/calendar';
import { hashSeed, Random } from '@auction-tiers/chance';
import { type EarlierPair, earlierPairs, movementSentences, tellApart } from '@auction-tiers/movement';
import {
  changedTiers,
  drawSeller,
  earlierOf,
  habits,
  lastDay,
  netOf,
  planted,
  type SellerDays,
  tiers,
  toMoved,
} from '@auction-tiers/movement/planted';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { isOrdinary, ordinaryRange } from '../src/ordinary.ts';

const zone = calendarOf('Europe/Berlin');
const dayMs = 86_400_000;
const spanOf = (day: Day) => ({ startMs: zone.startOf(day), endMs: zone.endOf(day) });

const names = {
  currency: 'USD',
  buyer: (id: string) => `Buyer ${id}`,
  change: String,
  value: (_: string, value: string) => value,
};

function said(against: readonly AuctionRequest[], from: readonly AuctionRequest[], earlier: readonly EarlierPair[]) {
  const movement = tellApart({ against: toMoved(against), from: toMoved(from), rules: [tiers], apartMs: 7 * dayMs });
  return movementSentences(movement, names, { leftOut: [], hours: 24, report: null, earlier });
}

/** A seller's last days, with the same weekday of the week before. */
const pairsOf = (days: SellerDays, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [from, against] = [addDays(lastDay, -at), addDays(lastDay, -at - 7)];
    return { from: days.get(from)!, against: days.get(against)!, earlier: earlierOf(days, from, against) };
  });

/** Of sellers whose weekends have half of the traffic, from even days to noisy ones. */
const pairs = Array.from({ length: 20 }, (_, at) => {
  const noise = 0.02 + 0.1 * new Random(hashSeed(`noise ${at}`), 1).fraction();
  return pairsOf(drawSeller({ traffic: noise, prices: noise / 2, weekend: 0.5 }, `seller ${at}`, 150), 5);
}).flat();

/** How many are called ordinary; none of these names a cause. */
function countOrdinary(days: typeof pairs): number {
  return days.filter(({ from, against, earlier }) => {
    const sentences = said(against, from, earlier);
    expect(sentences.length).toBeLessThanOrEqual(5);
    if (sentences[1]?.kind !== 'ordinary') return false;
    expect(sentences.map(({ text }) => text)).toHaveLength(2);
    return true;
  }).length;
}

test('of 100 pairs of days without a cause at least 90 are called ordinary before any cause, and no cause is named', () => {
  expect(countOrdinary(pairs)).toBeGreaterThanOrEqual(90);
});

test('however days differ, of pairs without a cause at least 90 % are called ordinary, and no cause is named', () => {
  const all = Object.entries(habits).flatMap(([name, habit]) =>
    [0, 1].flatMap((at) => pairsOf(drawSeller(habit, `${name} ${at}`, 150), 4)),
  );
  expect(countOrdinary(all)).toBeGreaterThanOrEqual(0.9 * all.length);
});

test('on an ordinary difference a buyer that stopped, or has another id, is named', () => {
  const days = drawSeller(habits['noisy days']!, 'turn', 600);
  const [{ from, against, earlier }] = pairsOf(days, 1) as [ReturnType<typeof pairsOf>[number]];
  const saidOf = (name: string) => {
    const later = planted[name]!.change(from, new Random(hashSeed(name), 1));
    const sentences = said(against, later, earlier);
    expect(sentences[1]?.kind).toBe('ordinary');
    return sentences.slice(2).map(({ text }) => text);
  };
  expect(saidOf('a buyer stops')).toEqual([expect.stringMatching(planted['a buyer stops']!.says)]);
  expect(saidOf('a buyer has another id')).toEqual([expect.stringMatching(planted['a buyer has another id']!.says)]);
});

test('of 100 days on which half of the auctions are missing at least 90 are not called ordinary', () => {
  const found = pairs.filter(({ from, against, earlier }) => {
    const half = netOf(from.slice(0, Math.floor(from.length / 2)));
    return !isOrdinary(ordinaryRange(earlier)!, BigInt(half), BigInt(netOf(against)));
  });
  expect(found.length).toBeGreaterThanOrEqual(90);
});

function widthOf(earlier: readonly EarlierPair[]): number {
  const { low, high } = ordinaryRange(earlier)!;
  return Math.log((1 + high) / (1 + low));
}

test('a broken day among the earlier ones widens what is ordinary by less than half', () => {
  for (const { earlier } of pairs) {
    const broken = earlier.map((pair, at) => ({
      fromMicros: pair.fromMicros * (at === 10 ? 0.02 : 1),
      againstMicros: pair.againstMicros * (at === 3 ? 0.02 : 1),
    }));
    expect(widthOf(broken)).toBeLessThan(1.5 * widthOf(earlier));
  }
});

test('on an ordinary difference a cause that moved more than such days differ by is named', () => {
  const [{ against }] = pairs as [(typeof pairs)[number]];
  // Twice the auctions, at half of the price.
  const from = [...against, ...against.map((request) => ({ ...request, seed: `${request.seed}+` }))].map((request) => ({
    ...request,
    bids: request.bids.map((bid) => ({ ...bid, grossMicros: Math.round(0.5 * bid.grossMicros) })),
  }));
  const earlier = [0.75, 1.2, 0.9, 1.1, 0.8, 1, 1.3, 0.95].map((times) => ({ fromMicros: times, againstMicros: 1 }));
  const kinds = said(against, from, earlier).map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['net', 'ordinary']);
  expect(kinds.slice(2).toSorted()).toEqual(['prices', 'traffic']);
});

test.for([
  // Such periods differ by −30 % to +43 %: a fall of 40 % is told, a rise of 37 % is not.
  {
    title: 'a fall',
    earlier: [1.15, 0.87, 1.12, 0.9, 1.1, 0.92, 1.2, 0.84],
    left: 2 / 3,
    times: 1.45,
    told: ['traffic'],
  },
  // They differ by −49 % to −30 %, as a Saturday from a Friday: prices that rise as such periods vary are no news.
  { title: 'nothing', earlier: [0.6, 0.65, 0.55, 0.62, 0.58, 0.6, 0.64, 0.56], left: 0.6, times: 1.05, told: [] },
])('on an ordinary difference $title is named beyond the range on its side', ({ earlier, left, times, told }) => {
  const [{ against }] = pairs as [(typeof pairs)[number]];
  const from = against
    .filter((_, at) => Math.floor((at + 1) * left) > Math.floor(at * left))
    .map((request) => ({
      ...request,
      bids: request.bids.map((bid) => ({ ...bid, grossMicros: Math.round(times * bid.grossMicros) })),
    }));
  const compared = earlier.map((fromMicros) => ({ fromMicros, againstMicros: 1 }));
  const kinds = said(against, from, compared).map(({ kind }) => kind);
  expect(kinds).toEqual(['net', 'ordinary', ...told]);
});

test('on an ordinary difference our own change is named, whatever it brought', () => {
  const [{ against }] = pairs as [(typeof pairs)[number]];
  const order = {
    against: toMoved(against),
    from: toMoved(against, 1),
    rules: [tiers, changedTiers],
    apartMs: 7 * dayMs,
  };
  const earlier = [0.5, 1, 1, 2].map((fromMicros) => ({ fromMicros, againstMicros: 1 }));
  const compared = { leftOut: [], hours: 24, report: null, earlier };
  expect(movementSentences(tellApart(order), names, compared).map(({ kind }) => kind)).toEqual([
    'net',
    'ordinary',
    'rules',
  ]);
});

test.for([
  [1, /^1 of 3 hours is not fully recorded, and is left out of both periods\. In the other 2, net /],
  [2, /^2 of 3 hours are not fully recorded, and are left out of both periods\. In the other 1, net /],
] as const)('with %i hours left out a sentence says what the parts are of', ([count, words]) => {
  const [{ from, against }] = pairs as [(typeof pairs)[number]];
  const hour = { from: null, against: null, missing: ['from'], fromMicros: null, againstMicros: null } as const;
  const movement = tellApart({ against: toMoved(against), from: toMoved(from), rules: [tiers], apartMs: 7 * dayMs });
  const compared = { leftOut: Array.from({ length: count }, () => hour), hours: 3, report: null };
  expect(movementSentences(movement, names, compared)[1]!.text).toMatch(words);
});

test('with fewer than four earlier pairs nothing is called ordinary', () => {
  const [{ from, against, earlier }] = pairs as [(typeof pairs)[number]];
  expect(earlier.length).toBe(28);
  expect(said(against, from, earlier.slice(0, 3)).map(({ kind }) => kind)).not.toContain('ordinary');
  // Three of four pairs do not differ at all.
  const few = [0.95, 1, 1, 1].map((fromMicros) => ({ fromMicros, againstMicros: 1 }));
  expect(isOrdinary(ordinaryRange(few)!, 98n, 100n)).toBe(true);
  expect(isOrdinary(ordinaryRange(few)!, 80n, 100n)).toBe(false);
  // Days without net tell nothing.
  expect(ordinaryRange(earlier.map((pair) => ({ ...pair, againstMicros: 0 })))).toBeNull();
  expect(isOrdinary({ low: -0.1, high: 0.1 }, 5n, 0n)).toBe(false);
});

const all = (
  from: Day,
  against: Day,
  calendar: readonly { readonly date: Day; readonly name: string }[] | null = null,
) => {
  const asked: string[] = [];
  earlierPairs({
    zone,
    from: spanOf(from),
    against: spanOf(against),
    calendar,
    netIn: ({ startMs }) => {
      asked.push(zone.dayAt(startMs));
      return 1;
    },
  });
  return asked;
};

test('days that are not whole weeks apart are compared with such weekdays, also across a change of clocks', () => {
  expect(all('2026-11-20', '2026-11-19')).toEqual([
    '2026-11-13',
    '2026-11-12',
    '2026-11-06',
    '2026-11-05',
    '2026-10-30',
    '2026-10-29',
    '2026-10-23',
    '2026-10-22',
  ]);
});

test('days of the calendar have no ordinary difference, and are left out of those of others', () => {
  const holiday = [{ date: '2026-11-10', name: 'Cup Final' }];
  expect(all('2026-11-10', '2026-11-03', holiday)).toEqual([]);
  const asked = all('2026-11-20', '2026-11-13', holiday);
  expect(asked).toHaveLength(2 * 26);
  expect(asked).not.toContain('2026-11-10');
});
