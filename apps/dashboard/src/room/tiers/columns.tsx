import { type ReportRow, tierResource } from '@auction-tiers/contract';
import { figures as glossary } from '@auction-tiers/contract/glossary';
import { sparkBarHtml } from '@auction-tiers/chart';
import { Link } from '@tanstack/react-router';
import { cpmIn, cpmText, earnedColumn, figures as figureForms, neededPrice, neededText } from '../../figure/figures.ts';
import { momentInFile, msOf } from '../../figure/date.ts';
import { counted, countText, percentColumn } from '../../figure/count.ts';
import { ActionSign, Change } from '../../part/kit.tsx';
import { Marked } from '../../part/marked.tsx';
import type { Column, FootRow } from '../../part/column.ts';
import { figureWidth } from '../../part/data-table.tsx';
import { type Fit, withFirst } from '../../part/fit-columns.ts';
import { amounts, besideTiers, type Sums, type TierFigures } from './row/figures.ts';
import { readerOf } from './row/tiers-search.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { excerptOf } from '../../words/phrase.ts';
import type { useChosen } from './edit/use-chosen.ts';
import { Both, Buyers, courseCell, noLimit, none, priceCell, State, Tags } from './cells.tsx';
import type { LadderRow } from './row/ladder-row.ts';

/** How the ladder fits. Where no tier has a limit, their column says nothing, and goes before those that do. */
export function ladderFit(rows: readonly LadderRow[]): Fit<LadderRow> {
  const isLimited = rows.some(({ shown, changed }) => shown.max_forgone !== null || changed.has('max_forgone'));
  const figures = isLimited ? ['course', 'gross', 'limit'] : ['limit', 'course', 'gross'];
  return {
    leftOut: ['modified', 'rate', 'excluded', 'bids', ...figures, 'forgone', 'where', 'advice', 'choice'],
    narrow: narrowColumns,
  };
}

/** What a phone begins with: together 360 px, or more for long figures. */
function narrowColumns(columns: readonly Column<LadderRow>[]): readonly Column<LadderRow>[] {
  const widths: Readonly<Record<string, string>> = { priority: '32px', name: '132px' };
  return withFirst(columns, ['priority', 'name', 'price', 'net']).map((column) => ({
    ...column,
    width: widths[column.id] ?? column.width,
    // The word does not fit, and would be cut.
    ...(column.id === 'priority' ? { head: 'P', label: 'Priority' } : {}),
  }));
}

interface ColumnsInput extends Pick<ReturnType<typeof useChosen>, 'chosen' | 'areAllChosen' | 'choose' | 'chooseAll'> {
  readonly feeText: string;
  readonly currency: string;
  /** The days that the figures are of, in words, and how many are counted. */
  readonly period: string;
  readonly days: number;
  /** Whether advice was asked for. */
  readonly isAdvised: boolean;
  readonly widths: LadderWidths;
  /** The present time, for texts such as "3 hours ago". */
  readonly nowMs: number;
  /** The most bids of a tier: the length of a whole bar. */
  readonly mostBids: number;
  /** The rows that show the number of their level; null: all do. */
  readonly starts: ReadonlySet<string> | null;
  /** The rows within levels that show the number again, so that one is always in sight; null: none does. */
  readonly numbered: ReadonlySet<string> | null;
  readonly canEdit: boolean;
  /** The search, which is marked where it is found. */
  readonly phrase: RegExp | null;
}

/** The columns of the ladder. Prices are CPM, and net where the head says so; amounts are in the member's currency. */
export function ladderColumns(input: ColumnsInput): readonly Column<LadderRow>[] {
  const columns: readonly Column<LadderRow>[] = [
    ...(input.canEdit ? [choiceColumn(input)] : []),
    priorityColumn(input),
    {
      id: 'action',
      head: 'Action',
      width: '0px',
      isFileOnly: true,
      text: ({ shown }) => shown.member_action,
      cell: () => null,
    },
    {
      id: 'name',
      head: 'Tier',
      width: `minmax(${input.widths.name}, 1.3fr)`,
      sum: (rows) => (
        <span title="Of the bids in the tiers that are shown.">
          {counted(rows.length, 'tier')}, {input.period}
        </span>
      ),
      text: ({ shown }) => shown.name,
      cell: (row) => (
        <>
          <ActionSign action={row.shown.member_action} />
          <span title={row.shown.name} className={`tier-name ${row.state === 'removed' ? 'struck' : ''}`}>
            <Both row={row} field="name" show={({ name }) => <Marked text={name} phrase={input.phrase} />} />
          </span>
        </>
      ),
    },
    {
      id: 'buyers',
      head: 'Buyers',
      width: 'minmax(128px, 1fr)',
      text: ({ shown }) => (shown.buyer_members ?? []).map(buyerName).join('; '),
      cell: (row) => <Buyers row={row} phrase={input.phrase} />,
    },
    {
      id: 'price',
      head: `Net from (${cpmIn(input.currency)})`,
      definition: glossary.net_minimum.definition,
      width: input.widths.price,
      isNumber: true,
      text: ({ shown: { min_price: price } }) => (price === null ? '' : cpmText(price)),
      cell: (row) => <Both row={row} field="min_price" show={({ min_price: price }) => priceCell(price, none)} />,
    },
    {
      id: 'gross',
      head: `Gross (${cpmIn(input.currency)})`,
      definition: `${glossary.gross_needed.definition}. The fee is ${input.feeText}`,
      width: input.widths.gross,
      isNumber: true,
      cell: ({ grossMicros, liveGrossMicros }) => (
        <span className="muted" title={liveGrossMicros === null ? undefined : `live: ${neededPrice(liveGrossMicros)}`}>
          {grossMicros === null ? none : neededText(grossMicros)}
        </span>
      ),
    },
    {
      id: 'limit',
      head: `At most (${cpmIn(input.currency)})`,
      definition: tierResource.fields.max_forgone.description,
      width: '80px',
      isNumber: true,
      text: ({ shown: { max_forgone: limit } }) => (limit === null ? '' : cpmText(limit)),
      cell: (row) =>
        isInclude(row) ? (
          <Both row={row} field="max_forgone" show={({ max_forgone: limit }) => priceCell(limit, noLimit)} />
        ) : (
          none
        ),
    },
    {
      id: 'where',
      head: 'Where',
      width: 'minmax(94px, 1fr)',
      text: ({ where }) => where,
      cell: ({ where, wholeWhere, profile, liveWhere, changed }) => (
        <span className="muted" title={profile === null ? where : `${profile}: ${where}`}>
          {changed.has('profile_id') && liveWhere !== null ? (
            <Change before={liveWhere} after={where} />
          ) : (
            <Marked text={excerptOf(where, wholeWhere, input.phrase)} phrase={input.phrase} />
          )}
        </span>
      ),
    },
    {
      id: 'course',
      head: '14 days',
      definition:
        'Net of each whole day of the last 14, on a scale of its own; of a tier that excludes, what it kept out',
      width: '76px',
      text: ({ course }) => (course ?? []).map((value) => earnedColumn(value)).join(' '),
      cell: ({ course }) => course !== null && courseCell(course),
    },
    {
      id: 'bids',
      head: 'Bids in a day',
      definition: glossary.in_tier.definition,
      width: '92px',
      isNumber: true,
      text: ({ figures }) => (figures === null ? '' : String(Math.round(figures.bids / input.days))),
      sum: (rows) => countText(Math.round(total(rows, ({ bids }) => bids) / input.days)),
      cell: ({ figures }) =>
        figures === null ? (
          none
        ) : (
          <span
            title={`${counted(figures.bids, 'bid')} in the tier, ${input.period}`}
            dangerouslySetInnerHTML={{
              __html: String(
                sparkBarHtml(figures.bids / input.mostBids, countText(Math.round(figures.bids / input.days))),
              ),
            }}
          />
        ),
    },
    {
      id: 'rate',
      head: 'Won (%)',
      definition: glossary.win_rate.definition,
      width: '60px',
      isNumber: true,
      sum(rows) {
        const includes = rows.filter(isInclude);
        const bids = total(includes, (figures) => figures.bids);
        return percentColumn(bids === 0 ? null : total(includes, ({ won }) => won) / bids);
      },
      cell: ({ figures, shown }) =>
        figures === null || shown.member_action === 'exclude' ? none : percentColumn(figures.win_rate),
    },
    ...earnedColumns(input),
    {
      id: 'lint',
      head: 'Issues',
      width: '0px',
      isFileOnly: true,
      text: ({ findings }) => findings.map(({ severity, message }) => `${severity}: ${message}`).join('; '),
      cell: () => null,
    },
    {
      id: 'advice',
      head: `Advice (${input.currency} a day)`,
      definition: 'What would change with the proposal, how much a day that brings, and the buyer that it costs most',
      width: input.isAdvised ? `minmax(${input.widths.advice}, 0.6fr)` : 'minmax(132px, 0.6fr)',
      sum: () => !input.isAdvised && <Link to="/tiers/advice">Ask for advice</Link>,
      text: ({ advice }) => advice ?? '',
      cell: (row) => <Tags row={row} />,
    },
    {
      id: 'modified',
      head: 'Changed',
      width: '100px',
      text: ({ live }) => (live === null ? '' : momentInFile(msOf(live.last_modified))),
      cell: (row) => <State row={row} nowMs={input.nowMs} />,
    },
  ];
  return columns.map((column) => {
    const sortBy = readerOf(column.id);
    return sortBy === undefined ? column : { ...column, sortBy };
  });
}

const isInclude = ({ shown }: LadderRow): boolean => shown.member_action === 'include';

const total = (rows: readonly LadderRow[], of: (figures: TierFigures) => number): number =>
  rows.reduce((sum, { figures }) => (figures === null ? sum : sum + of(figures)), 0);

/** What tiers earned, or cost, a day of the chosen ones: all these columns have the same basis. */
const earnedColumns = ({ currency, period, days, widths }: ColumnsInput): readonly Column<LadderRow>[] =>
  amounts.map((amount) => ({
    id: amount.id,
    head: `${amount.head} (${currency})`,
    definition: `${glossary[amount.figure].definition}. The sum of ${period} by ${figureForms.decimal(days, 0, 1)} days`,
    width: widths.earned[amount.id],
    isNumber: true,
    sum: (rows) => earned(rows, amount, days),
    cell: (row) =>
      row.figures === null || !has(row, amount) ? none : earnedColumn((row.figures[amount.figure] ?? 0) / days),
  }));

type Amount = (typeof amounts)[number];

const has = ({ shown }: LadderRow, { action }: Amount): boolean => shown.member_action === action;

const earned = (rows: readonly LadderRow[], amount: Amount, days: number): string =>
  earnedColumn(
    total(
      rows.filter((row) => has(row, amount)),
      ({ [amount.figure]: value }) => value ?? 0,
    ) / days,
  );

interface Basis {
  readonly days: number;
  /** What bids in no tier earned by day; null: not known. */
  readonly untiered: readonly number[] | null;
}

const lineOf = (id: string, name: string, title: string, sums: Sums, { days, untiered }: Basis): FootRow => ({
  id,
  cells: {
    name: <span title={title}>{name}</span>,
    bids: countText(Math.round(sums.bids / days)),
    course: id === 'untiered' && untiered !== null && courseCell(untiered),
    ...Object.fromEntries(amounts.map((amount) => [amount.id, earnedColumn(sums[amount.figure] / days)])),
  },
  file: id === 'all' ? null : {},
});

/** What is beside the tiers of the whole ladder, and the total of the days, which Today shows too. */
export function ladderFoot(report: readonly ReportRow[], rows: readonly LadderRow[], basis: Basis): FootRow[] {
  const shown = (name: 'forgone' | 'net' | 'excluded_net', action: Amount['action']) =>
    total(
      rows.filter((row) => row.shown.member_action === action),
      ({ [name]: value }) => value ?? 0,
    );
  const { untiered, others, all } = besideTiers(report, {
    bids: total(rows, ({ bids }) => bids),
    won: total(rows.filter(isInclude), ({ won }) => won),
    net: shown('net', 'include'),
    forgone: shown('forgone', 'include'),
    excluded_net: shown('excluded_net', 'exclude'),
  });
  if (all.bids === 0) return [];
  const hasOthers = Object.values(others).some((value) => value !== 0);
  return [
    lineOf('untiered', 'In no tier', 'Bids that no tier took', untiered, basis),
    ...(hasOthers
      ? [
          lineOf(
            'others',
            'Other tiers',
            'Tiers that were deleted since, or changed to include or exclude',
            others,
            basis,
          ),
        ]
      : []),
    lineOf('all', 'All', 'A day of all bids: Today has the total of these days', all, basis),
  ];
}

/** How wide the columns of figures are, as CSS lengths, so that no figure of any row is cut. */
export interface LadderWidths {
  readonly name: string;
  readonly price: string;
  readonly gross: string;
  /** Where advice was asked for. */
  readonly advice: string;
  readonly earned: Readonly<Record<Amount['id'], string>>;
}

export function ladderWidths(rows: readonly LadderRow[], days: number): LadderWidths {
  return {
    name: textWidth(rows, ({ shown }) => shown.name, 140, 208),
    price: figureWidth(80, priceTexts(rows)),
    gross: figureWidth(80, grossTexts(rows)),
    advice: textWidth(rows, ({ advice }) => advice ?? '', 196, 320),
    earned: Object.fromEntries(
      amounts.map((amount) => [amount.id, figureWidth(76, [earned(rows, amount, days)])]),
    ) as LadderWidths['earned'],
  };
}

/** About the width of a letter of a name or tag, and what stands before or around it. */
const [letterPx, signPx] = [7, 32];

/** A width for the longest text, as far as other columns can spare it. */
function textWidth(rows: readonly LadderRow[], of: (row: LadderRow) => string, leastPx: number, mostPx: number) {
  const longest = rows.reduce((most, row) => Math.max(most, of(row).length), 0);
  return `${Math.min(Math.max(leastPx, longest * letterPx + signPx), mostPx)}px`;
}

/** The gross prices as they are shown, without duplicates. */
const grossTexts = (rows: readonly LadderRow[]): string[] =>
  Array.from(new Set(rows.map(({ grossMicros }) => grossMicros ?? 0)), neededText);

/** The minimums as they are shown, without duplicates; of a changed minimum both values. */
function priceTexts(rows: readonly LadderRow[]): string[] {
  const same = new Set<string>();
  const both: string[] = [];
  for (const { shown, live, changed } of rows) {
    if (live === null || !changed.has('min_price')) {
      if (shown.min_price !== null) same.add(shown.min_price);
    } else {
      const [before, after] = [live.min_price, shown.min_price].map((price) => (price === null ? '–' : cpmText(price)));
      both.push(`${before} → ${after}`);
    }
  }
  return [...both, ...Array.from(same, (price) => cpmText(price))];
}

const choiceColumn = ({ chosen, areAllChosen, choose, chooseAll }: ColumnsInput): Column<LadderRow> => ({
  id: 'choice',
  head: (
    <input
      type="checkbox"
      className="tier-choice"
      aria-label="Choose all that are shown"
      checked={areAllChosen}
      onChange={chooseAll}
    />
  ),
  label: 'Chosen',
  width: '32px',
  cell: (row) =>
    row.state === 'removed' ? null : (
      <input
        type="checkbox"
        className="tier-choice"
        aria-label={`Choose ${row.shown.name}`}
        checked={chosen.has(row.key)}
        // The event of a change does not tell whether Shift is held.
        onClick={(event) => choose(row, event.shiftKey)}
        onChange={() => {}}
      />
    ),
});

const priorityColumn = ({ starts, canEdit, numbered }: ColumnsInput): Column<LadderRow> => ({
  id: 'priority',
  head: 'Priority',
  width: '58px',
  isNumber: true,
  text: ({ shown }) => String(shown.priority),
  cell: (row) => {
    const isDragged = canEdit && row.state !== 'removed';
    const isShared = starts !== null && !starts.has(row.key);
    const chance = 'Tiers of equal priority share it: where several match a bid, chance decides.';
    return (
      <span
        className={isDragged ? 'tier-grip' : undefined}
        draggable={isDragged}
        data-tier={row.key}
        title={`Priority ${row.shown.priority}. ${isShared ? chance : ''}${isDragged ? ' Drag it to another level, or press Alt with an arrow.' : ''}`}
      >
        {isShared && !row.changed.has('priority') ? (
          <span className={numbered?.has(row.key) === true ? 'muted' : 'visually-hidden'}>{row.shown.priority}</span>
        ) : (
          <Both row={row} field="priority" show={({ priority }) => priority} />
        )}
      </span>
    );
  },
});
