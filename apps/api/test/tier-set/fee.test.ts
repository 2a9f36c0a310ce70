import { expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Answer } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, sendFile } from '../fixture/tier-set-file.ts';

const { send } = useService();

const warningsOf = ({ response }: Answer) => response.dbg_info.warnings;

test("an export carries the seller's fee, and its entity tag is of the fee too", async () => {
  const { id } = await createYmProfile(send);
  const read = async () => {
    const { headers } = await send('GET', `/ym-profile/export?id=${id}`);
    return { fee: (await exportOf(send, id)).revenue_share_pct, etag: headers.get('etag') };
  };
  const before = await read();
  expect(before.fee).toBe(15);
  expectOk(await send('PUT', '/member', { body: { revenue_share_pct: 12.3456 } }));
  const after = await read();
  expectOk(await send('PUT', '/member', { body: { revenue_share_pct: 15 } }));
  expect(after.fee).toBe(12.3456);
  expect(after.etag).not.toBe(before.etag);
  expect(await read()).toEqual(before);
});

test("an import never changes the seller's fee, and warns where the file names another", async () => {
  const { id } = await createYmProfile(send);
  const fee = async () => (await exportOf(send, id)).revenue_share_pct;
  const { revenue_share_pct: seller = NaN, ...without } = await exportOf(send, id);
  expect(warningsOf(await sendFile(send, id, without))).toEqual([]);
  expect(warningsOf(await sendFile(send, id, { ...without, revenue_share_pct: `${seller}.0` }))).toEqual([]);
  const elsewhere = { tiers: [], revenue_share_pct: seller + 25 };
  for (const query of ['&dry_run=true', '']) {
    expect(warningsOf(await sendFile(send, id, elsewhere, query))).toEqual([
      expect.stringContaining(`revenue_share_pct is ${seller + 25}`),
    ]);
  }
  expect(await fee()).toBe(seller);
  const refused = await sendFile(send, id, { tiers: [], revenue_share_pct: 100 });
  expect([refused.status, refused.response.dbg_info.issues[0]?.path]).toEqual([400, 'revenue_share_pct']);
});

test("an export carries the seller's currency, and an import warns where the file names another", async () => {
  const { id } = await createYmProfile(send);
  const before = await exportOf(send, id);
  expect(before.currency).toBe('USD');
  expect(warningsOf(await sendFile(send, id, { tiers: [], currency: 'usd' }))).toEqual([]);
  expect(warningsOf(await sendFile(send, id, { tiers: [], currency: 'EUR' }))).toEqual([
    expect.stringContaining("currency is EUR, and the seller's is USD"),
  ]);
  expect((await exportOf(send, id)).currency).toBe('USD');
});
