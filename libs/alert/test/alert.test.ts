import { expect, test } from 'vitest';
import { learnModel, passedPart } from '@auction-tiers/alert';
import { watchPlanted } from '@auction-tiers/alert/planted';

const isLong = process.env['TEST_LONG'] === '1';
const members = isLong ? 200 : 10;
const seeds = Array.from({ length: members }, (_, member) => `member ${member}`);
/** Of 200 members, one after the other. */
const longMs = 3_600_000;
const binsPerHour = 12;
const weeks = 8;
const learnedWeeks = 2;

test(
  'members without a fault get at most 1.5 times the false alarms that are allowed',
  () => {
    const alarms = seeds.reduce((sum, seed) => sum + watchPlanted(seed, weeks).length, 0);
    const months = (members * (weeks - learnedWeeks) * 7) / 30;
    expect(alarms).toBeLessThanOrEqual(1.5 * months);
  },
  longMs,
);

test.for(['silent', 'cheap', 'dear', 'net', 'fill'] as const)(
  '%s: found within half an hour in at least nine of ten members',
  (kind) => {
    // At noon of a day of the fourth week, for two hours.
    const fromBin = (3 * 168 + 36) * binsPerHour;
    const found = seeds.filter((seed) => {
      const opened = watchPlanted(seed, 3.5, { kind, fromBin, toBin: fromBin + 2 * binsPerHour });
      const cause =
        kind === 'silent' ? 'buyer:101' : kind === 'cheap' || kind === 'dear' ? 'buyer_price:101' : undefined;
      return opened.some(
        ({ bin, name }) => bin >= fromBin && bin < fromBin + 6 && (cause === undefined || name === cause),
      );
    });
    expect(found.length / members).toBeGreaterThanOrEqual(0.9);
  },
);

test('a buyer that is silent is one alert', () => {
  const fromBin = (3 * 168 + 36) * binsPerHour;
  const opened = watchPlanted('one', 3.5, { kind: 'silent', fromBin, toBin: fromBin + 4 * binsPerHour });
  expect(opened.filter(({ bin }) => bin >= fromBin && bin < fromBin + 4 * binsPerHour).map(({ name }) => name)).toEqual(
    ['buyer:101'],
  );
});

test('a past outage of a night keeps no later fault from being found within half an hour', () => {
  const [outageBin, fromBin] = [(168 + 30) * binsPerHour, (3 * 168 + 36) * binsPerHour];
  const outage = { kind: 'outage', fromBin: outageBin, toBin: outageBin + 8 * binsPerHour } as const;
  const unsold = { kind: 'fill', fromBin, toBin: fromBin + 2 * binsPerHour } as const;
  const found = seeds.filter((seed) =>
    watchPlanted(seed, 3.5, outage, unsold).some(({ bin }) => bin >= fromBin && bin < fromBin + 6),
  );
  expect(found.length / members).toBeGreaterThanOrEqual(0.9);
});

test('the first two weeks are for learning', () => {
  expect(learnModel([], 1)).toBeNull();
  expect(watchPlanted('new', 1.9, { kind: 'silent', fromBin: 3000, toBin: 3100 })).toEqual([]);
});

test('a day of which nothing is known goes by its hours, else by the auctions that usually come', () => {
  const day = { startMs: 0, endMs: 24 * 3_600_000 };
  expect(passedPart(null, day, 6 * 3_600_000)).toBe(0.25);
  // Twice as many in the first half.
  const rates = Array.from({ length: 168 }, (_, slot) => (slot < 12 ? 20 : 10));
  const series = new Map([['auctions', { rates, trend: 1, unit: 1, spread: 0 }]]);
  expect(passedPart({ series }, day, 12 * 3_600_000)).toBeCloseTo(2 / 3);
});
