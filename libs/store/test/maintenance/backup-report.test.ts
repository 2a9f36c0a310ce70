import { addRecord, findRecords, openRedisStore } from '@auction-tiers/store';
import { ReportCounts, totalCell } from '@auction-tiers/tally';
import { BackupReport, backupLines } from '@auction-tiers/store/maintenance';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { backup, connectTo, countedPart, fill, restore, startDatabase } from './database.ts';

const [hour, later, day] = ['2099-11-21T08:00', '2099-11-21T09:00', '2099-11-21'];
const members = [1, 2, 17];

async function open(url: string) {
  const store = await openRedisStore({ url, log: console });
  onTestFinished(() => store.close());
  return store;
}

type Store = Awaited<ReturnType<typeof open>>;

/** The bytes of all hours and days of the three members that are filled. */
const countsOf = async ({ reports }: Store, subject = members) =>
  Promise.all(
    subject.map((memberId, at) => reports.read({ memberId, ymProfileId: at + 1 }, [hour, later, day, '2099-11-22'])),
  );

const auctionsOf = (bytes: Buffer | null | undefined) => {
  const counts = new ReportCounts();
  if (bytes) for (const place of findRecords(bytes).records) addRecord(bytes, place, counts);
  return counts.totals.cells[totalCell.auctions];
};

async function expiries(url: string) {
  const client = createClient({ url });
  await client.connect();
  const keys = (await client.keys('at:*:report:*:2099-*')).toSorted();
  const found = await Promise.all(keys.map(async (key) => [key, await client.pExpireTime(key)] as const));
  client.destroy();
  return found;
}

test('a restored report has every byte of its hours and days, until the same moment, and counts go on', async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await fill(from.url);
  const wanted = await countsOf(await open(from.url));
  expect(wanted.map((times) => times.map(auctionsOf))).toEqual(members.map(() => [3, 3, 6, 0]));
  // What is there before the restore goes.
  await fill(to.url, 1);
  await restore(to.url, await backup(from.url));
  const restored = await open(to.url);
  expect(await countsOf(restored)).toEqual(wanted);
  expect(await expiries(to.url)).toEqual(await expiries(from.url));

  const parts = [countedPart(1, 1, later, 5)];
  const call = { group: 0, process: 'another', sequence: 1, countedToMs: Date.now(), isLast: false, parts };
  await restored.reports.add(call);
  const [own] = await countsOf(restored);
  expect(own?.map(auctionsOf)).toEqual([3, 8, 11, 0]);
});

test('hours and days of a backup agree although auctions are counted while it is made', async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await fill(from.url);
  const store = await open(from.url);
  const over = new AbortController();
  const counting = (async () => {
    for (let sequence = 1; !over.signal.aborted; sequence++) {
      const parts = [countedPart(2, 2, later, 1)];
      const call = { group: 0, process: 'busy', sequence, countedToMs: Date.now(), isLast: false, parts };
      await store.reports.add(call);
    }
  })();
  const files: string[] = [];
  try {
    for (let count = 0; count < 5; count++) files.push(await backup(from.url));
  } finally {
    over.abort();
    await counting;
  }
  const counted: number[] = [];
  for (const file of files) {
    await to.ask('FLUSHALL');
    await restore(to.url, file);
    const [, times] = await countsOf(await open(to.url));
    const [first = 0, second = 0, whole] = times!.map(auctionsOf);
    expect(first + second).toBe(whole);
    counted.push(second);
  }
  expect(counted).toEqual(counted.toSorted((one, other) => one - other));
  expect(counted.at(-1)).toBeGreaterThan(counted[0]!);
});

test('counts that cannot be read are left out and named', async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await fill(from.url);
  const [damaged, other] = [`at:{p1}:member:1:report:1:${hour}`, `at:{p2}:member:2:report:2:${day}`];
  await from.ask('SETRANGE', damaged, '0', 'x');
  await from.ask('DEL', other);
  await from.ask('RPUSH', other, 'x');
  const report = new BackupReport();
  for await (const _ of backupLines(await connectTo(from.url), report));
  expect(report.leftOut.toSorted()).toEqual([damaged, other]);
  expect(report.reportTimes).toBe(7);
  await restore(to.url, await backup(from.url));
  const [first, second] = await countsOf(await open(to.url));
  expect([first, second].map((times) => times?.map(auctionsOf))).toEqual([
    [0, 3, 6, 0],
    [3, 3, 0, 0],
  ]);
});
