import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExperimentPlan } from '@auction-tiers/contract';
import { packFrame, segmentName, startOfHour } from '@auction-tiers/recorded';
import { expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

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

test('a hypothesis names an effect, and a start whose plan cannot show it by the end asks for underpowered', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '5.00' }));
  const plan = (changes: Row) => {
    const body = {
      name: 'Effect',
      draft_id: draft.id,
      guard: { max_loss: '1' },
      design: 'split',
      share: 0.5,
      ...changes,
    };
    return send('POST', '/experiment', { body });
  };
  for (const hypothesis of ['Net rises', 'Nothing changes: 0 %', 'Two percent']) {
    expect([hypothesis, issuePaths(await plan({ hypothesis }))]).toEqual([hypothesis, ['hypothesis']]);
  }
  const { id } = expectOk(await plan({ hypothesis: 'Net rises by 0.5%' })).response['experiment'] as {
    readonly id: number;
  };
  const change = (hypothesis: string) => send('PUT', `/experiment?id=${id}`, { body: { hypothesis } });
  expect(issuePaths(await change('More'))).toEqual(['hypothesis']);
  const start = (body?: Row) => send('POST', `/experiment/start?id=${id}`, body && { body });

  for (let at = 0; at < 40; at++) {
    await runAuction(send, { ym_profile_id: ymProfile.id, seed: `effect ${at}`, bids: [bid('a', 101, 3 + (at % 5))] });
  }
  const recorded = async () =>
    (expectOk(await send('GET', `/experiment/plan?draft_id=${draft.id}`)).response['experiment-plan'] as ExperimentPlan)
      .recorded_auctions;
  await expect.poll(recorded, { timeout: 30_000 }).toBe(40);
  const refused = await start();
  expect([refused.status, refused.response.error_id]).toEqual([409, 'INTEGRITY']);
  expect(refused.response.error).toMatch(/0\.5 % .*ends after 28.*underpowered/);
  expect(refused.response).toMatchObject({ dbg_info: { days_needed: null } });
  const client = createClient(service.url, service.people.seller1.api_key);
  await expect(client.experiment.start.mutate({ id })).rejects.toThrow(/underpowered/);
  // 40 auctions a day show so large an effect.
  expectOk(await change('Net falls by 90 %'));
  expectOk(await start());
  expectOk(await send('POST', `/experiment/end?id=${id}`, { body: { outcome: 'drop' } }));
  const second = expectOk(await plan({ hypothesis: '0.5 % more' })).response['experiment'] as { readonly id: number };
  expect(await client.experiment.start.mutate({ id: second.id, underpowered: true })).toMatchObject({
    state: 'running',
  });
});
