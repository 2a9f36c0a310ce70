import { expect, test } from 'vitest';
import { runAuction } from '../fixture/auction-body.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;

const decidedBy = async (publisher_id: number) => (await runAuction(send, { publisher_id, bids: [] })).ym_profile_id;
const statusOf = async (publisher_id: number) =>
  (await send('POST', '/auction', { body: { publisher_id, bids: [] } })).status;

test("a publisher's auctions follow it from one ym-profile to another", async () => {
  const first = await createYmProfile(send, { publisher_ids: [701, 702] });
  const second = await createYmProfile(send, { publisher_ids: [703] });
  expect(await decidedBy(701)).toBe(first.id);

  expectOk(await send('PUT', `/ym-profile?id=${first.id}`, { body: { publisher_ids: [702] } }));
  expect(await statusOf(701)).toBe(404);
  expectOk(await send('PUT', `/ym-profile?id=${second.id}&append=true`, { body: { publisher_ids: [701] } }));
  expect(await decidedBy(701)).toBe(second.id);
  expect(await decidedBy(702)).toBe(first.id);

  expectOk(await send('DELETE', `/ym-profile?id=${second.id}`));
  expect(await statusOf(703)).toBe(404);
  expect(await decidedBy(702)).toBe(first.id);
});
