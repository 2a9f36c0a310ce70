import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { usePlace } from '../../address/place.ts';
import { pageOnly } from '../../address/search.ts';
import { useLive } from '../../draft/use-draft.ts';
import { ExcludeBuyer } from '../../exclude/exclude-buyer.tsx';
import { countText, percentColumn } from '../../figure/count.ts';
import { rangeText } from '../../figure/date.ts';
import { earnedColumn } from '../../figure/money.ts';
import { FigureHead } from '../../part/definition.tsx';
import { Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import { useReport } from '../../report/use-report.ts';
import { AddBuyer } from './add-buyer.tsx';
import { Rename } from './rename.tsx';
import { BuyerCourse } from './buyer-course.tsx';
import type { BuyerRow } from './row/buyer-row.ts';
import { tiersOfBuyer } from './row/tiers-of-buyer.ts';

interface BuyerPanelProps {
  readonly row: BuyerRow;
  readonly onClose: () => void;
}

/** One buyer beside the table: what the directory has of it, and what it did in each tier. */
export function BuyerPanel({ row, onClose }: BuyerPanelProps) {
  const { session, ymProfile } = usePlace();
  const { id, name, member } = row;
  const panel = useRef<HTMLElement>(null);
  const hear = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  });
  useEffect(() => {
    const element = panel.current;
    const listen = (event: KeyboardEvent) => hear(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return (
    <aside className="side-panel" aria-label={name} ref={panel}>
      <div className="side-panel-head">
        <h2 title={name}>{name}</h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
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
        <Link to="/why" search={(all) => ({ ...pageOnly(all), ym: ymProfile.id, buyer: id, outcome: 'lost' as const })}>
          Why did it lose?
        </Link>
      )}
    </aside>
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
    <div className="scrolls">
      <table className="plain-table">
        <thead>
          <tr>
            <th>Tier</th>
            <FigureHead figure="bids">Bids</FigureHead>
            <FigureHead figure="win_rate">Won (%)</FigureHead>
            <FigureHead figure="net">Net ({currency})</FigureHead>
            <FigureHead figure="excluded">Excluded</FigureHead>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ id, name, bids, winRate, net, excluded }) => (
            <tr key={id ?? 'none'}>
              <td>
                {id === null ? (
                  <span className="muted">{name}</span>
                ) : (
                  <Link to="/tiers/$tier" params={{ tier: String(id) }} search={pageOnly}>
                    {name}
                  </Link>
                )}
              </td>
              <td className="number">{countText(bids)}</td>
              <td className="number">{percentColumn(winRate)}</td>
              <td className="number">{earnedColumn(net)}</td>
              <td className="number">{countText(excluded)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Sum, {rangeText(from, to)}</td>
            <td className="number">{countText(row.bids)}</td>
            <td className="number">{percentColumn(row.winRate)}</td>
            <td className="number">{earnedColumn(row.net)}</td>
            <td className="number">{countText(row.excluded)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
