import type { ExperimentPlan } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile } from '../fixture/draft.ts';
import { useService } from '../fixture/service.ts';

const { send } = useService({ RECORD_AUCTIONS: '1' });

test('a plan reads recorded auctions that the fast reader refuses too', async () => {
  const { ymProfile } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  const units = ['plain', 'another', 'a "quoted" one', 'line\nfeed', 'grin 😀', 'back\\slash'];
  for (const unit of units) {
    await runAuction(send, {
      ym_profile_id: ymProfile.id,
      unit,
      seed: `seed ${unit.length}`,
      bids: [bid('a "b"', 101, 3)],
    });
  }
  const read = async () =>
    expectOk(await send('GET', `/experiment/plan?draft_id=${draft.id}`)).response['experiment-plan'] as ExperimentPlan;
  await expect.poll(async () => (await read()).recorded_auctions, { timeout: 30_000 }).toBe(units.length);
});
