import type { Simulation, TierSetFile } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { expectOk, listTiers } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { exportOf } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;

const log = { kind: 'synthetic', auctions: 10, bids: 3, seed: 's' };

/** The tiers as they were at a revision, as the page asks for them before it goes back. */
const exportAt = async (revision: string) =>
  expectOk(await send('GET', `/ym-profile/export?id=1&revision=${encodeURIComponent(revision)}`)).response[
    'ym-profile-export'
  ] as TierSetFile;

async function simulate(draft: unknown): Promise<{ readonly inputs: Simulation['inputs']; readonly warnings: number }> {
  const simulation = { ym_profile_id: 1, draft, log };
  const { response } = expectOk(await send('POST', '/simulation', { body: { simulation } }));
  const { inputs } = response['simulation'] as Simulation;
  return { inputs, warnings: response.dbg_info.warnings.length };
}

test('an export of an earlier revision is compared with what is live as it stands, whatever has changed since', async () => {
  const before = await exportOf(send, 1);
  const asBefore = await simulate(await exportAt(before.revision));
  expect(asBefore.warnings).toBe(0);
  expect(asBefore.inputs.draft_sha256).toBe(asBefore.inputs.current_sha256);

  const [first, second] = await listTiers(send, '?ym_profile_id=1');
  expectOk(await send('PUT', `/ym-auction-tier?id=${first!.id}`, { body: { min_price: '7.77', name: 'Changed' } }));
  // What is gone is new again in the draft.
  expectOk(await send('DELETE', `/ym-auction-tier?id=${second!.id}`));
  expectOk(await send('PUT', '/member', { body: { revenue_share_pct: 16 } }));
  const back = await simulate(await exportAt(before.revision));
  // The fee is the seller's, of whichever tiers: a warning says so.
  expect(back.warnings).toBe(1);
  expect(back.inputs.current_sha256).not.toBe(asBefore.inputs.current_sha256);
  expect(back.inputs.draft_sha256).not.toBe(back.inputs.current_sha256);
});
