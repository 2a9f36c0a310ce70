import type { ReportRow } from '@auction-tiers/contract';
import type { FigureName } from '@auction-tiers/contract/glossary';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { counted, countText, percentColumn } from '../../figure/count.ts';
import { currencyShown, earnedColumn } from '../../figure/figures.ts';
import { type Column, numberColumn, wonOf } from '../../part/column.ts';
import { DataTable } from '../../part/data-table.tsx';
import { later } from '../../part/later.tsx';
import { Empty, Problem, SmallButton, Waiting } from '../../part/kit.tsx';
import { useReport } from '../../report/use-report.ts';

const ExcludeAsked = later('exclude buyer', () =>
  import('../../exclude/exclude-buyer.tsx').then((loaded) => loaded.ExcludeAsked),
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
  const { session } = usePlace();
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
    () => [...columnsOf(isExclude, nameOf), ...(canExclude ? [excludeColumn(nameOf, setExcluded)] : [])],
    [isExclude, nameOf, canExclude],
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
        fit={buyersFit}
        firstSort={{ id: isExclude ? 'value' : 'net', desc: true }}
      />
      {excluded !== null && (
        <ExcludeAsked
          key={excluded}
          buyer={{ id: excluded, name: nameOf(excluded) }}
          onClose={() => setExcluded(null)}
        />
      )}
    </>
  );
}

/** Columns that are left out where there is no room; files have them. */
const buyersFit = { leftOut: ['rate', 'bids', 'forgone', 'won'] };

const excludeColumn = (nameOf: (id: number) => string, onExclude: (id: number) => void): Column<BuyerRow> => ({
  id: 'exclude',
  head: '',
  label: 'Exclude',
  width: '108px',
  cell: ({ id }) => (
    <SmallButton
      aria-label={`Exclude ${nameOf(id)}…`}
      onPointerEnter={ExcludeAsked.preload}
      onFocus={ExcludeAsked.preload}
      onClick={() => onExclude(id)}
    >
      Exclude…
    </SmallButton>
  ),
});

const count = (id: string, head: string, figure: FigureName, of: (row: ReportRow) => number) =>
  numberColumn<BuyerRow>({
    id,
    head,
    figure,
    width: '90px',
    of: ({ row }) => (row === null ? 0 : of(row)),
    show: countText,
    isSummed: true,
  });
const money = (id: string, head: string, figure: 'net' | 'forgone' | 'excluded_net') =>
  numberColumn<BuyerRow>({
    id,
    head: `${head} (${currencyShown()})`,
    figure,
    width: '112px',
    of: ({ row }) => Number(row?.[figure] ?? 0),
    show: earnedColumn,
    isSummed: true,
  });

function columnsOf(isExclude: boolean, nameOf: (id: number) => string): readonly Column<BuyerRow>[] {
  const name: Column<BuyerRow> = {
    id: 'buyer',
    head: 'Buyer',
    width: 'minmax(100px, 1fr)',
    sortBy: ({ id }) => nameOf(id),
    sum: (rows) => counted(rows.length, 'buyer'),
    cell: ({ id }) => nameOf(id),
  };
  if (isExclude) {
    return [
      name,
      count('excluded', 'Excluded', 'excluded', ({ excluded }) => excluded),
      money('value', 'Their net value', 'excluded_net'),
    ];
  }
  return [
    name,
    count('bids', 'Bids in', 'in_tier', ({ bids }) => bids),
    count('won', 'Won', 'won', ({ won }) => won),
    {
      ...numberColumn<BuyerRow>({
        id: 'rate',
        head: 'Won (%)',
        figure: 'win_rate',
        width: '90px',
        of: ({ row }) => row?.win_rate ?? null,
        show: percentColumn,
      }),
      sum: (rows) =>
        wonOf(
          rows,
          ({ row }) => row?.bids ?? 0,
          ({ row }) => row?.won ?? 0,
        ),
    },
    money('net', 'Net', 'net'),
    money('forgone', 'Forgone', 'forgone'),
  ];
}
