import type { AuctionRequest, BidExplanation } from '@auction-tiers/tier-engine';
import { useMemo } from 'react';
import { usePlace } from '../../address/place.ts';
import { cpmColumn, cpmIn, fromMicros } from '../../figure/money.ts';
import type { Column } from '../../part/column.ts';
import { DataTable } from '../../part/data-table.tsx';
import type { Explained } from './explain-body.ts';
import type { Names } from './names.ts';
import { outcomeWords, priceText } from './verdict-words.ts';

interface Row extends BidExplanation {
  readonly grossMicros: number;
  /** The place of the bid in the request, from 1. */
  readonly sentAs: number;
}

/** Bids in auction order; the bids that take no part come last. */
export function toRows({ bids: sent }: AuctionRequest, bids: readonly BidExplanation[]): Row[] {
  const rows = bids.map((bid, place) => ({ ...bid, grossMicros: sent[place]!.grossMicros, sentAs: place + 1 }));
  return rows.toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0);
}

interface BidListProps {
  readonly explained: Explained;
  readonly current: string | null;
  readonly names: Names;
  readonly onChoose: (bidId: string) => void;
}

export function BidList({ explained: { request, explanation }, current, names, onChoose }: BidListProps) {
  const cpm = cpmIn(usePlace().currency);
  const rows = useMemo(() => toRows(request, explanation.bids), [request, explanation]);
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'rank', head: 'Place', width: '60px', isNumber: true, cell: ({ rank }) => rank ?? '–' },
      { id: 'bid', head: 'Bid', width: 'minmax(60px, 1fr)', cell: ({ sentAs }) => sentAs },
      { id: 'buyer', head: 'Buyer', width: 'minmax(140px, 2fr)', cell: ({ memberId }) => names.buyer(memberId) },
      {
        id: 'gross',
        head: `Gross (${cpm})`,
        width: '130px',
        isNumber: true,
        cell: (row) => priceCell(row.grossMicros),
      },
      { id: 'net', head: `Net (${cpm})`, width: '120px', isNumber: true, cell: (row) => priceCell(row.netMicros) },
      { id: 'priority', head: 'Priority', width: '80px', isNumber: true, cell: ({ priority }) => priority ?? '–' },
      {
        id: 'tier',
        head: 'Tier',
        width: 'minmax(140px, 2fr)',
        cell: ({ tierId }) => (tierId === null ? '–' : names.tier(tierId)),
      },
      { id: 'outcome', head: 'Outcome', width: 'minmax(120px, 1fr)', cell: outcomeCell },
    ],
    [names, cpm],
  );
  return (
    <DataTable
      label="Bids in auction order"
      rows={rows}
      columns={columns}
      idOf={({ bidId }) => bidId}
      current={current}
      onOpen={({ bidId }) => onChoose(bidId)}
      isDense
      maxHeight="420px"
    />
  );
}

const priceCell = (micros: number) => <span title={priceText(micros)}>{cpmColumn(fromMicros(micros))}</span>;

function outcomeCell({ outcome }: Row) {
  const isWon = outcome === 'won';
  return (
    <span className={isWon ? 'gain' : ''} title={outcomeWords[outcome].meaning}>
      {isWon && '✓ '}
      {outcomeWords[outcome].word}
    </span>
  );
}
