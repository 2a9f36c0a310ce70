import { addDays, calendarOf, type Day, weekOf } from '@auction-tiers/calendar';
import type { MovementAnswer } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { runAuction } from '../fixture/auction-body.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { createClient } from '../fixture/trpc-client.ts';

const timezone = 'America/New_York';
const zone = calendarOf(timezone);
const clock = new TestClock();
const service = useService({ RECORD_AUCTIONS: '1', RECORD_DAYS: '40' }, { clock, recordClock: clock.epochMs });
const { send } = service;

/** The next Sunday of 25 hours that begins eight days or more from now, and the Sunday before. */
const sunday = nextLongDay(clock.epochMs() + 9 * 86_400_000);
const before = addDays(sunday, -7);
const pricesAt: readonly [day: Day, time: string, prices: readonly number[]][] = [
  [before, '01:30', [1, 1]],
  [before, '10:15', [2, 2, 2]],
  // A Monday's, which 25 hours from Sunday's midnight have too.
  [addDays(before, 1), '00:30', [320]],
  [sunday, '01:30', [1, 1]],
  [sunday, '10:15', [2, 2, 2]],
  [addDays(sunday, 1), '00:30', [7]],
];
let id: number;

function nextLongDay(ms: number): Day {
  const { endMs, offsetMs } = zone.spanAt(ms);
  return zone.spanAt(endMs).offsetMs < offsetMs ? zone.dayAt(endMs) : nextLongDay(endMs);
}

beforeAll(async () => {
  expectOk(await send('PUT', '/member', { body: { timezone } }));
  ({ id } = await createYmProfile(send));
  for (const [day, time, prices] of pricesAt) {
    const ms = zone.momentOf(day, time)!;
    await decide(ms, prices);
    // The clock shows this time twice.
    if (day === sunday && time === '01:30') await decide(ms + 3_600_000, prices);
  }
  clock.pass(zone.startOf(addDays(sunday, 9)) - clock.epochMs());
});

async function decide(ms: number, prices: readonly number[]): Promise<void> {
  clock.pass(ms - clock.epochMs());
  const time = new Date(ms).toISOString();
  for (const [at, price] of prices.entries()) {
    const bids = [{ id: 'a', member_id: 101, price }];
    const seed = `${ms} ${at}`;
    await runAuction(send, { ym_profile_id: id, seed, impression: { country: 'US', time }, bids });
  }
  await service.opened.recorder?.settle();
  await service.opened.liveReport.flush();
}

const queryOf = (values: object) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
const movementOf = async (asked: object) =>
  expectOk(await send('GET', `/movement?${queryOf({ ym_profile_id: id, ...asked })}`)).response[
    'movement'
  ] as MovementAnswer;
const nanos = (money: string) => BigInt(money.replace('.', ''));

async function netOf(from: Day, to: Day): Promise<string> {
  const query = queryOf({ ym_profile_id: id, start_date: from, end_date: to });
  const [row] = expectOk(await send('GET', `/report?${query}`)).response['report-rows'] as { readonly net: string }[];
  return row?.net ?? '0.000000000';
}

test.for([
  ['the Sunday of 25 hours', sunday, sunday],
  ['the Sunday after it', addDays(sunday, 7), addDays(sunday, 7)],
  ['the week of 169 hours', weekOf(sunday), sunday],
  ['the week after it', addDays(sunday, 1), addDays(sunday, 7)],
] as const)('%s is compared whole with the same weekdays before, as the report has them', async ([, from, to]) => {
  const movement = await movementOf({ from, to });
  const [againstFrom, againstTo] = [addDays(from, -7), addDays(to, -7)];
  expect([movement.from, movement.against]).toEqual([await netOf(from, to), await netOf(againstFrom, againstTo)]);
  expect(nanos(movement.difference)).toBe(nanos(movement.from) - nanos(movement.against));
  expect(movement.parts.reduce((sum, { net }) => sum + nanos(net), 0n)).toBe(nanos(movement.difference));
  const named = { from, to, against_from: againstFrom, against_to: againstTo };
  expect(await movementOf(named)).toEqual(movement);
  const client = createClient(service.url, service.people.seller1.api_key);
  expect(await client.movement.tell.query({ ym_profile_id: id, ...named })).toEqual(movement);
});

test('the hour that comes twice is traffic, and no other part', async () => {
  const movement = await movementOf({ from: sunday });
  // Two auctions at 1.00 CPM, less the seller's fee of 15 %.
  expect(movement.difference).toBe('0.001700000');
  const moved = movement.parts.filter(({ net }) => nanos(net) !== 0n);
  expect(moved).toMatchObject([{ kind: 'traffic', net: movement.difference }]);
});
