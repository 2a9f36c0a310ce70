import type { AdviceLeaveOut } from '@auction-tiers/contract/advice-report';
import { Link } from '@tanstack/react-router';
import { countText } from '../figure/count.ts';
import { earnedColumn, signedText, toRange } from '../figure/figures.ts';
import { PlainTable } from '../part/plain-table.tsx';
import { rangeColumn, toneOf } from './words.ts';

const mostRows = 30;

interface LeaveOutProps {
  readonly rows: readonly AdviceLeaveOut[];
  readonly currency: string;
}

/** What net would have been without a tier, or without one buyer in it, as advice found it. */
export function LeaveOutTable({ rows, currency }: LeaveOutProps) {
  const shown = rows.slice(0, mostRows);
  return (
    <>
      <p className="muted">
        How net would have changed without a tier, or without one buyer in it ({currency}, all auctions of these days).
        Below zero: it brings money. Above zero: that is what preferring it costs.
      </p>
      <PlainTable
        label="Without a tier or a buyer"
        rows={shown}
        idOf={({ tier_id: id, buyer }) => `${id} ${buyer?.id ?? ''}`}
        columns={[
          { head: 'Without', cell: withoutCell },
          {
            head: `Net (${currency})`,
            isNumber: true,
            toneOf: ({ interval }) => toneOf(toRange(interval)),
            cell: ({ net }) => signedText(Number(net), earnedColumn),
          },
          {
            head: '95 %',
            isNumber: true,
            cell: ({ interval }) => rangeColumn(interval),
          },
          { head: 'Wins of the tier', isNumber: true, cell: ({ wins }) => signedText(wins, countText) },
        ]}
      />
      {rows.length > shown.length && <p className="muted">{countText(rows.length - shown.length)} more.</p>}
    </>
  );
}

const withoutCell = ({ tier_id: id, name, buyer }: AdviceLeaveOut) => (
  <>
    {buyer !== null && <>{buyer.name ?? 'A buyer'} in </>}
    <Link to="/tiers/$tier" params={{ tier: String(id) }}>
      {name ?? 'a tier'}
    </Link>
  </>
);
