import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { ExcludeBuyer } from '../../exclude/exclude-buyer.tsx';
import { countText, percentColumn } from '../../figure/count.ts';
import { rangeText } from '../../figure/date.ts';
import { earnedColumn } from '../../figure/money.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { Problem, SidePanel, Waiting } from '../../part/kit.tsx';
import { useReport } from '../../report/use-report.ts';
import { AddBuyer } from './add-buyer.tsx';
import { Rename } from './rename.tsx';
import { BuyerCourse } from './buyer-course.tsx';
import type { BuyerRow } from './row/buyer-row.ts';
import { type TierOfBuyer, tiersOfBuyer } from './row/tiers-of-buyer.ts';

interface BuyerPanelProps {
  readonly row: BuyerRow;
  readonly onClose: () => void;
}

/** One buyer beside the table: what the directory has of it, and what it did in each tier. */
export function BuyerPanel({ row, onClose }: BuyerPanelProps) {
  const { session, ymProfile } = usePlace();
  const { id, name, member } = row;
  return (
    <SidePanel title={name} onClose={onClose}>
      {id !== null && (
        <p className="muted">
          Number {id}
          {member === null
            ? `, which nobody has named yet${session.role === 'admin' ? '' : ': the administrator of this installation does'}`
            : `, ${(member.primary_type ?? 'buyer').replace('_', ' ')}, ${member.active ? 'active' : 'inactive'}`}
        </p>
      )}
      {session.role === 'admin' && member === null && id !== null && <AddBuyer key={id} number={id} />}
      {session.role === 'admin' && member !== null && <Rename key={member.name} member={member} />}
      <BuyerCourse row={row} />
      <TierTable row={row} />
      {id !== null && <ExcludeBuyer buyer={{ id, name: row.member?.name ?? name }} />}
      {id !== null && (
        <Link to="/why" search={{ ym: ymProfile.id, buyer: id, outcome: 'lost' as const }}>
          Why did it lose?
        </Link>
      )}
    </SidePanel>
  );
}

function TierTable({ row }: { readonly row: BuyerRow }) {
  const { currency, from, to } = usePlace();
  const { data, error } = useReport({ groupBy: ['tier', 'buyer'] });
  const { live } = useLive();
  if (error !== null) return <Problem error={error} />;
  if (data === undefined || live === null) return <Waiting rows={4} />;
  const tiers = tiersOfBuyer(row, data.rows, live.tiers);
  if (tiers.length === 0) return <p className="muted">It has not bid in these days, and no live tier names it.</p>;
  return (
    <PlainTable
      rows={tiers}
      idOf={({ id }) => id ?? 'none'}
      columns={[
        { head: 'Tier', cell: tierCell, sum: `Sum, ${rangeText(from, to)}` },
        { head: 'Bids', figure: 'bids', cell: ({ bids }) => countText(bids), sum: countText(row.bids) },
        {
          head: 'Won (%)',
          figure: 'win_rate',
          cell: ({ winRate }) => percentColumn(winRate),
          sum: percentColumn(row.winRate),
        },
        { head: `Net (${currency})`, figure: 'net', cell: ({ net }) => earnedColumn(net), sum: earnedColumn(row.net) },
        {
          head: 'Excluded',
          figure: 'excluded',
          cell: ({ excluded }) => countText(excluded),
          sum: countText(row.excluded),
        },
      ]}
    />
  );
}

const tierCell = ({ id, name }: TierOfBuyer) =>
  id === null ? (
    <span className="muted">{name}</span>
  ) : (
    <Link to="/tiers/$tier" params={{ tier: String(id) }}>
      {name}
    </Link>
  );
