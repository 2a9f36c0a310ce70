import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSeller } from '../../address/place.ts';
import { Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import { trpc } from '../../service/trpc.ts';

/** All sellers, for administrators: each leads to its settings, which stand above. */
export function Sellers() {
  const { memberId } = useSeller();
  const { data, error } = useQuery(trpc.member.list.queryOptions({}));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={3} />;
  return (
    <div className="table-box">
      <table className="plain-table stacked">
        <thead>
          <tr>
            <th>Seller</th>
            <th>Time zone</th>
            <th>Currency</th>
            <th className="number">Fee (%)</th>
            <th>
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ id, name, timezone, currency, revenue_share_pct: fee }) => (
            <tr key={id}>
              <td data-head="Seller">{name}</td>
              <td data-head="Time zone">{timezone}</td>
              <td data-head="Currency">{currency}</td>
              <td data-head="Fee (%)" className="number">
                {fee}
              </td>
              <td>
                {id === memberId ? (
                  <span className="muted">Its settings are above</span>
                ) : (
                  <Link to="/account" search={{ member: id }}>
                    Change {name}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
