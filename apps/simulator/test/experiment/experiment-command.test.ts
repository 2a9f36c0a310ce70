import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { defaultParams, ResponseParams } from '@auction-tiers/market';
import { expect, test } from 'vitest';
import { clustersOf, decideAuctions, toPool } from '../../src/experiment/decide-pool.ts';
import { ExperimentReport } from '../../src/schema/experiment-report.ts';
import { toTierSet, loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { parseTierSet } from '../../src/tier-set/parsed-tier-set.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';

/** The demo's tiers with a higher minimum for everyone else. */
const demo = demoTierSet();
const raised = {
  ...demo,
  tiers: demo.tiers.map((tier) => (tier.id === 12 ? { ...tier, min_price: '1.500000' } : tier)),
};

function writeFiles(): string {
  const folder = createFolder();
  writeFileSync(join(folder, 'draft.tiers.json'), JSON.stringify(raised));
  writeFileSync(join(folder, 'response.json'), '{"version":1,"raise":0.2,"lag_hours":6}');
  return folder;
}

test('experiment says what a switchback would find, the same again, and beside it what it says without an effect', async () => {
  const folder = writeFiles();
  const args = [
    'experiment',
    '--draft',
    'draft.tiers.json',
    '--response',
    'response.json',
    '--runs',
    '2',
    '--days',
    '14',
    '--auctions-per-day',
    '60',
    '--out',
    'out.json',
  ];
  const { stdout, stderr, exitCode } = await runSimulator(folder, args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const text = readFileSync(join(folder, 'out.json'), 'utf8');
  const report = ExperimentReport.parse(JSON.parse(text));
  expect(report).toMatchObject({ design: 'switchback', runs: 2, days: 14, clusters: { by: 'site' } });
  for (const { publish, stop, paused, go_on: goOn, cannot_say: cannotSay } of [report.draft, report.without_effect]) {
    expect(publish + stop + paused + goOn + cannotSay).toBeCloseTo(1, 12);
  }
  expect(stdout).toContain('switchback');
  await runSimulator(folder, [...args.slice(0, -1), 'again.json']);
  expect(readFileSync(join(folder, 'again.json'), 'utf8')).toBe(text);
});

test.for([
  { args: ['--design', 'split', '--draft', 'none.tiers.json'], message: '--draft: none.tiers.json cannot be read' },
  { args: ['--draft', 'draft.tiers.json', '--days', '15'], message: 'allowed are multiples of 14' },
  {
    args: ['--draft', 'draft.tiers.json', '--response', 'draft.tiers.json'],
    message: '--response: draft.tiers.json cannot be used',
  },
  {
    args: ['--draft', 'draft.tiers.json', '--cluster-by', 'device', '--auctions-per-day', '60'],
    message: 'needs 8 to 40 clusters',
  },
])('experiment $args ends with exit code 2 and a sentence', async ({ args, message }) => {
  const { stdout, stderr, exitCode } = await runSimulator(writeFiles(), ['experiment', ...args]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('the pool has what the engine decides: a raised minimum of one tier leaves other auctions alone, and answers come where it is met', () => {
  const current = loadDemoTierSet();
  const draft = toTierSet(
    parseTierSet(raised, (problem) => new Error(problem)),
    { current },
  );
  const response = ResponseParams.parse({ version: 1, raise: 0.2, budget: { members: [110], per_day: 1 } });
  const auctions = decideAuctions({
    current,
    draft,
    params: defaultParams,
    response,
    bidCount: 15,
    seed: 's',
    feePpm: 150_000,
    auctionCount: 1000,
  });
  const changed = auctions.filter(({ asIs }) => asIs.control !== asIs.treatment);
  expect(changed.length > 20 && changed.length < auctions.length / 2).toBe(true);
  expect(auctions.some(({ asIs, learnt }) => learnt.control > asIs.control)).toBe(true);
  expect(auctions.some(({ asIs, withoutLimited }) => withoutLimited.control < asIs.control)).toBe(true);
  const same = decideAuctions({
    current,
    draft: current,
    params: defaultParams,
    response,
    bidCount: 15,
    seed: 's',
    feePpm: 150_000,
    auctionCount: 1000,
  });
  expect(same.every(({ asIs, learnt }) => asIs.control === asIs.treatment && learnt.control === asIs.control)).toBe(
    true,
  );
  const [clusters] = clustersOf(auctions);
  const pool = toPool(auctions, clusters!);
  expect(new Set(pool.auctions.map(({ cluster }) => cluster)).size).toBe(pool.clusterCount);
});
