import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Alert, UsualDay } from '@auction-tiers/contract';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { keepAlert, ownAlert } from '../fixture/alert.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { createClient } from '../fixture/trpc-client.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const promise = { buyer: 101, at_least: { wins: 100_000 } };
const [learningDays, auctionsPerHour, auctionsPerLook] = [15, 36, 3];
const clock = new TestClock();
const service = useService({ RECORD_AUCTIONS: '0', RECORD_SHARE_MAX: '1' }, { clock, recordClock: clock.epochMs });
const { send } = service;
let id: number;

/** Two weeks of a ym-profile of which three buyers bid on every impression. */
beforeAll(async () => {
  ({ id } = await createYmProfile(send));
  // From a full hour on: else the hour in which the learning ends has only a part of its auctions, at some minutes a small one.
  // The same hour of the day each time: in the evening the window of a day can be the one that finds a fall.
  clock.pass(dayMs - (clock.epochMs() % dayMs) + 12 * hourMs);
  for (let hour = 0; hour < learningDays * 24; hour++) {
    await decide(auctionsPerHour, hour % 24 === 0 ? [101, 102, 103, 'old seat'] : [101, 102, 103]);
    clock.pass(hourMs);
    if (hour % 24 === 0) await service.opened.liveReport.flush();
  }
  await service.opened.liveReport.flush();
});

let number = 0;
const [top, shop] = ['/1111/news/top', '/1111/shop/list'] as const;
/** What every price is multiplied by, in each placement. */
let times: Readonly<Record<typeof top | typeof shop, number>> = { [top]: 1, [shop]: 1 };
/** Runs auctions with a bid of each buyer, and of each unknown seat at a lower price, in one placement and the other. */
async function decide(count: number, buyers: readonly (number | string)[], place = {}): Promise<void> {
  const auctions = Array.from({ length: count }, () => {
    const seed = `auction ${number++}`;
    const placement = number % 2 === 0 ? top : shop;
    const impression = { placement_id: placement, ...place };
    const bids = buyers.map((buyer, at) => ({
      id: `b${at}`,
      ...(typeof buyer === 'string'
        ? { member_id: null, seat: buyer, price: 0.5 }
        : { member_id: buyer, price: times[placement] * (1 + ((number * 7 + at) % 10) / 10) }),
    }));
    return { ym_profile_id: id, seed, impression, bids };
  });
  expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
}

/** So many looks, five minutes apart, with auctions of these buyers. */
async function watch(looks: number, buyers: readonly (number | string)[], auctions = auctionsPerLook): Promise<void> {
  for (let look = 0; look < looks; look++) {
    await decide(auctions, buyers);
    clock.pass(5 * minuteMs);
    await service.opened.liveReport.flush();
    await service.opened.jobs.run('alerts');
  }
}

const alertsOf = async (query = ''): Promise<readonly Alert[]> =>
  expectOk(await send('GET', `/alert?ym_profile_id=${id}${query}`)).response['alerts'] as readonly Alert[];

const usualOn = async (date = ''): Promise<UsualDay> =>
  expectOk(await send('GET', `/usual?ym_profile_id=${id}${date}`)).response['usual'] as UsualDay;

test('what is usual: by local hour, figure and large buyer, and what is found how soon', async () => {
  const answer = expectOk(await send('GET', `/usual?ym_profile_id=${id}`));
  expect(answer.response['dbg_info']).toMatchObject({ currency: 'USD' });
  const usual = answer.response['usual'] as UsualDay;
  expect(usual).toMatchObject({ is_learning: false, calendar: null, quiet_buyers: [] });
  expect(usual.hours).toHaveLength(24);
  for (const { figures, buyers } of usual.hours) {
    expect(figures.auctions!.low).toBeLessThanOrEqual(auctionsPerHour);
    expect(figures.auctions!.high).toBeGreaterThanOrEqual(auctionsPerHour);
    expect(figures.fill!.expected).toBeCloseTo(1, 1);
    expect(buyers.map(({ buyer_id: buyer }) => buyer).toSorted((one, other) => one - other)).toEqual([101, 102, 103]);
    expect(buyers[0]!.bid_rate!.expected).toBeCloseTo(1, 5);
  }
  // Of the day so far, a buyer that bids on every impression is expected on every one.
  const [ofDay] = usual.buyers;
  expect(ofDay!.bid_rate!.expected).toBeCloseTo(1, 5);
  expect(usual.buyers.map(({ buyer_id: buyer }) => buyer)).toEqual(
    usual.hours[0]!.buyers.map(({ buyer_id: buyer }) => buyer),
  );
  const found = usual.finds.find(({ figure }) => figure === 'auctions')!;
  // Half an hour of such a seller has too few auctions to be judged.
  expect(found.half_hour).toBeNull();
  expect(found.hour).toBeGreaterThan(found.day!);
  const client = createClient(service.url, service.people.seller1.api_key);
  expect((await client.usual.day.query({ ym_profile_id: id })).hours).toEqual(usual.hours);
  expect((await send('GET', '/usual?ym_profile_id=999999')).status).toBe(404);
  expect((await send('GET', `/usual?ym_profile_id=${id}&date=2026-13-01`)).status).toBe(400);
});

const putCalendar = (calendar: unknown) => send('PUT', '/member', { body: { calendar } });

test('a day of the calendar has its name, and no range while no such day is known', async () => {
  // Tomorrow: of today, only the hours so far have a range, which is none just after midnight.
  const date = new Date(clock.epochMs() + dayMs).toISOString().slice(0, 10);
  const usualThen = () => usualOn(`&date=${date}`);
  const refused = await putCalendar([{ date: '2026-02-30', name: '' }]);
  expect(refused.status).toBe(400);
  expect(issuePaths(refused)).toEqual(['calendar.0.date', 'calendar.0.name']);
  expect(issuePaths(await putCalendar([date, date].map((one) => ({ date: one, name: 'Twice' }))))).toEqual([
    'calendar.1.date',
  ]);
  expectOk(await putCalendar([{ date, name: 'Anniversary' }]));
  const usual = await usualThen();
  expect(usual.calendar).toEqual({ date, name: 'Anniversary' });
  expect(usual.day.auctions).toBeNull();
  expectOk(await putCalendar(null));
  expect((await usualThen()).day.auctions).not.toBeNull();
});

test('national holidays are offered as entries of the calendar', async () => {
  const { response } = expectOk(await send('GET', '/calendar/holidays?country=de&year=2027'));
  expect(response['holidays']).toContainEqual({ date: '2027-12-25', name: 'Christmas Day' });
  expect(response['count']).toBe(9);
  expectOk(await putCalendar(response['holidays']));
  expectOk(await putCalendar(null));
  const refused = await send('GET', '/calendar/holidays?country=ZZ&year=1900');
  expect(issuePaths(refused)).toEqual(['year']);
  expect(issuePaths(await send('GET', '/calendar/holidays?country=ZZ&year=2027'))).toEqual(['country']);
  const client = createClient(service.url, service.people.seller1.api_key);
  expect((await client.calendar.holidays.query({ country: 'US', year: 2027 })).items).toContainEqual({
    date: '2027-11-25',
    name: 'Thanksgiving Day',
  });
});

test('a buyer that falls silent is one alert, which is acknowledged, closed, and muted', async () => {
  await watch(9, [101, 102, 103]);
  expect(await alertsOf()).toEqual([]);
  await watch(10, [102, 103]);
  const [alert, ...others] = await alertsOf();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ kind: 'buyer', subject_id: 101, state: 'open', acknowledged: false, closed_on: null });
  expect(alert!.sentence).toMatch(
    /: \d+ bids in (?:half an hour|an hour), where \d+ bids are usual; net is \d+\.\d\d USD below usual$/,
  );
  expect(Number(alert!.net_difference)).toBeLessThan(0);
  expect(alert!.every_days).toBeGreaterThan(30);
  const metrics = await service.opened.metricsText();
  expect(metrics).toMatch(/^auction_tiers_alerts 1$/m);
  const body = { acknowledged: true, muted: true, note: 'They pay late' };
  expectOk(await send('PUT', `/alert?id=${alert!.id}`, { body }));
  const client = createClient(service.url, service.people.seller1.api_key);
  expect(await client.alert.get.query({ id: alert!.id })).toMatchObject(body);
  // Who said so is in the change log.
  const log = expectOk(await send('GET', '/change-log?service=alert')).response['change-logs'] as { user: string }[];
  expect(log.map(({ user }) => user)).toContain(service.people.seller1.username);
  // Of a seller of this size an hour is judged, which must have passed.
  await watch(13, [101, 102, 103]);
  expect(await alertsOf('&state=open')).toEqual([]);
  expect(await alertsOf()).toMatchObject([{ id: alert!.id, state: 'closed', closed_on: expect.any(String) }]);
  // Muted: the same cause is not told again.
  await watch(9, [102, 103]);
  expect(await alertsOf()).toHaveLength(1);
});

/**
 * Watches auctions of these buyers until an alert is opened: what it says that it saw, and what is usual, an hour. At once,
 * since what is usual follows the level of each hour.
 */
async function toldOf(
  kind: string,
  subjectId: number | null,
  buyers: readonly number[],
  auctions?: number,
): Promise<readonly [seen: number, usual: number]> {
  const opened = async () =>
    (await alertsOf('&state=open')).find((alert) => alert.kind === kind && alert.subject_id === subjectId);
  for (let look = 0; look < 13 && (await opened()) === undefined; look++) await watch(1, buyers, auctions);
  const { sentence } = (await opened())!;
  const [, seen, window, usual] = /([\d,]+)(?: bids)? in (half an hour|an hour), where ([\d,]+)/.exec(sentence)!;
  const hours = window === 'an hour' ? 1 : 0.5;
  return [seen, usual].map((text) => Number(text!.replaceAll(',', '')) / hours) as [number, number];
}

const usualNow = async () => {
  const now = new Date(clock.epochMs()).toISOString().slice(0, 13).replace('T', ' ');
  return (await usualOn()).hours.find(({ hour }) => hour.startsWith(now))!;
};

test('what an alert calls usual of a figure and of a buyer is what the answer expects, and what is off lies outside', async () => {
  await watch(13, [101, 102, 103]);
  const bids = await toldOf('buyer', 102, [101, 103]);
  const rate = (await usualNow()).buyers.find(({ buyer_id: buyer }) => buyer === 102)!.bid_rate!;
  expect(bids[1]).toBe(Math.round(rate.expected * auctionsPerHour));
  expect(bids[0] / bids[1]).toBeLessThan(rate.low / rate.expected);
  await watch(13, [101, 102, 103]);
  const auctions = await toldOf('auctions', null, [101, 102, 103], 1);
  const { figures } = await usualNow();
  expect(auctions[1]).toBe(Math.round(figures.auctions!.expected));
  expect(auctions[0]).toBeLessThan(figures.auctions!.low);
});

/** Watches until the prices of the two placements have opened an alert; what it says 40 looks after the fall. */
async function toldOfPrices(fallen: typeof times): Promise<string> {
  await watch(13, [101, 102, 103]);
  times = fallen;
  onTestFinished(() => {
    times = { [top]: 1, [shop]: 1 };
  });
  // A sentence is told anew each half hour; a share is told of fifty auctions, which an hour of this seller has not.
  await watch(40, [101, 102, 103]);
  return (await alertsOf('&state=open')).find(({ kind }) => kind === 'price')!.sentence;
}

test('prices that fall in one placement are told with it', async () => {
  expect(await toldOfPrices({ [top]: 0.01, [shop]: 1 })).toMatch(
    /; placement “\/1111\/news\/top” has [1-3]?\d\s% of the net, in these hours of 7 days before [45]\d\s%(?: to [45]\d\s%)?$/,
  );
});

test('prices that fall in every placement are told without one', async () => {
  expect(await toldOfPrices({ [top]: 0.3, [shop]: 0.3 })).toMatch(/; net is [\d.]+ USD below usual$/);
});

test('what is muted for the member is not told, and a setting that cannot be is refused', async () => {
  const refused = await send('PUT', '/member', { body: { alerts: { false_alarms_per_month: 0, muted: ['weather'] } } });
  expect(refused.status).toBe(400);
  expect(issuePaths(refused)).toEqual(['alerts.false_alarms_per_month', 'alerts.muted.0']);
  expectOk(await send('PUT', '/member', { body: { alerts: { muted: ['buyer'] } } }));
  await watch(9, [103]);
  expect((await alertsOf('&state=open')).filter(({ kind }) => kind === 'buyer')).toEqual([]);
});

const ofDay = async () =>
  (await alertsOf('&state=open')).filter(({ kind }) => kind === 'commitment' || kind === 'unknown');

test('what the day tells: a promise that it will miss, in money, and values that do not exist', async () => {
  const draft = expectOk(
    await send('POST', `/draft?from=${id}`, { body: { name: 'Promised', commitments: [promise] } }),
  );
  expectOk(await send('POST', `/draft/publish?id=${String(draft.response['id'])}`));
  clock.pass(dayMs - (clock.epochMs() % dayMs) + 18 * hourMs);
  await decide(100, [101, 102, 103]);
  await decide(20, [101, 102, 103], { country: 'XX' });
  await service.opened.liveReport.flush();
  await service.opened.jobs.run('alerts');
  const alerts = Object.fromEntries((await ofDay()).map((alert) => [alert.kind, alert]));
  expect(alerts['commitment']).toMatchObject({ subject_id: draft.response['id'], every_days: 0 });
  expect(alerts['commitment']!.sentence).toMatch(
    /is on course for \d+ wins today; promised: at least 100,000 wins, [\d.]+ USD less$/,
  );
  expect(Number(alerts['commitment']!.net_difference)).toBeLessThan(0);
  expect(alerts['unknown']!.sentence).toMatch(/^16\.7 % of the auctions name a country that does not exist/);
  // The next hours have none of either; a day that has begun just now misses nothing.
  clock.pass(dayMs - (clock.epochMs() % dayMs) + 6 * hourMs);
  await service.opened.jobs.run('alerts');
  expect(await ofDay()).toEqual([]);
  // A draft without promises of its own was published since: those of the ym-profile hold.
  expectOk(await send('PUT', `/ym-profile?id=${id}`, { body: { commitments: [promise] } }));
  const plain = expectOk(await send('POST', `/draft?from=${id}`, { body: { name: 'Plain' } }));
  expectOk(await send('POST', `/draft/publish?id=${String(plain.response['id'])}`));
  clock.pass(12 * hourMs);
  await decide(120, [101, 102, 103]);
  await service.opened.liveReport.flush();
  await service.opened.jobs.run('alerts');
  expect(await ofDay()).toMatchObject([{ kind: 'commitment', subject_id: null }]);
});

test('auctions that a disk does not take are told, once, until an hour after the last', async () => {
  expectOk(await send('PUT', '/member', { body: { record_share: 1, alerts: null } }));
  await writeFile(join(service.dataDir, 'logs'), '');
  await decide(3, [101]);
  await service.opened.recorder?.settle();
  const told = async () => {
    await service.opened.jobs.run('alerts');
    const all = expectOk(await send('GET', '/alert?kind=recording')).response['alerts'] as readonly Alert[];
    return all.map(({ state, sentence }) => [state, sentence.replace(/[\d-]{10} [\d:]{8}/, 'then')]);
  };
  const sentence = '3 auctions could not be recorded up to then UTC: the disk cannot be written to';
  expect(await told()).toEqual([['open', sentence]]);
  clock.pass(hourMs / 2 + minuteMs);
  expect(await told()).toEqual([['open', sentence]]);
  clock.pass(hourMs + minuteMs);
  expect(await told()).toEqual([['closed', sentence]]);
});

const lostBuyer = async () =>
  (await alertsOf('&state=open')).find(({ kind, subject_id: subject }) => kind === 'buyer' && subject === 103);

test('a buyer that falls silent as an unknown seat appears is told with that seat', async () => {
  await watch(13, [101, 102, 103, 'old seat']);
  expect(await lostBuyer()).toBeUndefined();
  for (let look = 0; look < 13 && (await lostBuyer()) === undefined; look++)
    await watch(1, [101, 102, 'SFT-EU  north', 'old seat']);
  const { sentence } = (await lostBuyer())!;
  expect(sentence).toMatch(/an unknown seat has appeared: “sft-eu north” \(\d+ bids\)/);
  expect(sentence).not.toContain('old seat');
});

test('an alert is over when its ym-profile is deleted', async () => {
  const gone = await createYmProfile(send);
  const alertId = await keepAlert(service.opened, 1, { ...ownAlert, ym_profile_id: gone.id });
  const stateOf = async () => expectOk(await send('GET', `/alert?id=${alertId}`)).response['alert'];
  await service.opened.follower.freshEverywhere();
  await service.opened.jobs.run('alerts');
  expect(await stateOf()).toMatchObject({ state: 'open' });
  expectOk(await send('DELETE', `/ym-profile?id=${gone.id}`));
  await service.opened.jobs.run('alerts');
  expect(await stateOf()).toMatchObject({ state: 'closed', closed_on: expect.any(String) });
});
