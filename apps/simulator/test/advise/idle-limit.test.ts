import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { advise } from '../../src/run/advise.ts';
import { loadSmall } from '../compare/tier-set.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';

/** In the first auction, tier 1 forgoes 5.20. */
test.for([
  ['5.200000', true],
  ['5.199999', false],
  [null, false],
] as const)('advice says of a limit of %s that it never binds: %s', async ([max_forgone, isIdle]) => {
  const loaded = loadSmall((tiers) => tiers.map((tier) => (tier.id === 1 ? { ...tier, max_forgone } : tier)));
  const { says } = await advise({ files: [writeLog(createFolder())], loaded, fee: chooseFee({}), seed: 's' });
  const idle = says.filter((sentence) => sentence.includes('never binds'));
  expect(idle).toEqual(isIdle ? [expect.stringContaining('tier 1, 5.200000 CPM')] : []);
});
