import type { Member } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSeller } from '../../address/place.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { Problem, Waiting } from '../../part/kit.tsx';
import { trpc } from '../../service/trpc.ts';

/** All sellers, for administrators: each leads to its settings, which stand above. */
export function Sellers() {
  const { memberId } = useSeller();
  const { data, error } = useQuery(trpc.member.list.queryOptions({}));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={3} />;
  return (
    <PlainTable
      isStacked
      rows={data.items}
      idOf={({ id }) => id}
      columns={[
        { head: 'Seller', cell: ({ name }) => name },
        { head: 'Time zone', cell: ({ timezone }) => timezone },
        { head: 'Currency', cell: ({ currency }) => currency },
        { head: 'Fee (%)', isNumber: true, cell: ({ revenue_share_pct: fee }) => fee },
        { head: 'Change', isHeadHidden: true, cell: (member) => changeCell(member, memberId) },
      ]}
    />
  );
}

const changeCell = ({ id, name }: Member, shown: number) =>
  id === shown ? (
    <span className="muted">Its settings are above</span>
  ) : (
    <Link to="/account" search={{ member: id }}>
      Change {name}
    </Link>
  );
