import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { compare } from '../../src/run/compare.ts';
import { replay } from '../../src/run/replay.ts';
import { loadSmall } from '../compare/tier-set.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { compareHtml, printReplay, replayHtml } from '../document/write.ts';

/** Tier 1 forgoes 5.20 in the first auction, which a limit a micro below does not allow. */
const limited = (max_forgone: string) =>
  loadSmall((tiers) => tiers.map((tier) => (tier.id === 1 ? { ...tier, max_forgone } : tier)));

test.for([
  ['5.200000', 0],
  ['5.199999', 1],
] as const)('with a limit of %s, too costly bids are %d, in JSON, text and page', async ([limit, count]) => {
  const [files, fee] = [[writeLog(createFolder())], chooseFee({})];
  const [loaded, current] = [limited(limit), loadSmall()];
  const { report } = await replay({ files, loaded, target: undefined, fee, isStrict: false, onBrokenLine: () => {} });
  const steps = { listed: 3, priced_in: 2, targeted: 2, too_costly: count, categorised: 2 - count, won: 1 - count };
  expect(report.tiers.find(({ id }) => id === 1)!.funnel).toMatchObject(steps);
  const compared = await compare({ files, current, draft: loaded, fee, seed: 's' });
  expect(compared.funnel.current.find(({ tier_id: id }) => id === 1)).toMatchObject({ too_costly: 0, won: 1 });
  expect(compared.funnel.draft.find(({ tier_id: id }) => id === 1)).toMatchObject(steps);
  // A comparison as text has no funnel.
  const texts = [printReplay(report), replayHtml(report), compareHtml(compared)];
  expect(texts.map((text) => text.includes('Too costly'))).toEqual(texts.map(() => count > 0));
});
