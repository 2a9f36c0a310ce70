import { tierFunnelHtml } from '@auction-tiers/chart';
import { figures as glossary, reportFigures } from '@auction-tiers/contract/glossary';
import { useMemo } from 'react';
import { usePlace } from '../../../address/place.ts';
import { rangeText } from '../../../figure/date.ts';
import { counted, countText, percentColumn, percentText } from '../../../figure/count.ts';
import { cpmColumn, cpmIn, earnedColumn, earnedText } from '../../../figure/figures.ts';
import { Drawing } from '../../../part/chart.tsx';
import { Definition, Problem, Waiting } from '../../../part/kit.tsx';
import { PlainTable } from '../../../part/plain-table.tsx';
import { useReport } from '../../../report/use-report.ts';
import { amounts, type TierFigures } from '../row/figures.ts';
import type { LadderRow } from '../row/ladder-row.ts';
import { buyerName } from '../../../words/buyer-name.ts';

/** What a live tier did on the chosen days: a small funnel, its figures, and its buyers. */
export function TierFiguresPart({ row: { live, figures } }: { readonly row: LadderRow }) {
  const { from, to, currency } = usePlace();
  const report = useReport({ groupBy: ['tier', 'buyer'] });
  const tierId = live?.id ?? 0;
  const named = useMemo(() => new Set(live?.buyer_members?.map(({ id }) => id)), [live]);
  const rows = useMemo(() => report.data?.rows ?? [], [report.data]);
  const seen = useMemo(
    () => rows.reduce((sum, { buyer_id: id, bids }) => (named.has(id ?? 0) ? sum + bids : sum), 0),
    [rows, named],
  );
  if (live === null)
    return <p className="muted">Nothing is counted yet: it is not live. Its room shows what it would do.</p>;
  const isExclude = live.member_action === 'exclude';
  const buyers = rows
    .flatMap((row) =>
      row.tier_id === tierId && typeof row.buyer_id === 'number'
        ? [{ ...row, name: buyerName({ id: row.buyer_id, name: row.buyer_name }) }]
        : [],
    )
    .toSorted((a, b) => b.bids - a.bids);
  return (
    <section className="block" aria-label="Figures">
      <h2>
        What it did <span className="muted tier-days">{rangeText(from, to)}, by the tiers of that time</span>
      </h2>
      {report.error !== null && <Problem error={report.error} onRetry={() => void report.refetch()} />}
      {report.isPending && <Waiting rows={4} />}
      {report.data !== undefined && (
        <>
          <Drawing markup={tierFunnelHtml('Bids of the tier', funnelOf(seen, figures, isExclude))} />
          {figures !== null && <Line figures={figures} isExclude={isExclude} currency={currency} />}
          {buyers.length > 0 && (
            <PlainTable
              region="Buyers of the tier"
              rows={buyers.slice(0, mostBuyers)}
              idOf={({ buyer_id: id }) => id ?? 0}
              hasSums={figures !== null && buyers.length > 1}
              columns={[
                { head: 'Buyer', cell: ({ name }) => name, sum: counted(buyers.length, 'buyer') },
                {
                  head: 'Bids in',
                  figure: 'in_tier',
                  cell: ({ bids }) => countText(bids),
                  sum: countText(figures?.bids ?? 0),
                },
                isExclude && {
                  head: `Excluded (${currency})`,
                  figure: 'excluded_net',
                  cell: ({ excluded_net: value }) => earnedColumn(Number(value)),
                  sum: earnedColumn(figures?.excluded_net ?? 0),
                },
                !isExclude && {
                  head: 'Won (%)',
                  figure: 'win_rate',
                  cell: ({ win_rate: rate }) => percentColumn(rate),
                  sum: percentColumn(figures?.win_rate ?? null),
                },
                !isExclude && {
                  head: `Net (${cpmIn(currency)})`,
                  figure: 'net_cpm',
                  cell: ({ net_cpm: price }) => (price === null ? '–' : cpmColumn(price)),
                  sum: (figures?.won ?? 0) === 0 ? '–' : cpmColumn((figures!.net * 1000) / figures!.won),
                },
                !isExclude && {
                  head: `Net (${currency})`,
                  figure: 'net',
                  cell: ({ net }) => earnedColumn(Number(net)),
                  sum: earnedColumn(figures?.net ?? 0),
                },
              ]}
            />
          )}
        </>
      )}
    </section>
  );
}

const mostBuyers = 12;

const step = (name: string, figure: 'listed' | 'in_tier' | 'won', count: number, of: number | null) => ({
  name,
  count,
  figure: countText(count),
  note: of === null || of === 0 ? null : percentText(count / of),
  definition: glossary[figure].definition,
});

function funnelOf(seen: number, figures: TierFigures | null, isExclude: boolean) {
  const { bids = 0, won = 0 } = figures ?? {};
  return [
    step('Buyers bid', 'listed', seen, null),
    step('In the tier', 'in_tier', bids, seen),
    ...(isExclude ? [] : [step('Won', 'won', won, bids)]),
  ];
}

interface LineProps {
  readonly figures: TierFigures;
  readonly isExclude: boolean;
  readonly currency: string;
}

function Line({ figures, isExclude, currency }: LineProps) {
  const amount = (figure: keyof typeof reportFigures, value: number | null) =>
    [reportFigures[figure], `${earnedText(value ?? 0)} ${currency}`] as const;
  const own = amounts.filter(({ action }) => action === (isExclude ? 'exclude' : 'include'));
  const parts = [
    ...own.map(({ figure }) => amount(figure, figures[figure])),
    ...(isExclude ? [] : [amount('gross', figures.gross)]),
    ...(figures.too_costly ? [[reportFigures.too_costly, counted(figures.too_costly, 'bid')] as const] : []),
  ];
  return (
    <dl className="tier-line">
      {parts.map(([{ name, definition }, value]) => (
        <div key={name}>
          <dt className="muted">
            <Definition text={definition}>{name}</Definition>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
