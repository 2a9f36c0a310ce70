import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExperimentPlan } from '@auction-tiers/contract';
import { packFrame, segmentName, startOfHour } from '@auction-tiers/recorded';
import { expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile } from '../fixture/draft.ts';
import { useService } from '../fixture/service.ts';

const service = useService({ RECORD_AUCTIONS: '1' });
const { send } = service;

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

  // What no reader takes is counted, whether a line or a frame is damaged.
  const damaged = packFrame(Buffer.from('not JSON\n'.repeat(3)), 3, 0, 1).fill(0, 28, 32);
  const name = segmentName(startOfHour(Date.now()), 'dddddddd', 1);
  const frames = [packFrame(Buffer.from('{"bids":[]}\n'), 1, 0, 1), damaged];
  writeFileSync(join(service.dataDir, 'logs', '1', String(ymProfile.id), name), Buffer.concat(frames));
  const { response } = expectOk(await send('GET', `/experiment/plan?draft_id=${draft.id}`));
  expect((response['experiment-plan'] as ExperimentPlan).recorded_auctions).toBe(units.length);
  expect(response.dbg_info.warnings).toEqual([expect.stringContaining(`4 of ${units.length + 4} recorded auctions`)]);
});
