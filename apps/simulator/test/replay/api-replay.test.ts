import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { defaultParams } from '@auction-tiers/market';
import type { LineFormat } from '../../src/generate/openrtb-line.ts';
import { generate } from '../../src/generate/generate.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { apiKey, serveAuctions } from '../fixture/auction-server.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { loadSmallTierSet, writeTierSet } from '../fixture/small-log.ts';

const { tierSet } = loadDemoTierSet();
const environment = { AUCTION_TIERS_KEY: apiKey };

async function writeSynthetic(folder: string, format: LineFormat = 'own', auctionCount = 2500): Promise<void> {
  await generate({ auctionCount, bidCount: 6, seed: 's', format, params: defaultParams }, join(folder, 'log.jsonl'));
}

function hits({ tiers }: { readonly tiers: readonly { id: number; bids: number; won: number }[] }) {
  return tiers.filter(({ bids }) => bids > 0).map(({ id, bids, won }) => [id, bids, won]);
}

async function replayOverHttp(folder: string, url: string, ...more: readonly string[]) {
  const args = ['replay', '--in', 'log.jsonl', '--api', url, '--ym-profile', '42', '--out', 'report.json', ...more];
  const ended = await runSimulator(folder, args, environment);
  return { ...ended, report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) };
}

test.for(['own', 'openrtb'] as const)('over HTTP the same tiers decide as in this process: %s', async (format) => {
  const folder = createFolder();
  await writeSynthetic(folder, format);
  const { url, received } = await serveAuctions(tierSet);
  const { exitCode, stderr, stdout, report } = await replayOverHttp(
    folder,
    url,
    '--tiers',
    writeTierSet(folder, demoTierSet()),
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(report.api).toMatchObject({ url, ym_profile_id: 42, answered: 2500, lost: 0, different: 0 });
  expect(stdout).toMatch(/2,500\sauctions\sanswered,\s0\slost,\s0\sdecided\sdifferently\sthan\shere\./);
  expect([...received.ymProfileIds]).toEqual([42]);
  expect(received.batchSizes.length).toBeGreaterThan(2);
  expect(Math.max(...received.batchSizes)).toBeLessThanOrEqual(1000);
});

test("without --tiers the report is of the API's answers", async () => {
  const folder = createFolder();
  await writeSynthetic(folder);
  const { url } = await serveAuctions(tierSet);
  const { exitCode, report } = await replayOverHttp(folder, url);
  const local = await runSimulator(folder, ['replay', '--in', 'log.jsonl', '--out', 'local.json']);
  const here = JSON.parse(readFileSync(join(folder, 'local.json'), 'utf8'));
  expect([exitCode, local.exitCode]).toEqual([0, 0]);
  expect(report.tier_set).toBeNull();
  expect(report.api.different).toBeNull();
  expect(report.with_tiers).toEqual(here.with_tiers);
  expect(report.without_tiers).toEqual(here.without_tiers);
  expect(hits(report)).toEqual(hits(here));
});

test('answers of other tiers are told, and end with 1', async () => {
  const folder = createFolder();
  await writeSynthetic(folder, 'own', 200);
  const { url } = await serveAuctions(loadSmallTierSet(folder).tierSet);
  const { exitCode, stdout, report } = await replayOverHttp(
    folder,
    url,
    '--tiers',
    writeTierSet(folder, demoTierSet()),
  );
  expect(exitCode).toBe(1);
  expect(report.api).toMatchObject({ answered: 200, lost: 0 });
  expect(report.api.different).toBeGreaterThan(150);
  expect(report.api.differences).toHaveLength(10);
  expect(stdout).toMatch(/Decided differently\n\n[^]*- line \d+: bid b\d, \w+: \S+ here, \S+ there/);
});

test('auctions that the API refuses are lost, and their neighbours go on', async () => {
  const folder = createFolder();
  await writeSynthetic(folder, 'own', 50);
  const { url } = await serveAuctions(tierSet, (seed) => /0000000[79]$/.test(seed ?? ''));
  const { exitCode, report } = await replayOverHttp(folder, url);
  expect(exitCode).toBe(1);
  expect(report.api).toMatchObject({ answered: 48, lost: 2 });
  expect(report.api.losses).toEqual(['line 7: refused, not today', 'line 9: refused, not today']);
  expect(report).toMatchObject({ auctions: 48 });
});

test('a wrong key loses every auction, and says what the API said', async () => {
  const folder = createFolder();
  await writeSynthetic(folder, 'own', 5);
  const { url } = await serveAuctions(tierSet);
  const args = ['replay', '--in', 'log.jsonl', '--api', url, '--ym-profile', '42'];
  const { exitCode, stdout } = await runSimulator(folder, args, { AUCTION_TIERS_KEY: 'wrong' });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/\b0\sauctions\sanswered,\s5\slost\./);
  expect(stdout).toContain('- line 1: HTTP 401, no such key');
});

test('an address without a server loses every auction', async () => {
  const folder = createFolder();
  await writeSynthetic(folder, 'own', 5);
  const { exitCode, report } = await replayOverHttp(folder, 'http://127.0.0.1:1');
  expect(exitCode).toBe(1);
  expect(report.api).toMatchObject({ answered: 0, lost: 5 });
});

test.for([
  ['.data', {}],
  ['elsewhere', { DATA_DIR: 'elsewhere' }],
] as const)("the key is the first seller's in %s, where the environment names none", async ([dataDir, settings]) => {
  const folder = createFolder();
  await writeSynthetic(folder, 'own', 5);
  mkdirSync(join(folder, dataDir));
  const credentials = [
    { role: 'admin', api_key: 'admin-key' },
    { role: 'seller', member_id: 1, api_key: apiKey },
    { role: 'seller', member_id: 2, api_key: 'key-of-the-second-seller' },
  ];
  writeFileSync(join(folder, dataDir, 'credentials.json'), JSON.stringify(credentials));
  const { url } = await serveAuctions(tierSet);
  const { exitCode, stdout } = await runSimulator(
    folder,
    ['replay', '--in', 'log.jsonl', '--api', url, '--ym-profile', '42'],
    settings,
  );
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/\b5\sauctions\sanswered,\s0\slost\./);
});
