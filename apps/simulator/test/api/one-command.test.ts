import { CompareReport } from '@auction-tiers/contract/compare-report';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoBuyers, demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { defaultParams } from '@auction-tiers/market';
import { synthesize } from '../../src/generate/generate.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { startApi } from '../fixture/running-api.ts';

/** OpenRTB whose seats are the names of buyers, which only the directory of the service knows. */
function writeOpenRtb(folder: string, auctionCount: number): void {
  const order = { auctionCount, bidCount: 15, seed: 's', format: 'openrtb', params: defaultParams } as const;
  const nameOf = new Map(demoBuyers.map(({ id, name }) => [String(id), name]));
  const lines = [...synthesize(order)].join('');
  const text = lines.replaceAll(/"seat":"(\d+)"/g, (_, id: string) => `"seat":${JSON.stringify(nameOf.get(id))}`);
  writeFileSync(join(folder, 'bids.jsonl'), text);
}

async function ask(url: string, key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, response.status]).toEqual([path, 200]);
  return ((await response.json()) as { response: Record<string, unknown> }).response;
}

test('one command goes from an OpenRTB log and a running API to a verdict, and keeps a draft that an import takes', async () => {
  const { url, apiKey } = await startApi();
  await ask(url, apiKey, 'PUT', '/member', { revenue_share_pct: 12.5, timezone: 'America/New_York' });
  const folder = createFolder();
  writeOpenRtb(folder, 1500);
  const words = ['--set', '5.min_price=3.00', '--remove', '12', '--write-draft', 'draft.tiers.json'];
  const run = await runSimulator(
    folder,
    ['compare', '--in', 'bids.jsonl', '--api', url, '--ym-profile', '1', ...words, '--out', 'report.json'],
    { AUCTION_TIERS_KEY: apiKey },
  );
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const report = CompareReport.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
  expect(report.verdict.decision).not.toBe('cannot_say');
  expect(report).toMatchObject({
    auctions: 1500,
    input: { lines: { openrtb: 1500 }, unmapped_seats: { seats: 0, bids: 0 } },
    fee: { revenue_share_pct: 12.5, source: 'seller' },
    method: { time_zone: 'America/New_York' },
  });
  expect(report.support.hours).toBeGreaterThan(1);
  expect(report.support.touched_auctions).toBeGreaterThan(0);

  const file = JSON.parse(readFileSync(join(folder, 'draft.tiers.json'), 'utf8'));
  const imported = await ask(url, apiKey, 'POST', '/ym-profile/import?id=1&dry_run=true', file);
  expect(imported['ym-profile-import']).toMatchObject({
    created: [],
    updated: [{ id: 5, changes: [{ field: 'min_price', after: '3.000000' }] }],
    deleted: [{ service: 'ym-auction-tier', id: 12 }],
  });
});

test('--response takes the id of an experiment of the API, and says where it has measured no answer, or is none', async () => {
  const { url, apiKey } = await startApi();
  const { draft } = await ask(url, apiKey, 'POST', '/draft?from=1', {});
  const body = {
    name: 'E',
    hypothesis: 'Net rises by 2 %',
    guard: { max_loss: '9' },
    draft_id: (draft as { id: number }).id,
  };
  const { id } = await ask(url, apiKey, 'POST', '/experiment', body);
  await ask(url, apiKey, 'POST', `/experiment/start?id=${String(id)}`, { underpowered: true });
  const folder = createFolder();
  writeOpenRtb(folder, 20);
  const run = (response: string, ...from: string[]) =>
    runSimulator(folder, ['advise', '--in', 'bids.jsonl', ...from, '--response', response], {
      AUCTION_TIERS_KEY: apiKey,
    });
  const api = ['--api', url, '--ym-profile', '1'];
  const measured = await run(String(id), ...api);
  expect([measured.exitCode, measured.stderr]).toEqual([
    2,
    expect.stringContaining(`experiment ${String(id)} has no measured answer of buyers`),
  ]);
  const absent = await run('999', ...api);
  expect([absent.exitCode, absent.stderr]).toEqual([1, expect.stringMatching(/experiment 999 .*HTTP 404/)]);
  writeFileSync(join(folder, 'now.tiers.json'), JSON.stringify(demoTierSet()));
  const nowhere = await run('4', '--tiers', 'now.tiers.json');
  expect([nowhere.exitCode, nowhere.stderr]).toEqual([2, expect.stringMatching(/--response: 4 .*--api/)]);
});

test("--timezone comes before the seller's", async () => {
  const { url, apiKey } = await startApi();
  await ask(url, apiKey, 'PUT', '/member', { timezone: 'America/New_York' });
  const folder = createFolder();
  writeOpenRtb(folder, 200);
  const args = ['compare', '--in', 'bids.jsonl', '--api', url, '--ym-profile', '1', '--remove', '12'];
  await runSimulator(folder, [...args, '--timezone', 'Asia/Tokyo', '--out', 'report.json'], {
    AUCTION_TIERS_KEY: apiKey,
  });
  const { method } = CompareReport.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
  expect(method.time_zone).toBe('Asia/Tokyo');
});

test("money is in the seller's currency, in the report, on the terminal and on the page", async () => {
  const { url, apiKey } = await startApi();
  await ask(url, apiKey, 'PUT', '/member', { currency: 'EUR' });
  const folder = createFolder();
  const order = { auctionCount: 300, bidCount: 8, seed: 's', format: 'own', params: defaultParams } as const;
  writeFileSync(join(folder, 'bids.jsonl'), [...synthesize(order)].join(''));
  const log = ['--in', 'bids.jsonl', '--api', url, '--ym-profile', '1'];
  const files = ['--out', 'report.json', '--html', 'report.html'];
  for (const args of [
    ['compare', ...log, '--remove', '12', ...files],
    ['replay', ...log, '--i-own-this-target', ...files],
  ]) {
    const { stdout } = await runSimulator(folder, args, { AUCTION_TIERS_KEY: apiKey });
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ currency: 'EUR' });
    expect(stdout).toContain('Money is in EUR');
    expect(stdout).not.toContain('USD');
    // Each amount has the mark of its currency.
    expect(stdout.match(/€\d/g)?.length).toBeGreaterThan(10);
    // What has no mark is no money: times as wide, elasticities.
    const decimals = stdout.match(/(?<=│ *[+-]?)\d[\d,]*\.\d{3,}(?=[ │])/g) ?? [];
    expect(decimals).toEqual([]);
    expect(stdout).not.toMatch(/(?<![€\d.,])\d[\d.,]* CPM/);
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(page).toContain('Money is in EUR');
    expect(page).toMatch(/€\d/);
    expect(page).not.toMatch(/\$\d|USD/);
  }
});
