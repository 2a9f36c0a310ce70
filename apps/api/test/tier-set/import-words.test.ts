import { expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const { send } = useService();

const include = { member_action: 'include', min_price: '1.00', buyer_members: [{ id: 101 }] };

test('an import says in a dry run what it would change, targeting too', async () => {
  const { id } = await createYmProfile(send);
  const profile = await createProfile(send, { name: 'P', dma_action: 'include', dma_targets: [{ dma: 501 }] });
  const first = await createTier(send, { ...include, name: 'First', ym_profile_id: id, profile_id: profile.id });
  const second = await createTier(send, { ...include, name: 'Second', ym_profile_id: id });
  const file = {
    tiers: [
      { ...first, min_price: '2.5', buyer_members: [{ id: 102 }] },
      { ...include, name: 'New' },
    ],
    profiles: [{ ...profile, dma_targets: [{ dma: 501 }, { dma: 803 }], country_targets: [{ code: 'us' }] }],
  };
  const { summary, created } = importAnswer(await sendFile(send, id, file, '&dry_run=true'));
  const buyers = (await exportOf(send, 1)).tiers.flatMap(({ buyer_members: all }) => all ?? []);
  const nameOf = (buyer: number) => buyers.find(({ id: one }) => one === buyer)?.name;
  expect(summary).toEqual([
    `removes tier ${second.id} Second`,
    `tier ${first.id} First: min_price 1.000000 -> 2.500000, buyer_members adds 102 ${nameOf(102)} and removes 101 ${nameOf(101)}`,
    `adds tier ${created[0]?.id} New`,
    `profile ${profile.id} P: country_targets adds US, dma_targets adds 803`,
  ]);
});
