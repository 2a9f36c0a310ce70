import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { compactRecords } from '../../src/report/merge.ts';
import { runAdminHere } from '../fixture/admin.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { auctionBodies, rowsOf } from './report-reader.ts';

const clock = new TestClock();
const service = useService({}, { clock });
const hourMs = 3_600_000;

const count = async (ymProfileId: number, auctions: number) => {
  const body = { auctions: auctionBodies(auctions).map((one) => ({ ...one, ym_profile_id: ymProfileId })) };
  expectOk(await service.send('POST', '/auction/batch', { body }));
  await service.opened.liveReport.flush();
};
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { auctions }) => sum + Number(auctions), 0);
/** The damaged hours and days that the service knows of. */
async function knownDamage(): Promise<readonly Row[]> {
  const ready = (await (await fetch(`${service.url}/readyz`)).json()) as {
    readonly damaged_counts: { readonly first: readonly Row[] };
  };
  return ready.damaged_counts.first;
}
const hourName = (ms: number) => new Date(ms).toISOString().slice(0, 13);

test.for([
  ['a byte of its content', (bytes: Buffer) => bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1)],
  ['its version', (bytes: Buffer) => bytes.with(0, 9)],
  ['its end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3)],
  ['everything', () => Buffer.from('text')],
] as const)('an hour that lost %s is left out and named, and everything else is there', async ([, spoil]) => {
  const { id } = await createYmProfile(service.send);
  clock.pass(2 * hourMs - (clock.epochMs() % hourMs));
  const first = clock.epochMs();
  await count(id, 8);
  clock.pass(hourMs);
  await count(id, 5);
  clock.pass(hourMs);
  const redis = new Redis(service.redisUrl);
  onTestFinished(() => redis.disconnect());
  const key = `at:{p1}:member:1:report:${id}:${hourName(first)}`;
  const bytes = (await redis.getBuffer(key))!;
  await redis.set(key, Buffer.from(spoil(bytes)), 'KEEPTTL');
  const answer = expectOk(await service.send('GET', `/report?ym_profile_id=${id}&group_by=hour`)).response;
  expect(sumOf(answer['report-rows'] as Row[])).toBe(5);
  expect(answer.dbg_info.warnings).toEqual([expect.stringContaining(`${hourName(first).replace('T', ' ')}:00:00 UTC`)]);
  // Days are stored beside hours; late in the evening the two hours are of two days.
  expect(sumOf(await rowsOf(service.send, '&group_by=day', id))).toBe(13);

  expect(await knownDamage()).toContainEqual({ ym_profile_id: id, time: hourName(first), problem: expect.any(String) });
  const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  expect(Number(/^auction_tiers_damaged_counts (\d+)/m.exec(metrics)?.[1])).toBeGreaterThan(0);

  const verified = await runAdminHere(['verify'], { REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir });
  expect(verified).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(key) as unknown });

  const hour = new Date(first).toISOString().slice(0, 19).replace('T', ' ');
  const to = new Date(first + hourMs).toISOString().slice(0, 19).replace('T', ' ');
  const movement = await service.send('GET', `/movement?ym_profile_id=${id}&from=${hour}&to=${to}`);
  expect(movement.status).toBe(200);
  expect(movement.response.dbg_info.warnings).toEqual(expect.arrayContaining([expect.stringContaining('damaged')]));
});

test('a damaged hour is known once its records are merged, though nobody has read it', async () => {
  const { id } = await createYmProfile(service.send);
  await count(id, 8);
  const redis = new Redis(service.redisUrl);
  onTestFinished(() => redis.disconnect());
  const time = hourName(clock.epochMs());
  // Records are merged where they are many bytes.
  await redis.append(`at:{p1}:member:1:report:${id}:${time}`, Buffer.alloc(10_000, 9));
  expect((await knownDamage()).filter(({ ym_profile_id: of }) => of === id)).toEqual([]);
  await count(id, 1);
  expect(await knownDamage()).toContainEqual({ ym_profile_id: id, time, problem: expect.any(String) });
});

test('a damaged record stays beside those that are merged, as often as they are', async () => {
  const { id } = await createYmProfile(service.send);
  await count(id, 8);
  await count(id, 4);
  const [bytes] = await service.opened.liveReport.store.read({ memberId: 1, ymProfileId: id }, [
    hourName(clock.epochMs()),
  ]);
  const spoiled = Buffer.concat([bytes!, Buffer.from([9, 9, 9])]);
  const once = compactRecords(spoiled).record!;
  expect(once.length).toBeLessThan(bytes!.length);
  expect(compactRecords(once).record).toBeNull();
  const twice = compactRecords(Buffer.concat([once, bytes!])).record!;
  expect(twice.includes(Buffer.from([9, 9, 9]))).toBe(true);
  expect(twice.length - once.length).toBeLessThan(20);
});
