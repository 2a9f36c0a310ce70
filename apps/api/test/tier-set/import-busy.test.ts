import { expect, test } from 'vitest';
import { createTier, createYmProfile, listTiers } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;
const tierCount = 2000;
const writerCount = 3;

test('an import of many tiers gets through while other writes change the same tier set, and none of them is refused', async () => {
  const { id } = await createYmProfile(send);
  const { redisUrl: REDIS_URL, dataDir: DATA_DIR } = service;
  const other = await openInstance({ REDIS_URL, DATA_DIR });
  const statuses: number[] = [];
  const extras: number[] = [];
  const over = new AbortController();
  const write = async (index: number) => {
    const from = index % 2 === 0 ? send : other.send;
    const tier = await createTier(from, { ym_profile_id: (await createYmProfile(from)).id });
    while (!over.signal.aborted) {
      const { status } = await from('PUT', `/ym-auction-tier?id=${tier.id}`, {
        body: { priority: 1 + (statuses.length % 10) },
      });
      statuses.push(status);
      const created = await from('POST', '/ym-auction-tier', { body: { name: 'Extra', ym_profile_id: id } });
      statuses.push(created.status);
      extras.push(created.response.id);
    }
  };
  try {
    const writers = Array.from({ length: writerCount }, (_, index) => write(index));
    await expect.poll(() => statuses.length).toBeGreaterThan(10);
    const tiers = Array.from({ length: tierCount }, (_, index) => ({
      name: `Tier ${index}`,
      member_action: 'include',
      min_price: '1.00',
      buyer_members: [{ id: 101 + (index % 20) }],
    }));
    const before = new Set(extras);
    const answer = await sendFile(send, id, { tiers });
    over.abort();
    await Promise.all(writers);
    expect(importAnswer(answer).created).toHaveLength(tierCount);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // What was created before the import is gone; what was created after it stays.
    const left = (await listTiers(send, `?ym_profile_id=${id}&name=Extra`)).map((tier) => tier.id);
    expect(left.filter((extra) => before.has(extra))).toEqual([]);
    expect(await listTiers(send, `?ym_profile_id=${id}`)).toHaveLength(tierCount + left.length);
  } finally {
    over.abort();
    await other.close();
  }
});
