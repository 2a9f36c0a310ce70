import type { ReportRow } from '@auction-tiers/contract';
import { figures } from '@auction-tiers/contract/glossary';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { counted, countText, percentColumn } from '../../figure/count.ts';
import { earnedColumn } from '../../figure/money.ts';
import type { Column } from '../../part/column.ts';
import { DataTable } from '../../part/data-table.tsx';
import { later } from '../../part/later.tsx';
import { Empty, Problem, SmallButton, Waiting } from '../../part/kit.tsx';
import { useReport } from '../../report/use-report.ts';

const ExcludeBuyer = later('exclude buyer', () =>
  import('../../exclude/exclude-buyer.tsx').then((loaded) => loaded.ExcludeBuyer),
);

interface BuyerRow {
  readonly id: number;
  readonly row: ReportRow | null;
}

interface TierBuyersProps {
  readonly tierId: number;
  readonly buyerIds: readonly number[];
  readonly isExclude: boolean;
  readonly nameOf: (id: number) => string;
}

/** The buyers that a tier names, and those that it named on the chosen days, with what each brought. */
export function TierBuyers({ tierId, buyerIds, isExclude, nameOf }: TierBuyersProps) {
  const { currency, session } = usePlace();
  const { data, error } = useReport({ groupBy: ['tier', 'buyer'] });
  const rows = useMemo(() => {
    const own = data?.rows.filter((row) => row.tier_id === tierId) ?? [];
    const byBuyer = new Map(
      own.flatMap((row) => (typeof row.buyer_id === 'number' ? [[row.buyer_id, row] as const] : [])),
    );
    return [...new Set([...buyerIds, ...byBuyer.keys()])].map((id): BuyerRow => ({ id, row: byBuyer.get(id) ?? null }));
  }, [data, tierId, buyerIds]);
  const navigate = useNavigate();
  const [excluded, setExcluded] = useState<number | null>(null);
  const canExclude = session.scopes.includes('write') && !isExclude;
  const columns = useMemo(
    () => [...columnsOf(isExclude, nameOf, currency), ...(canExclude ? [excludeColumn(nameOf, setExcluded)] : [])],
    [isExclude, nameOf, currency, canExclude],
  );
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={4} />;
  if (rows.length === 0)
    return (
      <Empty
        action={
          <Button onClick={() => void navigate({ to: '/tiers', search: { tier: tierId } })}>Edit the tier</Button>
        }
      >
        This tier names no buyer, so it matches no bid.
      </Empty>
    );
  return (
    <>
      <DataTable
        label="Buyers of the tier"
        rows={rows}
        columns={columns}
        idOf={({ id }) => String(id)}
        maxHeight="400px"
        firstSort={{ id: isExclude ? 'value' : 'net', desc: true }}
      />
      {excluded !== null && (
        <ExcludeBuyer
          key={excluded}
          buyer={{ id: excluded, name: nameOf(excluded) }}
          isOpen
          onClose={() => setExcluded(null)}
        />
      )}
    </>
  );
}

const excludeColumn = (nameOf: (id: number) => string, onExclude: (id: number) => void): Column<BuyerRow> => ({
  id: 'exclude',
  head: '',
  label: 'Exclude',
  width: '112px',
  cell: ({ id }) => (
    <SmallButton
      aria-label={`Exclude ${nameOf(id)}…`}
      onPointerEnter={ExcludeBuyer.preload}
      onFocus={ExcludeBuyer.preload}
      onClick={() => onExclude(id)}
    >
      Exclude…
    </SmallButton>
  ),
});

const sumOf = (rows: readonly BuyerRow[], of: (row: ReportRow) => number): number =>
  rows.reduce((sum, { row }) => (row === null ? sum : sum + of(row)), 0);

const count = (id: 'bids' | 'won' | 'excluded', head: string, of: (row: ReportRow) => number): Column<BuyerRow> => ({
  id,
  head,
  definition: figures[id === 'bids' ? 'in_tier' : id].definition,
  width: '90px',
  isNumber: true,
  sortBy: ({ row }) => (row === null ? 0 : of(row)),
  sum: (rows) => countText(sumOf(rows, of)),
  cell: ({ row }) => countText(row === null ? 0 : of(row)),
});
const money = (id: 'net' | 'forgone' | 'value', head: string, of: (row: ReportRow) => string): Column<BuyerRow> => ({
  id,
  head,
  definition: figures[id === 'value' ? 'excluded_net' : id].definition,
  width: '150px',
  isNumber: true,
  sortBy: ({ row }) => (row === null ? 0 : Number(of(row))),
  sum: (rows) => earnedColumn(sumOf(rows, (row) => Number(of(row)))),
  cell: ({ row }) => earnedColumn(row === null ? 0 : Number(of(row))),
});

function columnsOf(isExclude: boolean, nameOf: (id: number) => string, currency: string): readonly Column<BuyerRow>[] {
  const name: Column<BuyerRow> = {
    id: 'buyer',
    head: 'Buyer',
    width: 'minmax(140px, 1fr)',
    sortBy: ({ id }) => nameOf(id),
    sum: (rows) => counted(rows.length, 'buyer'),
    cell: ({ id }) => nameOf(id),
  };
  if (isExclude) {
    return [
      name,
      count('excluded', 'Excluded', ({ excluded }) => excluded),
      money('value', `Their net value (${currency})`, ({ excluded_net: value }) => value),
    ];
  }
  return [
    name,
    count('bids', 'Bids in', ({ bids }) => bids),
    count('won', 'Won', ({ won }) => won),
    {
      id: 'rate',
      head: 'Won (%)',
      definition: figures.win_rate.definition,
      width: '90px',
      isNumber: true,
      sortBy: ({ row }) => row?.win_rate ?? null,
      sum(rows) {
        const bids = sumOf(rows, (row) => row.bids);
        return percentColumn(bids === 0 ? null : sumOf(rows, ({ won }) => won) / bids);
      },
      cell: ({ row }) => percentColumn(row?.win_rate ?? null),
    },
    money('net', `Net (${currency})`, ({ net }) => net),
    money('forgone', `Forgone (${currency})`, ({ forgone }) => forgone),
  ];
}
