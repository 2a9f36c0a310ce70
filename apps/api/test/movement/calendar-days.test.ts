import { addDays, calendarOf } from '@auction-tiers/calendar';
import type { ExperimentPlan, ExperimentResult, MovementAnswer, Simulation } from '@auction-tiers/contract';
import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';

const dayMs = 86_400_000;
const zone = calendarOf('America/New_York');
const clock = new TestClock();
const service = useService(
  { RECORD_AUCTIONS: '1', RECORD_DAYS: '40', SIMULATION_WORKER: '1' },
  { clock, recordClock: clock.epochMs },
);
const { send } = service;
const get = async (path: string) => expectOk(await send('GET', path)).response;
const settle = async () => {
  await service.opened.recorder?.settle();
  await service.opened.liveReport.flush();
};
const setCalendar = async (calendar: readonly { readonly date: string; readonly name: string }[] | null) =>
  expectOk(await send('PUT', '/member', { body: { timezone: zone.timezone, calendar } }));
/** To a time at which no zone's day ends soon, whenever the test runs. */
const toNoon = (days: number) =>
  clock.pass(zone.momentOf(addDays(zone.dayAt(clock.epochMs()), days), '12:00')! - clock.epochMs());

test('a movement names the days of the calendar in its periods, also by default and within a day', async () => {
  const { ymProfile } = await newYmProfile(send);
  toNoon(1);
  const day = zone.dayAt(clock.epochMs());
  await runAuction(send, { ym_profile_id: ymProfile.id, seed: 'holiday', bids: [bid('a', 101, 4)] });
  await settle();
  await setCalendar([
    { date: day, name: 'Thanksgiving' },
    { date: addDays(day, 1), name: 'Black Friday' },
  ]);
  const said = async (asked: string) => {
    const { movement } = await get(`/movement?ym_profile_id=${ymProfile.id}${asked}`);
    return (movement as MovementAnswer).sentences.flatMap(({ kind, text }) => (kind === 'calendar' ? [text] : []));
  };
  toNoon(1);
  expect(await said('')).toEqual([expect.stringMatching(/later period.*Thanksgiving \(\w{3}, \w{3} \d+\)/)]);
  const hour = (hours: number) =>
    new Date(zone.startOf(day) + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  expect(await said(`&from=${hour(12)}&to=${hour(13)}`)).toEqual([expect.stringContaining('Thanksgiving')]);
  toNoon(8);
  // The last whole day against the same weekday a week before.
  const both = [expect.stringMatching(/earlier period.*Black Friday/)];
  expect(await said('')).toEqual(both);
  expect(await said(`&from=${addDays(day, 7)}&against_from=${day}`)).toEqual([expect.stringContaining('Thanksgiving')]);
  expect(await said(`&from=${addDays(day, 2)}&against_from=${addDays(day, -1)}`)).toEqual([]);
  await setCalendar(null);
  expect(await said('')).toEqual([]);
});

test('a plan leaves out the days of the calendar and names them, and those ahead', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '5.00' }));
  const decide = async (auctions: number) => {
    for (let at = 0; at < auctions; at++) {
      const seed = `${clock.epochMs()} ${at}`;
      await runAuction(send, { ym_profile_id: ymProfile.id, seed, bids: [bid('a', 101, 3 + (at % 4))] });
    }
    await settle();
  };
  const read = async () => (await get(`/experiment/plan?draft_id=${draft.id}`))['experiment-plan'] as ExperimentPlan;
  toNoon(1);
  const ordinary = zone.dayAt(clock.epochMs());
  await decide(4);
  toNoon(1);
  await decide(20);
  toNoon(1);
  await setCalendar(null);
  expect(await read()).toMatchObject({ auctions_per_day: 12, recorded_auctions: 24, says: [] });
  await setCalendar([
    { date: addDays(ordinary, 1), name: 'Election Day' },
    { date: addDays(ordinary, 9), name: 'Cup Final' },
    { date: addDays(ordinary, 60), name: 'Far off' },
  ]);
  expect(await read()).toMatchObject({
    auctions_per_day: 4,
    recorded_auctions: 4,
    says: [expect.stringMatching(/left out.*Election Day/), expect.stringMatching(/next 28 days.*Cup Final/)],
  });
  expect((await read()).says.join()).not.toContain('Far off');
});

test('the verdict of a live test names the days of the calendar since its start, and no others', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '5.00' }));
  toNoon(1);
  const first = zone.dayAt(clock.epochMs());
  const body = { name: 'S', hypothesis: 'Net rises by 2 %', guard: { max_loss: '1000' }, draft_id: draft.id };
  const { id } = expectOk(await send('POST', '/experiment', { body })).response['experiment'] as {
    readonly id: number;
  };
  expectOk(await send('POST', `/experiment/start?id=${id}`));
  await setCalendar([
    { date: addDays(first, -1), name: 'Before it' },
    { date: addDays(first, 2), name: 'Columbus Day' },
  ]);
  const said = async () =>
    ((await get(`/experiment/result?id=${id}`))['experiment-result'] as ExperimentResult).says.filter((text) =>
      text.includes('calendar'),
    );
  expect(await said()).toEqual([]);
  clock.pass(2 * dayMs);
  expect(await said()).toEqual([expect.stringMatching(/^The test includes Columbus Day \(/)]);
});

test('the verdict of a comparison names the days of the calendar in its log', { timeout: 120_000 }, async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '5.00' }));
  const log = { kind: 'synthetic', auctions: 200, bids: 4, seed: 'days' };
  const compare = async (): Promise<CompareReport> => {
    const body: Row = { ym_profile_id: ymProfile.id, draft_id: draft.id, log };
    const { id } = expectOk(await send('POST', '/simulation', { body })).response['simulation'] as Simulation;
    const state = async () => ((await get(`/simulation?id=${id}`))['simulation'] as Simulation).state;
    await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe('done');
    const result = (await get(`/simulation/result?id=${id}`))['simulation-result'];
    return (result as { readonly report: CompareReport }).report;
  };
  await setCalendar(null);
  const plain = await compare();
  const date = plain.by_day.days[0]!.date;
  await setCalendar([
    { date, name: 'Boxing Day' },
    { date: addDays(date, -40), name: 'Not in it' },
  ]);
  const { verdict } = await compare();
  expect(verdict.decision).toBe(plain.verdict.decision);
  expect(verdict.reasons).toEqual([
    ...plain.verdict.reasons,
    { code: 'calendar_days', message: expect.stringMatching(/^The log includes Boxing Day \([^)]+\):/) },
  ]);
});
