import { createClient as connectRedis } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { createProfile, expectOk } from '../fixture/demo-tier.ts';
import { newYmProfile } from '../fixture/draft.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;
const restoring = (id: number, revision: string, query = '') =>
  send('POST', `/ym-profile/restore?id=${id}&revision=${revision}${query}`);

test('a restore that would take away an object that was unreadable then is refused, and names it', async () => {
  const redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
  onTestFinished(() => redis.destroy());
  const { ymProfile, gold, silver } = await newYmProfile(send);
  const { id } = ymProfile;
  const profile = await createProfile(send, { name: 'P', dma_action: 'include', dma_targets: [{ dma: 501 }] });
  const then = await exportOf(send, id);
  // No tier needs the profile then, and a later import finds it unreadable and replaces what is.
  expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { profile_id: profile.id } }));
  await redis.hSet(`at:{p1}:profile:${profile.id}`, 'dma_targets', '[{"dma":');
  const { tiers } = await exportOf(send, id);
  importAnswer(await sendFile(send, id, { tiers, profiles: [{ ...profile, dma_targets: [{ dma: 602 }] }] }));
  for (const query of ['', '&dry_run=true']) {
    const { status, response } = await restoring(id, then.revision, query);
    expect([status, response.error_id]).toEqual([409, 'INTEGRITY']);
    expect(response.error).toContain(`profile ${profile.id}`);
  }
  expect((await exportOf(send, id)).profiles).toMatchObject([{ id: profile.id, dma_targets: [{ dma: 602 }] }]);

  const later = await exportOf(send, id);
  await redis.hSet(`at:{p1}:ym-auction-tier:${silver.id}`, 'ym_profile_id', 'x');
  importAnswer(await sendFile(send, id, { ...later, tiers: [later.tiers[0]!, { ...later.tiers[1]!, priority: 9 }] }));
  const { status, response } = await restoring(id, later.revision);
  expect([status, response.error]).toEqual([409, expect.stringContaining(`ym-auction-tier ${silver.id}`)]);
  expect((await exportOf(send, id)).tiers).toHaveLength(2);
});
