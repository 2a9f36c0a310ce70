import {
  cutColumns,
  dateText,
  invalid,
  type ReportAttribute,
  reportAttributes,
  reportColumns,
  type ReportInput,
  type ReportRow,
  type ReportTime,
  reportTimes,
} from '@auction-tiers/contract';
import { countParts, type ExactSums, pairCell, pairWidth, totalCell, valueCell } from '@auction-tiers/tally';
import { formatEarned, formatMoney, outcomes } from '@auction-tiers/tier-engine';
import { type CountedRow, pairOf } from './read-report.ts';

/** The names of tiers and buyers. */
export interface Names {
  readonly tier: (id: number) => string | null;
  readonly buyer: (id: number) => string | null;
}

/** The amounts of a row, with the cells that they are summed in. */
const amounts = { gross: 'gross', net: 'net', forgone: 'forgone', excluded_net: 'excludedNet' } as const;
type Amount = keyof typeof amounts;
type Figure = (typeof amounts)[Amount];

const ofAmounts = <Value>(valueOf: (figure: Figure) => Value): Readonly<Record<Amount, Value>> =>
  Object.fromEntries(Object.entries(amounts).map(([name, figure]) => [name, valueOf(figure)])) as Record<Amount, Value>;

const microsPerUnit = 1_000_000n;
const rateDigits = 1e6;

/** A count in a row of an attribute's value; undefined for any other row. */
const ofValue = ({ value }: CountedRow, cell: number): number | undefined => value?.table.sums.cells[value.row + cell];

const outcomeCount = ({ counts }: CountedRow, outcome: (typeof outcomes)[number]): number =>
  counts.totals.cells[totalCell.outcomes + outcomes.indexOf(outcome)]!;

function bidsOf(row: CountedRow): number {
  if (row.number >= 0) return pairOf(row, pairCell.bids);
  if (row.value !== undefined) return ofValue(row, valueCell.bids)!;
  return outcomes.reduce((sum, outcome) => sum + outcomeCount(row, outcome), 0);
}
const wonOf = (row: CountedRow): number =>
  row.number >= 0 ? pairOf(row, pairCell.won) : (ofValue(row, valueCell.won) ?? outcomeCount(row, 'won'));
const excludedOf = (row: CountedRow): number =>
  row.number >= 0
    ? pairOf(row, pairCell.excluded)
    : (ofValue(row, valueCell.excluded) ?? outcomeCount(row, 'excluded'));

const sumsOf = ({ counts, number, value }: CountedRow): ExactSums =>
  value?.table.sums ?? (number >= 0 ? counts.pairs.sums : counts.totals);
const placeOf = ({ number, value }: CountedRow, figure: Figure): number => {
  if (value !== undefined) return value.row + valueCell[figure];
  return number >= 0 ? number * pairWidth + pairCell[figure] : totalCell[figure];
};

const microsOf = (row: CountedRow, figure: Figure): bigint => sumsOf(row).exact(placeOf(row, figure));

/** An earned amount as text. */
const figureText = (row: CountedRow, figure: Figure): string => formatEarned(microsOf(row, figure));

/** The net CPM price of an auction won, on average, rounded down. */
const netCpmText = (row: CountedRow, won: number): string =>
  cpmText((microsOf(row, 'net') * BigInt(countParts)) / BigInt(won * countParts));

/** A CPM price with six decimals, however high. */
const cpmText = (micros: bigint): string =>
  micros <= Number.MAX_SAFE_INTEGER
    ? formatMoney(Number(micros))
    : `${micros / microsPerUnit}.${String(micros % microsPerUnit).padStart(6, '0')}`;

const isNotCounted = ({ value }: CountedRow): boolean => value?.isNotCounted === true;
const isOther = (row: CountedRow): boolean => row.number === 0 || (row.value?.value === null && !isNotCounted(row));

/** The value of an attribute as text. */
const valueOf = ({ value }: CountedRow): string | null => (value?.value ? String(value.value) : null);
const byBreakdown = <Of>(of: Of) =>
  Object.fromEntries(reportAttributes.map((name) => [name, of])) as Record<ReportAttribute, Of>;
const byTime = <Of>(of: Of) => Object.fromEntries(reportTimes.map((name) => [name, of])) as Record<ReportTime, Of>;
const tierOf = (row: CountedRow): number | null => idOf(row, pairCell.tier);
const buyerOf = (row: CountedRow): number | null => idOf(row, pairCell.buyer);

/** The counts of a row, by which it is answered and sorted. */
const counted = {
  auctions: (row: CountedRow) => ofValue(row, valueCell.auctions) ?? row.counts.totals.cells[totalCell.auctions]!,
  sold: (row: CountedRow) => ofValue(row, valueCell.won) ?? row.counts.totals.cells[totalCell.sold]!,
  without_bids: ({ counts }: CountedRow) => counts.totals.cells[totalCell.withoutBids]!,
  bids: bidsOf,
  won: wonOf,
  excluded: excludedOf,
  too_costly: (row: CountedRow) => pairOf(row, pairCell.tooCostly),
  outranked: (row: CountedRow) => outcomeCount(row, 'outranked'),
  outbid: (row: CountedRow) => outcomeCount(row, 'outbid'),
  lost_tie: (row: CountedRow) => outcomeCount(row, 'lost_tie'),
  below_floor: (row: CountedRow) => outcomeCount(row, 'below_floor'),
};

/** A count in at most six decimals. */
const countDigits = 1e6;
const shownCount = (count: number): number =>
  Number.isInteger(count) ? count : Math.round(count * countDigits) / countDigits;

/** Makes the rows of an answer, with the attributes that a report has by its groups. */
export function createToRow(input: Pick<ReportInput, 'group_by'>, names: Names) {
  const columns = reportColumns(input);
  const values: { readonly [Name in keyof ReportRow]-?: (row: CountedRow) => ReportRow[Name] } = {
    ...byTime(({ label }) => label),
    timezone: ({ cut }) => cut?.timezone,
    from: ({ cut }) => cut && dateText(cut.startMs),
    to: ({ cut }) => cut && dateText(cut.endMs),
    tier_id: tierOf,
    tier_name: (row) => nameOf(tierOf(row), names.tier),
    buyer_id: buyerOf,
    buyer_name: (row) => nameOf(buyerOf(row), names.buyer),
    ...byBreakdown(valueOf),
    is_other: isOther,
    not_counted: isNotCounted,
    ...(Object.fromEntries(
      Object.entries(counted).map(([name, of]) => [name, (row: CountedRow) => shownCount(of(row))]),
    ) as typeof counted),
    ...ofAmounts((figure) => (row: CountedRow) => figureText(row, figure)),
    win_rate: (row) => (bidsOf(row) === 0 ? null : Math.round((wonOf(row) / bidsOf(row)) * rateDigits) / rateDigits),
    net_cpm: (row) => (wonOf(row) === 0 ? null : netCpmText(row, wonOf(row))),
  };
  const makers = columns.map((column) => [column, values[column]] as const);
  return (row: CountedRow): ReportRow => {
    const made: Record<string, unknown> = {};
    for (const [column, make] of makers) made[column] = make(row);
    if (row.cut !== undefined) for (const column of cutColumns) made[column] = values[column](row);
    return made as ReportRow;
  };
}

const idOf = (row: CountedRow, cell: number): number | null => (isOther(row) ? null : pairOf(row, cell) || null);
const nameOf = (id: number | null, find: (id: number) => string | null) => (id === null ? null : find(id));

type KeyOf = (row: CountedRow) => number | string;

const rounded =
  (figure: Figure): KeyOf =>
  (row) =>
    sumsOf(row).number(placeOf(row, figure));

/** What rows are sorted by. Null comes first in ascending order, as in lists. */
const keys: Readonly<Partial<Record<keyof ReportRow, KeyOf>>> = {
  ...byTime((row: CountedRow) => `${row.label} ${row.cut?.startMs ?? ''}`),
  tier_id: (row) => idOf(row, pairCell.tier) ?? 0,
  buyer_id: (row) => idOf(row, pairCell.buyer) ?? 0,
  ...byBreakdown((row: CountedRow) => valueOf(row) ?? ''),
  ...counted,
  ...ofAmounts(rounded),
  win_rate: (row) => (bidsOf(row) === 0 ? -1 : wonOf(row) / bidsOf(row)),
  net_cpm: (row) => (wonOf(row) === 0 ? -1 : (rounded('net')(row) as number) / wonOf(row)),
};

type Compare = (a: CountedRow, b: CountedRow) => number;

/** The row of all others comes behind those of values, and that of what was not counted comes last. */
const rankOf = (row: CountedRow): number => (isNotCounted(row) ? 2 : isOther(row) ? 1 : 0);
const othersLast: Compare = (a, b) => rankOf(a) - rankOf(b);

/** Compares rows by the requested sort, then by their group values; the row that sums all other pairs comes last. */
export function compareRowsBy(sort: string | undefined, input: Pick<ReportInput, 'group_by'>): Compare {
  const asked = sort === undefined ? [] : sort.split(',').map((part) => parseOrder(part.trim(), input));
  // The rows of every attribute have their value in the same place.
  const byValue = ascending('site');
  const usual = [ascending('hour'), othersLast, ascending('tier_id'), ascending('buyer_id'), byValue];
  const orders = [...asked, ...usual];
  return (a, b) => {
    for (const compare of orders) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

function parseOrder(part: string, input: Pick<ReportInput, 'group_by'>): Compare {
  const [name = '', direction = 'asc', ...rest] = part.split('.');
  const known: readonly string[] = reportColumns(input).filter((column) => keys[column] !== undefined);
  if (!known.includes(name) || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
    const message = `is ${JSON.stringify(part)}, allowed: an attribute and .asc or .desc, of: ${known.join(', ')}`;
    throw invalid([{ path: 'sort', message }]);
  }
  const compare = ascending(name as keyof ReportRow);
  return direction === 'asc' ? compare : (a, b) => compare(b, a);
}

function ascending(name: keyof ReportRow): Compare {
  const keyOf = keys[name]!;
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === other) return 0;
    return one < other ? -1 : 1;
  };
}
