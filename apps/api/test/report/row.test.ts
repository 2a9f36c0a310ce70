import { pairCell, ReportCounts } from '@auction-tiers/tally';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createToRow } from '../../src/handlers/report/row.ts';

const toRow = createToRow({ group_by: 'tier,buyer' }, { tier: () => null, buyer: () => null });
const decimal = (value: bigint, digits: number) => {
  const unit = 10n ** BigInt(digits);
  return `${value / unit}.${String(value % unit).padStart(digits, '0')}`;
};

test('money of a row is exact to the micro, and its average rounded down, however much it is', () => {
  const low = fc.maxSafeNat().map((value) => value % 2 ** 52);
  fc.assert(
    fc.property(
      low,
      fc.nat(5),
      fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 1e9 })),
      (...figures) => {
        const [net, carries, won] = figures;
        const counts = new ReportCounts();
        const row = counts.pairs.rowOf(7, 107);
        const { sums } = counts.pairs;
        sums.cells[row + pairCell.won] = won;
        sums.cells[row + pairCell.net] = net;
        sums.addCarries(row + pairCell.net, carries);
        const exact = BigInt(carries) * 2n ** 52n + BigInt(net);
        expect(toRow({ label: '', counts, number: 1 })).toMatchObject({
          tier_id: 7,
          won,
          net: decimal(exact, 9),
          net_cpm: decimal(exact / BigInt(won), 6),
        });
      },
    ),
    {
      examples: [
        [2 ** 52 - 1, 1, 3],
        [0, 2, 1],
        [2, 0, 3],
      ],
    },
  );
});
