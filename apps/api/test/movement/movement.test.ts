import { calendarOf } from '@auction-tiers/calendar';
import type { MovementAnswer } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { pastRules } from '../../src/handlers/movement/past-rules.ts';
import { runAuction } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { createClient } from '../fixture/trpc-client.ts';

const hourMs = 3_600_000;
const clock = new TestClock();
const service = useService({ RECORD_AUCTIONS: '1' }, { clock, recordClock: clock.epochMs });
const { send } = service;
const firstMs = Math.floor(clock.epochMs() / hourMs) * hourMs;
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
const nanos = (money: string) => BigInt(money.replace('.', ''));
const auctionsPerHour = 40;
let id: number;

/** Two buyers in the first hour. Two hours later one bids in every second auction only, and a tier prefers the other. */
beforeAll(async () => {
  ({ id } = await createYmProfile(send));
  await createTier(send, {
    ym_profile_id: id,
    priority: 5,
    member_action: 'include',
    min_price: 0,
    buyer_members: [{ id: 101 }],
  });
  await decide('first', () => true);
  await createTier(send, {
    ym_profile_id: id,
    priority: 8,
    member_action: 'include',
    min_price: '1.40',
    buyer_members: [{ id: 102 }],
  });
  clock.pass(2 * hourMs);
  await decide('second', (at) => at % 2 === 0);
  clock.pass(hourMs);
});

async function decide(seed: string, doesBid: (at: number) => boolean): Promise<void> {
  const time = new Date(clock.epochMs()).toISOString();
  for (let at = 0; at < auctionsPerHour; at++) {
    const bids = [{ id: 'b', member_id: 102, price: 1.5 + (at % 5) / 10 }];
    if (doesBid(at)) bids.push({ id: 'a', member_id: 101, price: 3 });
    await runAuction(send, { ym_profile_id: id, seed: `${seed} ${at}`, impression: { country: 'US', time }, bids });
  }
  await service.opened.recorder?.settle();
  await service.opened.liveReport.flush();
}

const asked = () => ({
  ym_profile_id: id,
  from: textOf(firstMs + 2 * hourMs),
  to: textOf(firstMs + 3 * hourMs),
  against_from: textOf(firstMs),
  against_to: textOf(firstMs + hourMs),
});
const queryOf = (values: object) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

const startOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);

test('equal questions at once are worked out once, so that more of them than the limit are answered', async () => {
  const path = `/movement?${queryOf(asked())}`;
  const answers = await Promise.all(Array.from({ length: 80 }, () => send('GET', path)));
  const [first, ...others] = answers.map((answer) => expectOk(answer).response['movement']);
  expect(others).toEqual(others.map(() => first));
});

test('different questions at once wait for their turn, so that several people may open the page together', async () => {
  const hours = Array.from({ length: 12 }, (_, at) => firstMs - at * hourMs);
  const answers = await Promise.all(
    hours.map((ms) => {
      const period = { against_from: textOf(ms - hourMs), against_to: textOf(ms) };
      return send('GET', `/movement?${queryOf({ ...asked(), ...period })}`);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(hours.map(() => 200));
});

test('the difference of two recorded hours is told apart, over REST and tRPC', async () => {
  const movement = expectOk(await send('GET', `/movement?${queryOf(asked())}`)).response['movement'] as MovementAnswer;
  const report = async (start: number) => {
    const period = queryOf({ ym_profile_id: id, start_date: textOf(start), end_date: textOf(start + hourMs) });
    const rows = expectOk(await send('GET', `/report?${period}`)).response['report-rows'] as { readonly net: string }[];
    return rows[0]!.net;
  };
  expect(movement.against).toBe(await report(firstMs));
  expect(movement.from).toBe(await report(firstMs + 2 * hourMs));
  expect(nanos(movement.difference)).toBe(nanos(movement.from) - nanos(movement.against));
  expect(movement.parts.reduce((sum, { net }) => sum + nanos(net), 0n)).toBe(nanos(movement.difference));
  const partOf = (kind: string) => movement.parts.find((part) => part.kind === kind);
  expect(movement.parts.map(({ kind }) => kind)).not.toContain('unexplained');
  // The new tier sells at the lower price where both bid.
  const [change, ...others] = partOf('rules')!.of;
  expect(others).toEqual([]);
  expect(Number(change!.net)).toBeLessThan(0);
  const { username } = service.people.seller1;
  const name = expect.stringMatching(new RegExp(`^[A-Z][a-z]{2} \\d\\d:\\d\\d by ${username}$`)) as string;
  expect(change).toMatchObject({ name, interval: null });
  // A colleague reads it too.
  expect(movement.sentences.map(({ text }) => text).join(' ')).not.toMatch(/\byour\b/i);
  expect(movement.sentences.map(({ text }) => text)).toContainEqual(expect.stringContaining(`by ${username}`));
  expect(partOf('participation')!.of[0]).toMatchObject({ id: '101' });
  expect(Number(partOf('participation')!.net)).toBeLessThan(0);
  expect(movement).toMatchObject({ currency: 'USD', auctions: { from: auctionsPerHour, against: auctionsPerHour } });
  expect(movement.sentences.length).toBeLessThanOrEqual(5);
  expect(movement.sentences[0]!.text).toMatch(/^Net fell by/);
  const client = createClient(service.url, service.people.seller1.api_key);
  expect(await client.movement.tell.query(asked())).toEqual(movement);
});

test('without dates it is yesterday against the same weekday a week before, also where nothing was recorded', async () => {
  // Where midnight comes between the hours of this file, the first ym-profile has auctions of yesterday.
  const { id: without } = await createYmProfile(send);
  const movement = expectOk(await send('GET', `/movement?ym_profile_id=${without}`)).response[
    'movement'
  ] as MovementAnswer;
  const { from, against } = movement.periods;
  const date = (text: string) => calendarOf(movement.timezone).dayAt(startOf(text));
  expect(date(textOf(startOf(against.start) + 7 * 24 * hourMs + hourMs))).toBe(date(from.start));
  expect(startOf(from.end) - startOf(from.start)).toBe(24 * hourMs);
  expect(movement).toMatchObject({ difference: '0.000000000', sentences: [{ text: 'Net did not change.' }] });
});

test.for([
  // Clocks of New York were changed on 2026-11-01 and 2026-03-08.
  ['2026-11-04', '2026-11-04', '2026-10-28 04:00:00'],
  ['2026-11-02', '2026-11-08', '2026-10-26 04:00:00'],
  ['2026-03-09', '2026-03-15', '2026-03-02 05:00:00'],
])('the period before %s to %s begins at %s', async ([from, to, begin]) => {
  expectOk(await send('PUT', '/member', { body: { timezone: 'America/New_York' } }));
  const query = `/movement?ym_profile_id=${id}&from=${from}&to=${to}`;
  const movement = expectOk(await send('GET', query)).response['movement'] as MovementAnswer;
  expect(movement.periods.against.start).toBe(begin);
});

test.for([
  [{ from: '2026-11-21 08:30:00' }, 'from'],
  [{ from: '2026-11-21', to: '2026-11-20' }, 'to'],
  [{ from: '2026-11-01', to: '2026-11-20' }, 'to'],
  [{ from: '2026-11-21', against_from: '2026-11-14', against_to: '2026-11-15' }, 'against_to'],
  [{ from: '2026-11-21', against_from: '2026-11-21' }, 'against_from'],
  [{ from: 'yesterday' }, 'from'],
] as const)('%o is refused at %s', async ([period, path]) => {
  const answer = await send('GET', `/movement?${queryOf({ ym_profile_id: id, ...period })}`);
  expect(answer.status).toBe(400);
  expect(issuePaths(answer)).toEqual([path]);
});

test('in a zone half an hour from UTC, auctions of the half hour before a period move nothing', async () => {
  expectOk(await send('PUT', '/member', { body: { timezone: 'Asia/Kolkata' } }));
  ({ id } = await createYmProfile(send));
  const beginMs = (Math.floor(clock.epochMs() / hourMs) + 1.5) * hourMs;
  const passTo = (ms: number) => clock.pass(ms - clock.epochMs());
  passTo(beginMs - 20 * 60_000);
  await decide('before', () => true);
  passTo(beginMs + 10 * 60_000);
  await decide('earlier', (at) => at % 2 === 0);
  passTo(beginMs + 2 * hourMs + 10 * 60_000);
  await decide('later', (at) => at % 2 === 0);
  clock.pass(hourMs);
  const period = {
    ym_profile_id: id,
    from: textOf(beginMs + 2 * hourMs),
    to: textOf(beginMs + 3 * hourMs),
    against_from: textOf(beginMs),
    against_to: textOf(beginMs + hourMs),
  };
  const movement = expectOk(await send('GET', `/movement?${queryOf(period)}`)).response['movement'] as MovementAnswer;
  expect(movement.auctions).toEqual({ from: auctionsPerHour, against: auctionsPerHour });
  expect(movement.parts.filter(({ net }) => nanos(net) !== 0n)).toEqual([]);
});

test('the rules of a period are known however many changes came after it', async () => {
  const { id: ym_profile_id } = await createYmProfile(send);
  const tier = await createTier(send, { ym_profile_id, priority: 5 });
  const prioritize = async (priority: number) =>
    expectOk(await send('PUT', `/ym-auction-tier?id=${tier.id}`, { body: { priority } }));
  const newestMs = async () => (await service.opened.store.stepsOf(1, ym_profile_id, 0, 1)).steps[0]!.change.timeMs;
  const fromMs = (await newestMs()) + 1;
  await expect.poll(Date.now).toBeGreaterThan(fromMs);
  await prioritize(6);
  const toMs = (await newestMs()) + 1;
  await expect.poll(Date.now).toBeGreaterThan(toMs);
  for (let at = 0; at < 61; at++) await prioritize(7 + (at % 2));
  const { sources } = await pastRules(service.opened, 1, ym_profile_id, fromMs, toMs);
  expect(sources.map(({ tiers }) => tiers[0]?.priority)).toEqual([5, 6]);
});
