import { join } from 'node:path';
import { defaultParams } from '@auction-tiers/market';
import { expect, test } from 'vitest';
import { generate } from '../../src/generate/generate.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { advise } from '../../src/run/advise.ts';
import { loadDemo } from '../compare/tier-set.ts';
import { createFolder } from '../fixture/folder.ts';

test('the first of several readings of the log is not the whole work', async () => {
  const file = join(createFolder(), 'log.jsonl');
  await generate({ auctionCount: 500, bidCount: 8, seed: 'advice', format: 'own', params: defaultParams }, file);
  const told: number[] = [];
  const report = await advise({
    files: [file],
    loaded: loadDemo(),
    fee: chooseFee({}),
    seed: 's',
    onProgress: (done, total) => told.push(done / total),
  });
  expect(report.proposals.length).toBeGreaterThan(0);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(told[0]).toBe(0);
  // Where the second reading begins, the first has ended and changes were chosen.
  const second = told.findIndex((share) => share >= 0.5);
  expect(told[second - 1]).toBeCloseTo(0.4, 12);
  expect(told.at(-1)).toBeGreaterThanOrEqual(0.8);
});
