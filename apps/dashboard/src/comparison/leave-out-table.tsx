import type { AdviceLeaveOut } from '@auction-tiers/contract/advice-report';
import { Link } from '@tanstack/react-router';
import { countText } from '../figure/count.ts';
import { earnedColumn, signedText } from '../figure/money.ts';
import { toneOf } from './words.ts';

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
      <div className="scrolls">
        <table className="plain-table" aria-label="Without a tier or a buyer">
          <thead>
            <tr>
              <th scope="col">Without</th>
              <th scope="col" className="number">
                Net ({currency})
              </th>
              <th scope="col" className="number">
                95 %
              </th>
              <th scope="col" className="number">
                Wins of the tier
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <LeaveOutRow key={`${row.tier_id} ${row.buyer?.id ?? ''}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && <p className="muted">{countText(rows.length - shown.length)} more.</p>}
    </>
  );
}

function LeaveOutRow({ row: { tier_id: id, name, buyer, net, interval, wins } }: { readonly row: AdviceLeaveOut }) {
  const range = interval && { low: Number(interval.low), high: Number(interval.high) };
  return (
    <tr>
      <td>
        {buyer !== null && <>{buyer.name ?? 'A buyer'} in </>}
        <Link to="/tiers/$tier" params={{ tier: String(id) }}>
          {name ?? 'a tier'}
        </Link>
      </td>
      <td className={`number ${toneOf(range)}`}>{signedText(Number(net), earnedColumn)}</td>
      <td className="number">
        {range === null ? '' : `${signedText(range.low, earnedColumn)} to ${signedText(range.high, earnedColumn)}`}
      </td>
      <td className="number">{signedText(wins, countText)}</td>
    </tr>
  );
}
