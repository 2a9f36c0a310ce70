import { sparkLineHtml } from '@auction-tiers/chart';
import { happenedText, momentText, msOf } from '../../figure/date.ts';
import { cpmText, earnedColumn } from '../../figure/figures.ts';
import { Change } from '../../part/kit.tsx';
import { Marked } from '../../part/marked.tsx';
import { buyerName } from '../../words/buyer-name.ts';
import { excerptOf } from '../../words/phrase.ts';
import { bareTier, type LadderRow, namesShort } from './row/ladder-row.ts';

export const none = <span className="muted">–</span>;

export const noLimit = <span className="muted">no limit</span>;

export const priceCell = (price: string | null, otherwise: React.ReactNode) =>
  price === null ? otherwise : cpmText(price);

/** A course as a line, on a scale of its own. */
export const courseCell = (course: readonly number[]) => (
  <span
    dangerouslySetInnerHTML={{
      __html: String(sparkLineHtml(course, course.map((value) => earnedColumn(value)).join(', '))),
    }}
  />
);

interface BothProps {
  readonly row: LadderRow;
  readonly field: keyof LadderRow['shown'];
  readonly show: (tier: LadderRow['shown']) => React.ReactNode;
}

/** A value of a tier; where the draft changes it, what is live too. */
export function Both({ row: { shown, live, changed }, field, show }: BothProps) {
  return live !== null && changed.has(field) ? (
    <Change before={show(bareTier(live))} after={show(shown)} />
  ) : (
    show(shown)
  );
}

/** The first buyers; where the draft changes them, whom it removes and whom it adds. */
export function Buyers({ row, phrase }: { readonly row: LadderRow; readonly phrase: RegExp | null }) {
  const { shown, live, changed, buyers, allBuyers } = row;
  // However narrow the column is, how many more there are is in sight.
  const [first = '', more = ''] = buyers.split(/(?= \+\d+$)/);
  if (live === null || !changed.has('buyer_members')) {
    return (
      <span className="tier-buyers" title={allBuyers}>
        <span className="cut">
          <Marked text={excerptOf(first, allBuyers, phrase)} phrase={phrase} />
        </span>
        {more}
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

const stateTags = { changed: 'in the draft', new: 'draft: new', removed: 'draft: deleted' } as const;

/** What lint finds, as a tag says it. */
const findingTags: Readonly<Record<LadderRow['findings'][number]['code'], string>> = {
  shadowed_tier: 'never wins',
  exclude_without_effect: 'excludes nothing',
  no_buyers: 'no buyers',
  dma_outside_country: 'market not in country',
  include_exclude_conflict: 'chance decides',
  equal_priority_overlap: 'chance decides',
  limit_unprotects: 'limit lets others by',
  min_price_out_of_reach: 'out of reach',
  exclude_with_min_price: 'excludes high bids only',
  limit_overrides_priority: 'limit before priority',
  comparison_limit: 'not all compared',
};

/** What is said of a row: what the draft does to it, else what advice proposes; and what lint finds. */
export function Tags({ row: { state, advice, findings } }: { readonly row: LadderRow }) {
  const [worst] = findings;
  return (
    <span className="tier-tags">
      {state === 'same' ? (
        advice !== null && (
          <span className="tag accent cut" title={advice}>
            {advice}
          </span>
        )
      ) : (
        <span className="tag tier-mark">{stateTags[state]}</span>
      )}
      {worst !== undefined && (
        <span
          className={worst.severity === 'info' ? 'tag' : 'tag warn'}
          title={findings.map(({ severity, message }) => `${severity}: ${message}`).join('\n')}
        >
          !
          <span className={state === 'same' && advice === null ? '' : 'visually-hidden'}>
            {' '}
            {findingTags[worst.code]}
          </span>
        </span>
      )}
    </span>
  );
}

export function State({ row: { live }, nowMs }: { readonly row: LadderRow; readonly nowMs: number }) {
  if (live === null) return null;
  const ms = msOf(live.last_modified);
  return (
    <span className="muted" title={momentText(ms)}>
      {happenedText(ms, nowMs)}
    </span>
  );
}
