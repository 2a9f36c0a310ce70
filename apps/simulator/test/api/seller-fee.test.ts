import { CompareReport } from '@auction-tiers/contract/compare-report';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { fetchSeller } from '../../src/api/read-api.ts';
import { defaultParams } from '@auction-tiers/market';
import { synthesize } from '../../src/generate/generate.ts';
import { ReplayReport } from '../../src/schema/replay-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { netRevenue } from '../fixture/net-revenue.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { startApi } from '../fixture/running-api.ts';

const order = { auctionCount: 300, bidCount: 8, seed: 's', format: 'own', params: defaultParams } as const;
// The ym-profile that the lines name would leave them out of a comparison of another one.
const log = [...synthesize(order)].join('').replaceAll('"ym_profile_id":1,', '"publisher_id":9,');
const bids = order.auctionCount * order.bidCount;
// A code is unique among the tiers of a member, and the first seller has the demo's tiers already.
const tiers = demoTierSet().tiers.map((tier) => ({ ...tier, code: null }));
const { profiles } = demoTierSet();

/** The answer of an API to one request. */
async function ask(url: string, key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, response.status]).toEqual([path, 200]);
  return ((await response.json()) as { response: Record<string, unknown> }).response;
}

interface Seller {
  readonly key: string;
  readonly ymProfileId: number;
  readonly fee: number;
  /** What an export gives. */
  readonly file: object;
}

/** Two sellers of a running service with the same tiers and fees of 10 % and 40 %, and a folder with the log. */
async function startSellers() {
  const { url, apiKeys, logIn } = await startApi();
  const sellers: Seller[] = [];
  for (const [at, fee] of [10, 40].entries()) {
    const key = apiKeys[at]!;
    await ask(url, key, 'PUT', '/member', { revenue_share_pct: fee });
    const ymProfileId = Number((await ask(url, key, 'POST', '/ym-profile', { name: 'Same tiers' }))['id']);
    await ask(url, key, 'POST', `/ym-profile/import?id=${ymProfileId}`, { tiers, profiles });
    const exported = await ask(url, key, 'GET', `/ym-profile/export?id=${ymProfileId}`);
    const file = exported['ym-profile-export'] as object;
    expect(file).toMatchObject({ revenue_share_pct: fee });
    sellers.push({ key, ymProfileId, fee, file });
  }
  const folder = createFolder();
  writeFileSync(join(folder, 'log.jsonl'), log);
  return { url, sellers, folder, logIn };
}

async function run(folder: string, key: string, args: readonly string[]) {
  const ended = await runSimulator(folder, [...args, '--out', 'out.json'], { AUCTION_TIERS_KEY: key });
  const report: unknown = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'));
  return { ...ended, report };
}

test('compare --api has the fee of the seller whose tiers it takes, and says so', async () => {
  const { url, sellers, folder } = await startSellers();
  const differences = new Set<string>();
  for (const { key, ymProfileId, fee, file } of sellers) {
    const { tiers: current } = file as { readonly tiers: readonly object[] };
    const draft = { ...file, tiers: current.slice(2), revenue_share_pct: 25 };
    writeFileSync(join(folder, 'draft.tiers.json'), JSON.stringify(draft));
    const from = ['--api', url, '--ym-profile', `${ymProfileId}`, '--draft', 'draft.tiers.json', '--fee', '15'];
    const { exitCode, stderr, report } = await run(folder, key, ['compare', '--in', 'log.jsonl', ...from]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { net_to_seller: net, fee: taken } = CompareReport.parse(report);
    expect(net).toMatchObject({
      current: netRevenue(log, file, fee * 10_000),
      draft: netRevenue(log, draft, fee * 10_000),
    });
    expect(taken).toMatchObject({ revenue_share_pct: fee, source: 'seller', bids: { seller: bids } });
    expect(taken.ignored.map(({ source }) => source)).toEqual(['option', 'draft']);
    differences.add(net.difference);
  }
  expect(differences.size).toBe(2);
});

test("replay --api has the service's own fee on both sides", async () => {
  const { url, sellers, folder } = await startSellers();
  for (const { key, ymProfileId, fee, file } of sellers) {
    // Its fee is not that of the service.
    writeFileSync(join(folder, 'set.tiers.json'), JSON.stringify({ ...file, revenue_share_pct: 25 }));
    const to = ['replay', '--in', 'log.jsonl', '--api', url, '--ym-profile', `${ymProfileId}`];
    const net = netRevenue(log, file, fee * 10_000);
    const there = await run(folder, key, to);
    expect(there).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ReplayReport.parse(there.report)).toMatchObject({
      with_tiers: { net_to_seller: net },
      fee: { revenue_share_pct: fee, source: 'seller', bids: { seller: bids }, ignored: [] },
    });
    const both = await run(folder, key, [...to, '--tiers', 'set.tiers.json', '--fee', '15']);
    expect(ReplayReport.parse(both.report)).toMatchObject({
      api: { answered: order.auctionCount, different: 0 },
      with_tiers: { net_to_seller: net },
      fee: { revenue_share_pct: fee, source: 'seller', ignored: [{ source: 'option' }, { source: 'tiers' }] },
    });
    expect(both).toMatchObject({ exitCode: 0, stderr: '' });
  }
});

test("a key that may not read has the auctions sent with the report's fee, and it is said", async () => {
  const { url, sellers, folder, logIn } = await startSellers();
  const { ymProfileId, file } = sellers[1]!;
  const made = await ask(url, await logIn(1), 'POST', '/api-key', { name: 'auctions only', scopes: ['auction'] });
  const { key: auctionKey } = made['api-key'] as { readonly key: string };
  await expect(fetchSeller({ url, apiKey: auctionKey })).rejects.toMatchObject({ exitCode: 1 });
  writeFileSync(join(folder, 'set.tiers.json'), JSON.stringify(file));
  const to = ['replay', '--in', 'log.jsonl', '--api', url, '--ym-profile', `${ymProfileId}`, '--fee', '15'];
  const alone = await run(folder, auctionKey, to);
  expect([alone.exitCode, alone.stderr]).toEqual([0, expect.stringContaining('HTTP 403')]);
  expect(ReplayReport.parse(alone.report)).toMatchObject({
    with_tiers: { net_to_seller: netRevenue(log, file, 150_000) },
    fee: { revenue_share_pct: 15, source: 'option' },
  });
  const both = await run(folder, auctionKey, [...to, '--tiers', 'set.tiers.json']);
  expect(ReplayReport.parse(both.report)).toMatchObject({
    api: { different: 0 },
    fee: { revenue_share_pct: 40, source: 'seller' },
  });
});
