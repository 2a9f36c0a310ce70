import { samplePath } from '@auction-tiers/tools/sample';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { replay } from '../../src/run/replay.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';

test.for([
  { name: 'auctions' as const, lines: 42, auctions: 60, bids: 101, invalid: 1 },
  { name: 'requests' as const, lines: 33, auctions: 33, bids: 0, invalid: 0 },
])('all $lines lines of public $name replay', async ({ name, lines, auctions, bids, invalid }) => {
  const { report } = await replay({
    files: [samplePath(name)],
    loaded: loadDemoTierSet(),
    target: undefined,
    fee: chooseFee({}),
    isStrict: true,
    onBrokenLine: () => {},
  });
  expect(report.input).toMatchObject({ lines: { own: 0, openrtb: lines }, broken_lines: 0, invalid_bids: invalid });
  expect(report).toMatchObject({ auctions, bids });
  const { outcomes } = report.with_tiers;
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(bids);
});
