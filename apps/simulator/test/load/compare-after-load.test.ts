import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultParams } from '@auction-tiers/market';
import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { synthesize } from '../../src/generate/generate.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { startApi } from '../fixture/running-api.ts';

const auctionCount = 400;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test('after a load of a log of other days, a comparison of the recorded auctions speaks of today only', async () => {
  const folder = createFolder();
  const log = [...synthesize({ auctionCount, bidCount: 4, seed: 'days', format: 'own', params: defaultParams })].join(
    '',
  );
  const days = new Set(log.match(/"time":"\d{4}-\d\d-\d\d/g));
  expect(days.size).toBeGreaterThanOrEqual(7);
  writeFileSync(join(folder, 'log.jsonl'), log);
  const draft = demoTierSet();
  writeFileSync(join(folder, 'draft.tiers.json'), JSON.stringify({ ...draft, tiers: draft.tiers.slice(1) }));
  const api = await startApi({ RECORD_AUCTIONS: '1', SIMULATION_WORKER: '0' });
  const environment = { AUCTION_TIERS_KEY: api.apiKey };
  const run = (...args: readonly string[]) => runSimulator(folder, args, environment);

  const fromMs = Date.now();
  const target = ['--url', api.url, '--ym-profile', '1', '--via', 'batch', '--batch', '100', '--requests', '4'];
  expect(await run('load', ...target, '--in', 'log.jsonl')).toMatchObject({ exitCode: 0, stderr: '' });
  const untilMs = Date.now();
  await expect
    .poll(async () => {
      const response = await fetch(`${api.url}/recorded?ym_profile_id=1`, { headers: { authorization: api.apiKey } });
      const { recorded } = ((await response.json()) as { response: { recorded: { auctions: number }[] } }).response;
      return recorded.reduce((sum, { auctions }) => sum + auctions, 0);
    })
    .toBe(auctionCount);
  const compared = ['--api', api.url, '--ym-profile', '1', '--recorded', '2020-01-01..2100-01-01', '--timezone', 'UTC'];
  await run('compare', ...compared, '--draft', 'draft.tiers.json', '--out', 'report.json');
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as CompareReport;
  expect(report.auctions).toBe(auctionCount);
  // Two, if midnight passed meanwhile.
  const today = new Set([dayOf(fromMs), dayOf(untilMs)]);
  expect(report.by_day.days.filter(({ date }) => !today.has(date))).toEqual([]);
  expect(report.support.days).toBeLessThanOrEqual(today.size);
});
