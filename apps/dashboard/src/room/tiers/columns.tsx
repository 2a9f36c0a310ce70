import { type ReportRow, tierResource } from '@auction-tiers/contract';
import { figures as glossary } from '@auction-tiers/contract/glossary';
import { sparkBarHtml } from '@auction-tiers/chart';
import { fieldLabel, isPrice } from '../../difference/field-words.ts';
import { cpmIn, cpmText, earnedColumn, neededPrice, neededText } from '../../figure/figures.ts';
import { happenedText, momentInFile, momentText, msOf } from '../../figure/date.ts';
import { countShort, counted, countText, percentColumn } from '../../figure/count.ts';
import { actionWords, Change } from '../../part/kit.tsx';
import { Marked } from '../../part/marked.tsx';
import type { Column, FootRow } from '../../part/column.ts';
import { figureWidth } from '../../part/data-table.tsx';
import { typedFields } from './edit/form-values.ts';
import { amounts, besideTiers, type Sums, type TierFigures } from './row/figures.ts';
import { readerOf } from './row/filter.ts';
import { buyerName } from '../../words/buyer-name.ts';
import { excerptOf } from '../../words/phrase.ts';
import { bareTier, type LadderRow, namesShort } from './row/ladder-row.ts';

interface ColumnsInput {
  readonly feeText: string;
  readonly currency: string;
  /** The days that the figures are of, in words. */
  readonly days: string;
  readonly widths: LadderWidths;
  /** The prices beside the minimum that some tier has, see `pricesIn`. */
  readonly priced: string;
  /** The present time, for texts such as "3 hours ago". */
  readonly nowMs: number;
  /** The most bids of a tier: the length of a whole bar. */
  readonly mostBids: number;
  /** The rows that show the number of their level; null: all do. */
  readonly starts: ReadonlySet<string> | null;
  /** Whether a row within a level shows the number again, so that one is always in sight. */
  readonly isNumbered: (row: LadderRow) => boolean;
  readonly chosen: ReadonlySet<string>;
  readonly areAllChosen: boolean;
  readonly canEdit: boolean;
  /** The search, which is marked where it is found. */
  readonly phrase: RegExp | null;
  readonly onChoose: (row: LadderRow, isRange: boolean) => void;
  readonly onChooseAll: () => void;
}

const none = <span className="muted">–</span>;

/** The columns of the ladder. Prices are CPM, and net where the head says so; amounts are in the member's currency. */
export function ladderColumns(input: ColumnsInput): readonly Column<LadderRow>[] {
  const columns: readonly Column<LadderRow>[] = [
    ...(input.canEdit ? [choiceColumn(input)] : []),
    priorityColumn(input),
    {
      id: 'action',
      head: 'Action',
      width: '80px',
      text: ({ shown }) => shown.member_action,
      cell: (row) => <Both row={row} field="member_action" show={({ member_action: action }) => actionWords[action]} />,
    },
    {
      id: 'name',
      head: 'Tier',
      width: 'minmax(140px, 3fr)',
      sum: (rows) => (
        <span title="Of the bids in the tiers that are shown.">
          {counted(rows.length, 'tier')}, {input.days}
        </span>
      ),
      text: ({ shown }) => shown.name,
      cell: (row) => (
        <span title={row.shown.name} className={row.state === 'removed' ? 'struck' : undefined}>
          {row.state !== 'same' && <strong className="tier-drafted tier-mark">{stateWords[row.state]}</strong>}
          <Both row={row} field="name" show={({ name }) => <Marked text={name} phrase={input.phrase} />} />
        </span>
      ),
    },
    {
      id: 'buyers',
      head: 'Buyers',
      width: 'minmax(110px, 1.4fr)',
      text: ({ shown }) => (shown.buyer_members ?? []).map(buyerName).join('; '),
      cell: (row) => <Buyers row={row} phrase={input.phrase} />,
    },
    {
      ...priceColumn('min_price'),
      id: 'price',
      head: `Net min (${cpmIn(input.currency)})`,
      definition: glossary.net_minimum.definition,
      width: input.widths.price,
    },
    ...otherPriceFields.filter((field) => input.priced.split(',').includes(field)).map(priceColumn),
    {
      id: 'gross',
      head: `Gross (${cpmIn(input.currency)})`,
      definition: `${glossary.gross_needed.definition}. The fee is ${input.feeText}`,
      width: input.widths.gross,
      isNumber: true,
      cell: ({ grossMicros, liveGrossMicros }) => (
        <span title={liveGrossMicros === null ? undefined : `live: ${neededPrice(liveGrossMicros)}`}>
          {grossMicros === null ? none : neededText(grossMicros)}
        </span>
      ),
    },
    {
      id: 'where',
      head: 'Where',
      width: 'minmax(100px, 1.4fr)',
      text: ({ where }) => where,
      cell: ({ where, wholeWhere, profile, liveWhere, changed }) => (
        <span title={profile === null ? where : `${profile}: ${where}`}>
          {changed.has('profile_id') && liveWhere !== null ? (
            <Change before={liveWhere} after={where} />
          ) : (
            <Marked text={excerptOf(where, wholeWhere, input.phrase)} phrase={input.phrase} />
          )}
        </span>
      ),
    },
    {
      id: 'bids',
      head: 'Bids in',
      definition: glossary.in_tier.definition,
      width: '76px',
      isNumber: true,
      text: ({ figures }) => (figures === null ? '' : String(figures.bids)),
      sum: (rows) => countShort(total(rows, ({ bids }) => bids)),
      cell: ({ figures }) =>
        figures === null ? (
          none
        ) : (
          <span
            title={`${countText(figures.bids)} bids in the tier`}
            dangerouslySetInnerHTML={{
              __html: String(sparkBarHtml(figures.bids / input.mostBids, countShort(figures.bids))),
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
      width: '56px',
      text: ({ findings }) => findings.map(({ severity, message }) => `${severity}: ${message}`).join('; '),
      cell: (row) => <Lint row={row} />,
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

const otherPriceFields = typedFields.filter((field) => isPrice(field) && field !== 'min_price');

/** The prices beside the minimum that one of these tiers has, or had before the draft, with commas between them. */
export const pricesIn = (rows: readonly Pick<LadderRow, 'shown' | 'changed'>[]): string =>
  otherPriceFields
    .filter((field) => rows.some(({ shown, changed }) => shown[field] !== null || changed.has(field)))
    .join();

/** The column of a price. */
const priceColumn = (field: (typeof otherPriceFields)[number] | 'min_price'): Column<LadderRow> => ({
  id: field,
  head: fieldLabel(field),
  definition: tierResource.fields[field].description,
  width: '108px',
  isNumber: true,
  text: ({ shown: { [field]: price } }) => (price === null ? '' : cpmText(String(price))),
  cell: (row) => (
    <Both row={row} field={field} show={({ [field]: price }) => (price === null ? none : cpmText(String(price)))} />
  ),
});

const isInclude = ({ shown }: LadderRow): boolean => shown.member_action === 'include';

const total = (rows: readonly LadderRow[], of: (figures: TierFigures) => number): number =>
  rows.reduce((sum, { figures }) => (figures === null ? sum : sum + of(figures)), 0);

/** What tiers earned, or cost, in the chosen days: all these columns have the same basis. */
const earnedColumns = ({ currency, days, widths }: ColumnsInput): readonly Column<LadderRow>[] =>
  amounts.map((amount) => ({
    id: amount.id,
    head: `${amount.head} (${currency})`,
    definition: `${glossary[amount.figure].definition}. The sum of ${days}`,
    width: widths.earned[amount.id],
    isNumber: true,
    sum: (rows) => earned(rows, amount),
    cell: (row) => (row.figures === null || !has(row, amount) ? none : earnedColumn(row.figures[amount.figure] ?? 0)),
  }));

type Amount = (typeof amounts)[number];

const has = ({ shown }: LadderRow, { action }: Amount): boolean => shown.member_action === action;

const earned = (rows: readonly LadderRow[], amount: Amount): string =>
  earnedColumn(
    total(
      rows.filter((row) => has(row, amount)),
      ({ [amount.figure]: value }) => value ?? 0,
    ),
  );

const lineOf = (id: string, name: string, title: string, sums: Sums): FootRow => ({
  id,
  cells: {
    name: <span title={title}>{name}</span>,
    bids: countShort(sums.bids),
    ...Object.fromEntries(amounts.map((amount) => [amount.id, earnedColumn(sums[amount.figure])])),
  },
  file: id === 'all' ? null : { bids: String(sums.bids) },
});

/** What is beside the tiers of the whole ladder, and the total of the days, which Today shows too. */
export function ladderFoot(report: readonly ReportRow[], rows: readonly LadderRow[]): FootRow[] {
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
    lineOf('untiered', 'In no tier', 'Bids that no tier took', untiered),
    ...(hasOthers
      ? [lineOf('others', 'Other tiers', 'Tiers that were deleted since, or changed to include or exclude', others)]
      : []),
    lineOf('all', 'All', 'All bids of these days: the same total as in Today', all),
  ];
}

/** How wide the columns of figures are, as CSS lengths, so that no figure of any row is cut. */
export interface LadderWidths {
  readonly price: string;
  readonly gross: string;
  readonly earned: Readonly<Record<Amount['id'], string>>;
}

export function ladderWidths(rows: readonly LadderRow[]): LadderWidths {
  return {
    price: figureWidth(84, priceTexts(rows)),
    gross: figureWidth(84, grossTexts(rows)),
    earned: Object.fromEntries(
      amounts.map((amount) => [amount.id, figureWidth(72, [earned(rows, amount)])]),
    ) as LadderWidths['earned'],
  };
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

const choiceColumn = ({ chosen, areAllChosen, onChoose, onChooseAll }: ColumnsInput): Column<LadderRow> => ({
  id: 'choice',
  head: (
    <input
      type="checkbox"
      className="tier-choice"
      aria-label="Choose all that are shown"
      checked={areAllChosen}
      onChange={onChooseAll}
    />
  ),
  label: 'Chosen',
  width: '36px',
  cell: (row) =>
    row.state === 'removed' ? null : (
      <input
        type="checkbox"
        className="tier-choice"
        aria-label={`Choose ${row.shown.name}`}
        checked={chosen.has(row.key)}
        // The event of a change does not tell whether Shift is held.
        onClick={(event) => onChoose(row, event.shiftKey)}
        onChange={() => {}}
      />
    ),
});

const priorityColumn = ({ starts, canEdit, isNumbered }: ColumnsInput): Column<LadderRow> => ({
  id: 'priority',
  head: 'Priority',
  width: '64px',
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
          <span className={isNumbered(row) ? 'muted' : 'visually-hidden'}>{row.shown.priority}</span>
        ) : (
          <Both row={row} field="priority" show={({ priority }) => priority} />
        )}
      </span>
    );
  },
});

interface BothProps {
  readonly row: LadderRow;
  readonly field: keyof LadderRow['shown'];
  readonly show: (tier: LadderRow['shown']) => React.ReactNode;
}

/** A value of a tier; where the draft changes it, what is live too. */
function Both({ row: { shown, live, changed }, field, show }: BothProps) {
  return live !== null && changed.has(field) ? (
    <Change before={show(bareTier(live))} after={show(shown)} />
  ) : (
    show(shown)
  );
}

/** The first buyers; where the draft changes them, whom it removes and whom it adds. */
function Buyers({ row, phrase }: { readonly row: LadderRow; readonly phrase: RegExp | null }) {
  const { shown, live, changed, buyers, allBuyers } = row;
  if (live === null || !changed.has('buyer_members')) {
    return (
      <span title={allBuyers}>
        <Marked text={excerptOf(buyers, allBuyers, phrase)} phrase={phrase} />
      </span>
    );
  }
  const gone = namesMissing(live.buyer_members, shown.buyer_members);
  const fresh = namesMissing(shown.buyer_members, live.buyer_members);
  return (
    <span title={allBuyers}>
      {fresh.length > 0 && <strong className="tier-drafted">+{namesShort(fresh)} </strong>}
      {gone.length > 0 && (
        <>
          <span className="visually-hidden">without </span>
          <span className="struck">{namesShort(gone)}</span>
        </>
      )}
    </span>
  );
}

type BuyersOf = LadderRow['shown']['buyer_members'];

/** The names of the buyers in `list` that `other` lacks. */
function namesMissing(list: BuyersOf, other: BuyersOf): readonly string[] {
  const ids = new Set(other?.map(({ id }) => id));
  return (list ?? []).filter(({ id }) => !ids.has(id)).map(buyerName);
}

function Lint({ row: { findings } }: { readonly row: LadderRow }) {
  if (findings.length === 0) return null;
  const words = findings.map(({ severity, message }) => `${severity}: ${message}`).join('\n');
  return (
    <span className="warn" title={words} aria-label={`Issues: ${words}`} role="img">
      ⚠ {findings.length}
    </span>
  );
}

const stateWords = { changed: 'draft', new: 'draft: new', removed: 'draft: deleted' } as const;

function State({ row: { live }, nowMs }: { readonly row: LadderRow; readonly nowMs: number }) {
  if (live === null) return null;
  const ms = msOf(live.last_modified);
  return (
    <span className="muted" title={momentText(ms)}>
      {happenedText(ms, nowMs)}
    </span>
  );
}
