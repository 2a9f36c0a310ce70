import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AuctionBody, toAuctionRequest, type TierSetFile, toTierSetSource } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { createClient as createFollower } from '@auction-tiers/client';
import { compile, runAuction } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService({ SIMULATION_WORKER: '1' });
const { send } = service;

const synthetic = { kind: 'synthetic', auctions: 500, bids: 8, seed: 'fees' } as const;
// A code is unique among the tiers of a member, and the first seller has the demo's tiers already.
const tiers = demoTierSet().tiers.map((tier) => ({ ...tier, code: null }));
const { profiles } = demoTierSet();

/** The synthetic log, as the simulator writes it. */
async function generateLog(): Promise<string[]> {
  const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));
  const out = join(service.dataDir, 'synthetic.jsonl');
  const { auctions, bids, seed } = synthetic;
  const args = ['generate', '--auctions', `${auctions}`, '--bids', `${bids}`, '--seed', seed, '--out', out];
  await promisify(execFile)(process.execPath, ['--conditions=@auction-tiers/source', simulator, ...args]);
  return (await readFile(out, 'utf8')).trimEnd().split('\n');
}

/** What a seller with a fee, in per cent, gets of a log: nanos of USD, the fee taken from each clearing price. */
function netNanos(lines: readonly string[], file: TierSetFile, fee: number): bigint {
  const compiled = compile(toTierSetSource(file));
  if (!compiled.ok) throw new TypeError('The tier set does not compile.');
  const defaults = { seed: '?', timeMs: 0, feePpm: fee * 10_000 };
  return lines.reduce((sum, line) => {
    const body = AuctionBody.parse(JSON.parse(line));
    const { winner } = runAuction(compiled.tierSet, toAuctionRequest(body, defaults));
    return sum + (BigInt(winner?.clearingMicros ?? 0) * BigInt(100 - fee)) / 100n;
  }, 0n);
}

const nanosOf = (units: string): bigint => BigInt(units.replace('.', ''));

interface Report {
  readonly net_to_seller: Readonly<Record<'current' | 'draft' | 'difference', string>>;
  readonly fee: object;
}

test("simulations of sellers with 10 % and 40 % over the same synthetic log have each seller's net revenue", async () => {
  const lines = await generateLog();
  expect(lines.filter((line) => line.includes('revenue_share_pct'))).toEqual([]);
  const differences = new Set<bigint>();
  const { seller1, seller2 } = service.people;
  for (const [{ api_key: key }, fee] of [
    [seller1, 10],
    [seller2, 40],
  ] as const) {
    expectOk(await send('PUT', '/member', { key, body: { revenue_share_pct: fee } }));
    const made = await send('POST', '/ym-profile', { key, body: { name: 'Same tiers' } });
    const { id } = rowOf(expectOk(made), 'ym-profile');
    importAnswer(await sendFile(send, id, { tiers, profiles }, '', { key }));
    const current = await exportOf(send, id, { key });
    const draft = { ...current, tiers: current.tiers.slice(2), revenue_share_pct: 25 };
    const started = expectOk(
      await send('POST', '/simulation', { key, body: { ym_profile_id: id, draft, log: synthetic } }),
    );
    expect(started.response['simulation']).toMatchObject({ inputs: { revenue_share_pct: fee } });
    // The draft's fee is not taken.
    expect(started.response.dbg_info.warnings.join()).toContain('draft.revenue_share_pct is 25');

    const { id: simulation } = started.response;
    const follower = createFollower({ url: service.url, apiKey: key });
    for await (const { data } of follower.simulation.follow.subscribe({ id: simulation })) {
      expect(data.state).not.toBe('failed');
    }
    const done = expectOk(await send('GET', `/simulation/result?id=${simulation}`, { key }));
    const { report } = done.response['simulation-result'] as { readonly report: Report };
    const net = report.net_to_seller;
    expect(nanosOf(net.current)).toBe(netNanos(lines, current, fee));
    expect(nanosOf(net.draft)).toBe(netNanos(lines, draft, fee));
    expect(report.fee).toMatchObject({
      revenue_share_pct: fee,
      source: 'seller',
      bids: { seller: synthetic.auctions * synthetic.bids, auction: 0, bid: 0 },
    });
    differences.add(nanosOf(net.difference));
  }
  expect(differences.size).toBe(2);
});
