import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { addDays, calendarOf } from '@auction-tiers/calendar';
import {
  createCallerFactory,
  createRouter,
  type HistoryStep,
  type MovementAnswer,
  type ReportRow,
  type StoredDraft,
} from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { startTemporaryRedis, type TemporaryRedis } from '@auction-tiers/tools/redis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { auctionsPerRecorded } from '../../src/demo/demo-market.ts';
import { DemoDays, type DemoNote } from '../../src/demo/demo-days.ts';
import { makeDemoHistory } from '../../src/demo/demo-history.ts';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance, type Person } from '../fixture/instance.ts';
import type { Row } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { rowsOf, totalOf } from '../report/report-reader.ts';

const simulator = resolve(import.meta.dirname, '../../../simulator/src/main.ts');
const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];
const hourMs = 3_600_000;
const days = 8;

const clock = new TestClock();
const startedMs = clock.epochMs();
const untilMs = Math.floor(startedMs / hourMs) * hourMs;
const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
const newYork = calendarOf('America/New_York');
const firstDay = addDays(newYork.dayAt(untilMs), -days);
const firstMs = newYork.startOf(firstDay);
/** The report of the demo's recorded hours: those of eight whole local days, and of the day since. */
const period = `&start_date=${firstDay}&end_date=${newYork.dayAt(untilMs)}`;

let redis: TemporaryRedis;
let dataDir: string;
let service: Instance;
beforeAll(async () => {
  redis = await startTemporaryRedis({ durable: false });
  dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-demo-'));
  service = await openInstance(
    { REDIS_URL: redis.url, DATA_DIR: dataDir, DEMO_DAYS: String(days), SIMULATION_WORKER: '1' },
    { clock },
  );
  await service.demoDays.settled();
});
afterAll(async () => {
  await service?.close();
  await redis?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const readNote = async () => JSON.parse((await service.opened.store.readDemo()) ?? 'null') as DemoNote | null;
const historyOf = async ({ send }: Pick<Instance, 'send'>) =>
  expectOk(await send('GET', '/ym-profile/history?id=1')).response['ym-profile-history'] as HistoryStep[];

async function recordedFiles() {
  const folder = join(dataDir, 'logs/1/1');
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
}

test('there is a record of each hour up to the first start, whole, of one auction in a hundred, in less than 20 MB', async () => {
  expect(await readNote()).toEqual({ state: 'done', untilMs, nowMs: startedMs, days });
  const { recorded } = expectOk(await service.send('GET', '/recorded?ym_profile_id=1')).response as unknown as {
    readonly recorded: readonly { readonly hour: string; readonly auctions: number; readonly share: number }[];
  };
  // The present hour has none in its first moments.
  const before = recorded.map(({ hour }) => Date.parse(hour)).filter((timeMs) => timeMs < untilMs);
  expect(before).toEqual(Array.from({ length: (untilMs - firstMs) / hourMs }, (_, index) => firstMs + index * hourMs));
  expect(recorded.every(({ share }) => share === 1 / auctionsPerRecorded)).toBe(true);
  const { auctions } = await totalOf(service.send, period);
  expect(auctionsPerRecorded * recorded.reduce((sum, hour) => sum + hour.auctions, 0)).toBe(auctions);
  const files = await recordedFiles();
  expect(files.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(20_000_000);
  expect(await readdir(join(dataDir, 'logs'))).toEqual(['1']);
});

/** The report counts each recorded auction for all those that were not. */
const ofRecorded = (count = 0) => count / auctionsPerRecorded;
const earned = (money = '0') => ofRecorded(Number(money)).toFixed(9);

test('each recorded auction is decided again as it was, across all changes of the tiers, and the report has the same sums', async () => {
  const out = join(dataDir, 'replay.json');
  const args = ['replay', '--in', join(dataDir, 'logs/1/1/*.jsonl.zst'), '--verify'];
  const api = ['--api', service.url, '--ym-profile', '1', '--out', out];
  const env = { ...process.env, AUCTION_TIERS_KEY: service.people.seller1.api_key };
  await promisify(execFile)(process.execPath, [...flags, simulator, ...args, ...api], { env });
  const { verify } = JSON.parse(await readFile(out, 'utf8')) as { readonly verify: Row };
  const total = await totalOf(service.send, period);
  const { auctions, sold, gross, net, forgone, won, outranked, outbid, lost_tie, excluded, below_floor } = total;
  expect(verify).toMatchObject({
    decided_again: ofRecorded(auctions),
    different: 0,
    unknown_revisions: 0,
    revisions: 4,
    sold: ofRecorded(sold),
    gross_paid: earned(gross),
    net_to_seller: earned(net),
    forgone: earned(forgone),
    outcomes: Object.fromEntries(
      Object.entries({ won, outranked, outbid, lost_tie, excluded, below_floor }).map(([outcome, count]) => [
        outcome,
        ofRecorded(count),
      ]),
    ),
  });
});

test('the default question of a movement, yesterday against its weekday a week before, finds both days recorded whole', async () => {
  const { movement } = expectOk(await service.send('GET', '/movement?ym_profile_id=1')).response;
  const { hours_left_out, parts, periods, report, ...moved } = movement as MovementAnswer;
  expect(periods.against.start).toBe(dateOf(firstMs));
  expect(hours_left_out).toEqual([]);
  expect(parts.map(({ kind }) => kind)).not.toContain('unexplained');
  expect(moved).toMatchObject({ from: report!.from, against: report!.against, difference: report!.difference });
  expect([Number(moved.from) > 0, Number(moved.against) > 0]).toEqual([true, true]);
});

test('two users changed the tiers on different days and said why, and the tiers are the demo set', async () => {
  const steps = await historyOf(service);
  const noted = steps.filter(({ note }) => note !== null);
  expect(noted.map(({ user, kind }) => `${user} ${kind}`)).toEqual([
    'demo-seller-1 write',
    'demo-colleague publish',
    'demo-seller-1 write',
  ]);
  expect(new Set(noted.map(({ time }) => time.slice(0, 10))).size).toBe(3);
  const times = steps.map(({ time }) => time);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(times.at(-1)! < dateOf(firstMs)).toBe(true);
  expect(times[0]! < dateOf(untilMs)).toBe(true);
  const exported = expectOk(await service.send('GET', '/ym-profile/export?id=1')).response;
  const { tiers } = exported[exported.dbg_info.output_term] as ReturnType<typeof demoTierSet>;
  expect(withoutDates(tiers)).toEqual(withoutDates(demoTierSet().tiers));
});

const withoutDates = (rows: readonly Row[]) =>
  rows.map(({ created_on: _created, last_modified: _modified, ...row }) => row);

const cpmOf = ({ net, auctions = 0 }: ReportRow) => Number(net) / auctions;

test('a publish made the net of an auction visibly higher, and one tier won nothing in all the days', async () => {
  const { time } = (await historyOf(service)).find(({ kind }) => kind === 'publish')!;
  const start = `&start_date=${dateOf(firstMs)}`;
  const before = cpmOf(await totalOf(service.send, `${start}&end_date=${time}`));
  const after = cpmOf(await totalOf(service.send, `&start_date=${time}&end_date=${dateOf(untilMs)}`));
  expect(after).toBeGreaterThan(1.1 * before);
  const tiers = await rowsOf(service.send, `${period}&group_by=tier`);
  expect(tiers.filter(({ tier_id: id, won }) => won > 0 && id === 11)).toEqual([]);
  expect(tiers.filter(({ won }) => won > 0).length).toBeGreaterThan(8);
});

test('an open draft of the seller was compared with the live tiers, over the recorded days', async () => {
  const { drafts } = expectOk(await service.send('GET', '/draft')).response as unknown as {
    readonly drafts: readonly StoredDraft[];
  };
  expect(drafts.map(({ state, created_by }) => `${state} ${created_by}`)).toEqual([
    'published demo-colleague',
    'open demo-seller-1',
  ]);
  const id = drafts[1]!.simulation_id;
  await expect
    .poll(async () => expectOk(await service.send('GET', `/simulation?id=${id}`)).response['simulation'], {
      timeout: 150_000,
    })
    .toMatchObject({ state: 'done', ym_profile_id: 1 });
  const answer = expectOk(await service.send('GET', `/simulation/result?id=${id}`)).response;
  expect(JSON.stringify(answer)).toContain('"verdict"');
});

test('a second user of the first seller may approve its draft', async () => {
  const people = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Person[];
  expect(people.map(({ username, member_id }) => `${username} ${member_id}`)).toEqual([
    'admin undefined',
    'demo-seller-1 1',
    'demo-seller-2 2',
    'demo-colleague 1',
  ]);
  // The documents find the first seller's key by its name.
  expect(people.filter(({ username }) => username.includes('demo-seller-1'))).toHaveLength(1);
  const answer = await service.send('POST', '/draft/approve?id=2', { key: people[3]!.api_key });
  expectOk(answer);
});

test('what is made a second time, because a start was cut short before it was noted, counts once and has the same bytes', async () => {
  const [files, total] = [await recordedFiles(), await totalOf(service.send, period)];
  const history = await historyOf(service);
  await service.opened.store.writeDemo(
    JSON.stringify({ state: 'due', untilMs, nowMs: startedMs, days } satisfies DemoNote),
  );
  const createCaller = createCallerFactory(createRouter(createHandlers(service.opened)));
  await makeDemoHistory(service.opened, createCaller, { untilMs, days });
  const again = new DemoDays(service.opened, createCaller);
  again.start();
  await again.settled();
  expect((await readNote())?.state).toBe('done');
  expect(await recordedFiles()).toEqual(files);
  expect(await totalOf(service.send, period)).toEqual(total);
  expect(await historyOf(service)).toEqual(history);
  const { drafts } = expectOk(await service.send('GET', '/draft')).response as unknown as { drafts: Row[] };
  expect(drafts).toHaveLength(2);
  const { simulations } = expectOk(await service.send('GET', '/simulation')).response as unknown as {
    simulations: Row[];
  };
  expect(simulations).toHaveLength(1);
});

test('an installation that exists gets no days', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const other = await openInstance({ ...data.environment, DEMO_DAYS: '8' });
  onTestFinished(() => other.close());
  await other.demoDays.settled();
  expect(await other.opened.store.readDemo()).toBeNull();
  expect(await stat(join(data.dataDir, 'logs')).catch((error: NodeJS.ErrnoException) => error.code)).toBe('ENOENT');
  expect((await historyOf(other)).every(({ note }) => note === null)).toBe(true);
});
