import { readFile } from 'node:fs/promises';
import { type RecordedAuction, readRecordedAuctions } from '@auction-tiers/recorded';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Row } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { rowsOf } from '../report/report-reader.ts';

/** What `earlier/make-earlier-inventory.ts` wrote, run by a version that took inventory by number alone. */
interface Earlier {
  /** The day on which it was made. */
  readonly date: string;
  readonly tierId: number;
  /** The profile as Redis held it, and as it was answered. */
  readonly stored: Readonly<Record<string, string>>;
  readonly profile: Row;
  readonly auctions: readonly { readonly body: Row; readonly auction: Row }[];
  /** The bytes of the auctions' record, as base64, and what that version read from them. */
  readonly recorded: string;
  readonly read: readonly Pick<RecordedAuction, 'request' | 'named'>[];
  /** The stored counts by hour and day, as base64, and the reports by `group_by`. */
  readonly counts: Readonly<Record<string, string>>;
  readonly reports: Readonly<Record<string, readonly Row[]>>;
}

const dayMs = 86_400_000;
const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
let earlier: Earlier;
let data: DemoData;
let service: Instance;
let [ymProfileId, profileId, tierId] = [0, 0, 0];

beforeAll(async () => {
  earlier = JSON.parse(await readFile(new URL('earlier/numbers-alone.json', import.meta.url), 'utf8')) as Earlier;
  data = await startDemoData();
  const before = await openInstance(data.environment);
  ({ id: ymProfileId } = await createYmProfile(before.send, { name: 'Numbers', publisher_ids: [9001] }));
  ({ id: profileId } = await createProfile(before.send, { name: 'Empty' }));
  const body = { ym_profile_id: ymProfileId, profile_id: profileId, member_action: 'include', min_price: 1 };
  ({ id: tierId } = await createTier(before.send, { ...body, buyer_members: [{ id: 101 }] }));
  await before.close();

  const redis = new Redis(data.redis.url);
  const key = `at:{p1}:profile:${profileId}`;
  const revision = (await redis.hget(key, '_revision'))!;
  await redis.del(key);
  await redis.hset(key, { ...earlier.stored, id: profileId, _revision: revision });
  for (const [time, text] of Object.entries(earlier.counts)) {
    const moved = time.replace(earlier.date, yesterday);
    await redis.set(`at:{p1}:member:1:report:${ymProfileId}:${moved}`, Buffer.from(text, 'base64'), 'EX', 86_400);
  }
  redis.disconnect();
  service = await openInstance(data.environment);
});

afterAll(async () => {
  await service.close();
  await data.close();
});

/** The tier that stands in the place of the one of before. */
const tierOf = (id: unknown) => (id === earlier.tierId ? tierId : id);

test('a stored profile is answered as it was', async () => {
  const { profile } = expectOk(await service.send('GET', `/profile?id=${profileId}`)).response;
  expect(profile).toMatchObject({ ...earlier.profile, id: profileId });
});

test('auctions are decided by it as they were, whichever form a number has', async () => {
  for (const { body, auction } of earlier.auctions) {
    const decided = expectOk(await service.send('POST', '/auction', { body })).response['auction'];
    const winner = auction['winner'] as Row;
    const bids = (auction['bids'] as Row[]).map((bid) => ({ ...bid, tier_id: tierOf(bid['tier_id']) }));
    expect(decided).toMatchObject({
      seed: auction['seed'],
      winner: { ...winner, tier_id: tierOf(winner['tier_id']) },
      bids,
    });
  }
});

test('its recorded auctions are the same auctions', () => {
  const found: RecordedAuction[] = [];
  const bytes = new Uint8Array(Buffer.from(earlier.recorded, 'base64'));
  expect(readRecordedAuctions(bytes, (auction) => found.push(auction))).toBe(0);
  expect(found.map(({ request, named }) => ({ request, named }))).toEqual(earlier.read);
});

test.for(['', 'placement', 'buyer'])('its counts give the report by "%s" that they gave', async (group) => {
  const query = `&start_date=${yesterday}&end_date=${yesterday}${group === '' ? '' : `&group_by=${group}`}`;
  expect(await rowsOf(service.send, query, ymProfileId)).toMatchObject([...earlier.reports[group]!]);
});
