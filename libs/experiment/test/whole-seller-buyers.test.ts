import { hashSeed, Random } from '@auction-tiers/chance';
import { type DayEffects, ResponseParams } from '@auction-tiers/market';
import { expect, test } from 'vitest';
import { ExperimentCounts, placeOf, toExperimentResult } from '@auction-tiers/experiment';
import { drawReservePool, simulateExperiment, type SimulatedExperiment } from '@auction-tiers/experiment/simulated';
import { findWholeSellerBuyers, type PartOfDay, usualOfBuyers } from '../src/whole-seller-buyers.ts';

const [hoursPerDay, partsPerDay, perHour] = [24, 4, 40];
const micros = 2_000_000;
const days = (count: number) => Array.from({ length: count }, (_, day) => day);

/** The two weeks before: buyer 1 has three quarters of the net, and buyer 2 never bids in the last quarter of a day. */
const before: PartOfDay[] = days(14).flatMap((day) =>
  Array.from({ length: partsPerDay }, (_, part) => {
    const auctions = (perHour * hoursPerDay) / partsPerDay;
    // The levels of days deviate by 2 %.
    const level = day % 2 === 0 ? 0.98 : 1.02;
    const ofSecond = part === partsPerDay - 1 ? 0 : 1;
    const net = new Map(
      [1, 2].map((member) => [member, (auctions * micros * level * (member === 1 ? 3 : ofSecond)) / 4]),
    );
    return {
      day,
      part,
      auctions,
      bids: new Map([1, 2].map((member) => [member, member === 1 ? auctions : auctions * ofSecond])),
      net,
    };
  }),
);

/** An experiment in which the buyers bid in some hours, at a level. */
function countsWith(isBidding: (member: number, hour: number) => boolean, level: number): ExperimentCounts {
  const random = new Random(hashSeed('buyers'), 1);
  const counts = new ExperimentCounts();
  for (let hour = 0; hour < 14 * hoursPerDay; hour++) {
    for (let at = 0; at < perHour; at++) {
      const bidding = [1, 2].filter((member) => isBidding(member, hour));
      const winner = at % 4 === 3 ? 2 : 1;
      const paid = (member: number) => (member === winner && bidding.includes(member) ? micros * level : 0);
      const buyers = bidding.map((member) => ({
        member,
        bids: 1,
        bidMicros: micros,
        controlMicros: paid(member),
        treatmentMicros: paid(member),
      }));
      const place = placeOf('salt', String(random.below(1000)));
      const winners = { buyer: winner, tier: null };
      const isSold = bidding.includes(winner);
      counts.add({
        arm: place.draw < 0.5 ? 'T' : 'C',
        place,
        isWithoutUnit: false,
        // Every other auction is in no cluster: there the buyers count too.
        cluster: at % 2 === 0 ? 0 : -1,
        hour,
        controlMicros: isSold ? micros * level : 0,
        treatmentMicros: isSold ? micros * level : 0,
        controlWinners: winners,
        treatmentWinners: winners,
        buyers,
      });
    }
  }
  return counts;
}

const partOf = (hour: number) => Math.floor((hour % hoursPerDay) / (hoursPerDay / partsPerDay));
const asBefore = (member: number, hour: number) => member === 1 || partOf(hour) < partsPerDay - 1;

test.for([
  ['buyers do as before', asBefore, 1, { silent: [], falling: [] }],
  [
    'a buyer ends its days early',
    (_member: number, hour: number) => partOf(hour) < partsPerDay - 1,
    1,
    { silent: [1] },
  ],
  [
    'a buyer stays away since the eleventh day',
    (member: number, hour: number) => asBefore(member, hour) && (member === 1 || hour < 10 * hoursPerDay),
    1,
    { silent: [2] },
  ],
  ['bids under both arms fall by a tenth', asBefore, 0.9, { silent: [], falling: [1, 2] }],
  ['bids under both arms fall by half a hundredth', asBefore, 0.995, { falling: [] }],
] as const)('where %s, the buyers that act on the whole seller are found', ([, isBidding, level, found]) => {
  const counts = countsWith(isBidding, level);
  expect(findWholeSellerBuyers(counts, [], usualOfBuyers(before), days(14))).toMatchObject(found);
  // Nothing is said where nothing is known of the time before, or too little of the time since.
  const nothing = { swelling: [], silent: [], falling: [] };
  expect(findWholeSellerBuyers(counts, [], [], days(14))).toEqual(nothing);
  expect(findWholeSellerBuyers(counts, [], usualOfBuyers(before), days(6))).toEqual(nothing);
});

const membersOf = (parts: readonly PartOfDay[]) => usualOfBuyers(parts).map(({ member }) => member);

test('a buyer of under a twentieth of the net, or of under seven days, has nothing usual', () => {
  expect(membersOf(before)).toEqual([1, 2]);
  expect(membersOf(before.filter(({ day }) => Number(day) < 6))).toEqual([]);
  expect(membersOf(before.map((part) => ({ ...part, net: new Map([...part.net, [2, 1]]) })))).toEqual([1]);
});

const gaining: DayEffects = { gain: 0.3, deviation: 0.05, shared: 0 };
const market = { clusters: 20, auctions: 4000, bids: 4, control: 0.5, treatment: 0.5, seed: 'seller' };
const simulated: SimulatedExperiment = {
  design: 'switchback',
  days: 28,
  auctionsPerDay: 600,
  share: 0.5,
  response: ResponseParams.parse({ version: 1 }),
  seed: 'seller',
  guard: { maxLoss: 10n ** 15n, maxTotalLossPct: 10, maxBuyerLossPct: 30, minFillPoints: null },
};

const resultWith = (raise: number) => {
  const response = ResponseParams.parse({
    version: 1,
    raise,
    lag_hours: 48,
    noise: { day: 0.05, cluster_day: 0.05 },
  });
  const pool = drawReservePool(market, response);
  return toExperimentResult(
    simulateExperiment(pool, { ...simulated, response, effects: gaining, isOfSeller: true }),
    0,
  );
};

test('a gain is not published where large buyers learn of the whole seller, and a test by days is offered', () => {
  expect(resultWith(0).verdict).toBe('publish');
  const { verdict, says } = resultWith(-0.4);
  expect([verdict, says[0]]).toEqual(['go on', expect.stringMatching(/^Buyers? .*two weeks before/)]);
  expect(says[1]).toContain('all sites together by days');
});
