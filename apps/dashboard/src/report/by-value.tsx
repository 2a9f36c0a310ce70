import { type ReportBreakdown, type ReportRow, usualBreakdowns } from '@auction-tiers/contract';
import { figures } from '@auction-tiers/contract/glossary';
import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { usePlace } from '../address/place.ts';
import { countText } from '../figure/count.ts';
import { rangeText } from '../figure/date.ts';
import { cpmColumn, cpmIn, earnedColumn } from '../figure/money.ts';
import { type Column, DataTable } from '../part/data-table.tsx';
import { Empty, Problem } from '../part/problem.tsx';
import { Block } from '../part/room.tsx';
import { ReportNotes } from './report-notes.tsx';
import { useReport } from './use-report.ts';

const words: Readonly<Record<ReportBreakdown, string>> = {
  site: 'Site',
  placement: 'Placement',
  domain: 'Domain',
  country: 'Country',
  dma: 'Market area',
  size: 'Size',
  device_type: 'Device',
  media_type: 'Media type',
  deal: 'Deal',
};

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A value in words: `United States (US)`. */
function valueText(by: ReportBreakdown, { is_other: isOther, not_counted: isNotCounted, ...row }: ReportRow): string {
  if (isNotCounted === true) return 'not counted';
  const value = row[by] ?? null;
  if (value === null) return isOther === true ? 'all others' : 'not known';
  const name = by === 'country' && /^[A-Z]{2}$/.test(value) ? countries.of(value) : undefined;
  return name === undefined ? value : `${name} (${value})`;
}

const number = { isNumber: true } as const;

const columnsOf = (by: ReportBreakdown, currency: string): readonly Column<ReportRow>[] => [
  {
    id: 'value',
    head: words[by],
    width: 'minmax(160px, 2fr)',
    sortBy: (row) => valueText(by, row),
    sum: () => 'All',
    cell: (row) => <span className="cut">{valueText(by, row)}</span>,
  },
  ...(['auctions', 'sold'] as const).map((name) => ({
    ...number,
    id: name,
    head: figures[name].name,
    definition: figures[name].definition,
    width: '110px',
    sortBy: (row: ReportRow) => row[name] ?? 0,
    sum: (rows: readonly ReportRow[]) => countText(rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)),
    cell: (row: ReportRow) => countText(row[name] ?? 0),
  })),
  ...(['net', 'forgone'] as const).map((name) => ({
    ...number,
    id: name,
    head: `${figures[name].name} (${currency})`,
    definition: figures[name].definition,
    width: '130px',
    sortBy: (row: ReportRow) => Number(row[name]),
    sum: (rows: readonly ReportRow[]) => earnedColumn(rows.reduce((sum, row) => sum + Number(row[name]), 0)),
    cell: (row: ReportRow) => earnedColumn(Number(row[name])),
  })),
  {
    ...number,
    id: 'net_cpm',
    head: `Net (${cpmIn(currency)})`,
    definition: figures.net_cpm.definition,
    width: '130px',
    sortBy: ({ net_cpm: price }) => Number(price ?? -1),
    cell: ({ net_cpm: price }) => (price === null ? '–' : cpmColumn(price)),
  },
];

interface BySelectProps {
  /** null: the choice of `none`. */
  readonly by: ReportBreakdown | null;
  readonly onChange: (by: ReportBreakdown | null) => void;
  /** The label of no attribute; without it an attribute is always chosen. */
  readonly none?: string;
}

/** Chooses one of the attributes that the seller has counted. */
export function BySelect({ by, onChange, none }: BySelectProps) {
  const counted = useCounted();
  return (
    <Select
      aria-label="Auctions by"
      w={180}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...counted.map((value) => ({ value, label: `by ${words[value].toLowerCase()}` })),
      ]}
      value={by ?? ''}
      allowDeselect={false}
      onChange={(value) => onChange(counted.find((one) => one === value) ?? null)}
    />
  );
}

/** The attributes by which the seller's auctions are counted. */
export const useCounted = (): readonly ReportBreakdown[] => usePlace().member.report_breakdowns ?? usualBreakdowns;

/** The auctions of the chosen days by the values of one attribute. */
export function ValueTable({ by }: { readonly by: ReportBreakdown }) {
  const { currency } = usePlace();
  const { data, error } = useReport({ groupBy: [by] });
  const columns = useMemo(() => columnsOf(by, currency), [by, currency]);
  // While another attribute is read, `data` still has the rows of the attribute before.
  const rows = useMemo(() => (data?.rows ?? []).filter((row) => by in row), [data, by]);
  return (
    <>
      {error !== null && <Problem error={error} />}
      <ReportNotes report={data} />
      {data !== undefined && rows.length === 0 && <Empty>Nothing was counted by {words[by].toLowerCase()}.</Empty>}
      {rows.length > 0 && (
        <DataTable
          label={`Auctions by ${words[by].toLowerCase()}`}
          rows={rows}
          columns={columns}
          idOf={(row) =>
            row.not_counted === true ? 'not counted' : row.is_other === true ? 'other' : `=${row[by] ?? ''}`
          }
          firstSort={{ id: 'net', desc: true }}
          maxHeight="420px"
        />
      )}
    </>
  );
}

/** The auctions of the chosen days by the values of an attribute that is chosen here. */
export function ByValue() {
  const { from, to } = usePlace();
  const [chosen, setChosen] = useState<ReportBreakdown | null>(null);
  const [first] = useCounted();
  const by = chosen ?? first;
  if (by === undefined) return null;
  return (
    <Block title={`By ${words[by].toLowerCase()}, ${rangeText(from, to)}`}>
      <div className="above-table">
        <BySelect by={by} onChange={setChosen} />
      </div>
      <ValueTable by={by} />
    </Block>
  );
}
