import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isChosen } from '@auction-tiers/auction-codec';
import { addDays, calendarOf, likeDaysBefore } from '@auction-tiers/calendar';
import { demoBuyers, demoTierSet } from '@auction-tiers/contract/demo';
import { expect, onTestFinished, test } from 'vitest';
import { auctionsPerRecorded, drawDays, quietBuyer } from '../../src/demo/demo-market.ts';
import { recordedFromOf } from '../../src/demo/demo-days.ts';
import { recordDemo } from '../../src/demo/demo-record.ts';

const hourMs = 3_600_000;
/** 10 in the evening in New York, on a Sunday. */
const untilMs = Date.parse('2026-11-23T03:00:00Z');
const auctions = [...drawDays(untilMs - 8 * 24 * hourMs, untilMs)];

async function record(days: number, earlierDays = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const periods = [{ fromMs: 0, revision: '1-1', file: demoTierSet() }];
  const parts = recordDemo({
    folder,
    memberId: 1,
    ymProfileId: 1,
    timezone: 'America/New_York',
    fee: 15,
    untilMs,
    recordedFromMs: untilMs - days * 24 * hourMs,
    countedFromMs: untilMs - (days + earlierDays) * 24 * hourMs,
    periods,
  });
  const logs = join(folder, 'logs/1/1');
  const names = await readdir(logs);
  const files = await Promise.all(names.toSorted().map((name) => readFile(join(logs, name))));
  return { names, files, parts };
}

test('the same moment gives the same bytes and the same counts', async () => {
  const [one, other] = [await record(1), await record(1)];
  expect(one.names).toHaveLength(24);
  expect(one).toEqual(other);
});

test('eight days have 20,000 to 40,000 auctions, of all buyers, more in the evening than at night', () => {
  expect(auctions.length).toBeGreaterThan(20_000);
  expect(auctions.length).toBeLessThan(40_000);
  const buyers = new Set(auctions.flatMap(({ auction }) => auction.bids.map(({ member_id: id }) => id)));
  expect(buyers).toEqual(new Set(demoBuyers.map(({ id }) => id)));
  const times = auctions.map(({ timeMs }) => timeMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(untilMs - 8 * 24 * hourMs);
  expect(times.at(-1)).toBeLessThan(untilMs);
  const atHour = (hour: number) => times.filter((timeMs) => new Date(timeMs).getUTCHours() === hour).length;
  // 20:00 and 03:00 in New York.
  expect(atHour(1)).toBeGreaterThan(4 * atHour(8));
});

test('the recorded auctions are those that the service chooses at the share that they name', () => {
  expect(auctions.every(({ auction }) => isChosen(auction.seed, 1 / auctionsPerRecorded))).toBe(true);
});

test('one buyer bids no more in the last hours, and did in every hour before', () => {
  const sinceMs = untilMs - quietBuyer.hours * hourMs;
  const hoursBefore = auctions
    .filter(({ auction }) => auction.bids.some(({ member_id: id }) => id === quietBuyer.id))
    .map(({ timeMs }) => Math.ceil((sinceMs - timeMs) / hourMs));
  const bids = Map.groupBy(hoursBefore, (hour) => hour);
  for (let hour = 1; hour <= 24; hour++) expect(bids.get(hour)!.length).toBeGreaterThan(5);
  expect([...bids.keys()].every((hour) => hour > 0)).toBe(true);
});

/** The counted pieces of a UTC hour. */
const pieces = 3;

test('days before the recorded ones are counted by piece of an hour, and leave these as they are', async () => {
  const [alone, behind] = [await record(1), await record(1, 7)];
  expect(behind.files).toEqual(alone.files);
  expect(alone.parts).toHaveLength(24 * pieces);
  expect(behind.parts.slice(-24 * pieces)).toEqual(alone.parts);
  const earlier = behind.parts.slice(0, -24 * pieces);
  expect(new Set(earlier.map(({ hour }) => hour)).size).toBe(7 * 24);
  expect(earlier).toHaveLength(7 * 24 * pieces);
});

test.for(['America/New_York', 'UTC', 'Asia/Kolkata', 'Pacific/Apia'])(
  'in %s the recorded days begin with a local day at every hour of a day, so that the default question finds both of its days',
  (timezone) => {
    const zone = calendarOf(timezone);
    // Over a change of clocks, and a day without one.
    for (const beginMs of [Date.parse('2026-11-01T00:00:00Z'), Date.parse('2026-11-20T00:00:00Z')]) {
      for (let hour = 0; hour < 24; hour++) {
        const endMs = beginMs + hour * hourMs;
        const fromMs = recordedFromOf({ untilMs: endMs, days: 8 }, timezone);
        const [against] = likeDaysBefore(addDays(zone.dayAt(endMs), -1), 1);
        expect(fromMs).toBeLessThanOrEqual(zone.startOf(against!));
        expect(fromMs).toBeGreaterThan(zone.startOf(against!) - hourMs);
      }
    }
  },
);
