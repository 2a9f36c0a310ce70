import { hourText } from '@auction-tiers/calendar';
import type { Column, Inline, Section } from '@auction-tiers/report-document';
import {
  count,
  effectTrack,
  figure,
  idAndName,
  moneyOf,
  name,
  others,
  section,
  sentence,
  signedCount,
  small,
  table,
  text,
} from '@auction-tiers/report-document';
import { capital } from '../../figure/text.ts';
import type { OwnRow, ReplayReport, Row } from '../../schema/replay-report.ts';
import { priorityText } from '../section/funnel.ts';

/** Rows on a terminal. */
const mostInText = 5;

/** Revenue with tiers and without, by tier, buyer and attributes of impressions. */
export function breakdownSections(report: ReplayReport): Section[] {
  const { currency, tiers, untiered, buyers, dmas, sizes, placements, hours } = report;
  const tierRows: NamedRow[] = tiers.map((row) => ({
    name: idAndName(row.id, row.name, ''),
    priority: priorityText(row),
    row,
    change: row.if_removed && { net: row.if_removed.net_to_seller, won: row.if_removed.sold },
  }));
  if (untiered.bids > 0) tierRows.push({ name: others('no tier'), row: untiered, change: null });
  const ifRemoved = { net: 'If removed', track: 'Without this tier alone', won: 'Sold if removed' };
  const of = <Named extends Row>(
    id: string,
    title: string,
    noun: string,
    { rows, other }: { readonly rows: readonly Named[]; readonly other: Row | null },
    nameOf: (row: Named) => Inline,
  ): Section => {
    const named = rows.map((row) => toNamed(nameOf(row), row));
    if (other !== null) named.push(toNamed(others('all others'), other));
    const order = id === 'hours-of-day' ? 'UTC' : 'the highest revenue first';
    const shown = { caption: `By ${noun}, ${order}`, noun, currency };
    return breakdown(id, title, named, againstNoTiers, {
      ...shown,
      ...(id !== 'hours-of-day' && { mostInText }),
    });
  };
  return [
    breakdown('tiers', 'Tiers', tierRows, ifRemoved, {
      noun: 'tier',
      caption: 'By tier, in the order checked',
      currency,
    }),
    of('buyers', 'Buyers', 'buyer', buyers, (row) => idAndName(row.id, row.name, 'no known buyer')),
    of('dmas', 'Market areas', 'market area', dmas, (row) => idAndName(row.dma, row.name, 'none named')),
    of('sizes', 'Sizes', 'size', sizes, ({ size }) => named(size)),
    of('placements', 'Placements', 'placement', placements, ({ placement_id: id }) => named(id)),
    of('hours-of-day', 'Hours of the day', 'hour', hours, ({ hour }) =>
      hour === null ? others('not known') : hourText(hour),
    ),
  ];
}

const named = (value: string | number | null): Inline => (value === null ? others('none named') : name(`${value}`));

const toNamed = (called: Inline, row: Row): NamedRow => ({
  name: called,
  row,
  change: { net: row.difference.net_to_seller, won: row.difference.won },
});

/** A row of a replay with its name, and a change of revenue and of auctions won; null: there is none to tell. */
interface NamedRow {
  readonly name: Inline;
  /** Of a tier. */
  readonly priority?: string;
  readonly row: OwnRow;
  readonly change: { readonly net: string; readonly won: number } | null;
}

/** The heads of the columns that show the change. */
interface ChangeHeads {
  readonly net: string;
  readonly track: string;
  readonly won: string;
}

const againstNoTiers: ChangeHeads = { net: 'Difference', track: 'Against no tiers', won: '+/−' };

interface Shown {
  readonly noun: string;
  readonly caption: string;
  readonly currency: string;
  readonly mostInText?: number;
}

const own = (head: string, cell: (row: OwnRow) => Inline): Column<NamedRow> => figure(head, ({ row }) => cell(row));

/** Revenue with tiers, one row per `noun`, and a change of it. */
function breakdown(
  id: string,
  title: string,
  rows: readonly NamedRow[],
  heads: ChangeHeads,
  { noun, currency, ...shown }: Shown,
): Section {
  if (rows.length === 0) return section(id, title, [sentence(`The log has no ${noun}.`, 'nothing')]);
  const levels = moneyOf(currency, rows, ({ row }) => row.net_to_seller);
  const differences = moneyOf(currency, rows, ({ change }) => change?.net ?? []);
  const lost = moneyOf(currency, rows, ({ row }) => [row.excluded_value.net, row.below_floor_value.net]);
  const withValue = (bids: number, value: string): Inline => [
    count(bids),
    bids === 0 ? null : [' ', small(lost.plain(value))],
  ];
  return section(id, title, [
    table(rows, {
      ...shown,
      columns: [
        text(capital(noun), (row) => row.name),
        ...(noun === 'tier' ? [figure<NamedRow>('Priority', ({ priority = '' }) => priority, 'text')] : []),
        own('Net to the seller', (row) => levels.plain(row.net_to_seller)),
        figure(heads.net, ({ change }) => (change === null ? null : differences.signed(change.net))),
        effectTrack(heads.track, rows, currency, ({ change }) => change && { difference: change.net, bounds: null }),
        own('Forgone', (row) => levels.plain(row.forgone)),
        own('Bids', ({ bids }) => count(bids)),
        own('Won', ({ won }) => count(won)),
        figure(heads.won, ({ change }) => (change === null ? null : signedCount(change.won))),
        own('Excluded', (row) => withValue(row.excluded, row.excluded_value.net)),
        own('Below floor', (row) => withValue(row.below_floor, row.below_floor_value.net)),
      ],
    }),
  ]);
}
