import type { AdviceCurve as Advised } from '@auction-tiers/contract/advice-report';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { counted, countText, percentText, short } from '../../figure/count.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { cpmPrice, cpmText, earnedColumn, earnedText, shortMoney, signedText } from '../../figure/figures.ts';
import { Chart, ChartStyle } from '../../part/chart.tsx';
import { useWidth } from '../../part/use-width.ts';
import { Empty, Problem, Waiting } from '../../part/kit.tsx';
import { fieldLabel } from '../../saying/field-label.ts';
import { LeaveOutTable } from '../../comparison/leave-out-table.tsx';
import { ComparisonProgress } from '../../comparison/progress.tsx';
import { useNewestAdvice } from '../../comparison/use-newest-advice.ts';
import { Button } from '@mantine/core';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { type TierKey, withTier } from '../../draft/content.ts';
import { useEditDraft } from '../../draft/use-draft.ts';
import { PriceHandle } from './price-handle.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { binPrices, chartHtml, drawMinimumCurve, type HistogramLayout, histogramLayout } from '@auction-tiers/chart';

/** Minimums in the table, beside the present one and the one that brings most; the chart has all. */
const mostRows = 6;
const chartPx = 132;
/** Both ends of a curve over limits: where it has no more, no bid of the tier costs anything. */
const leastLimits = 2;

const toAdvice = (
  <Link to="/tiers/advice" search>
    To Advice
  </Link>
);

/** What another minimum, another priority or one buyer less would have brought, from the newest advice. */
export function AdviceCurve({ tierId }: { readonly tierId: number }) {
  const { currency } = usePlace();
  const { simulation, report, error, isPending } = useNewestAdvice();
  if (error !== null) return <Problem error={error} />;
  if (isPending) return <Waiting rows={5} />;
  if (simulation === null) {
    return (
      <Empty action={toAdvice}>
        Advice works out what every other net minimum and priority of a tier would have brought, on all recorded
        auctions. None was asked for yet.
      </Empty>
    );
  }
  if (report === null) return <ComparisonProgress simulation={simulation} />;
  const asked = momentText(msOf(simulation.created_on));
  const curve = report.curves.find(({ tier_id: id }) => id === tierId);
  if (curve === undefined) {
    return <Empty action={toAdvice}>The newest advice, of {asked}, is older than this tier. Ask again.</Empty>;
  }
  const without = report.leave_out.filter(({ tier_id: id }) => id === tierId);
  return (
    <>
      <p className="muted">
        Worked out exactly on {counted(report.auctions, 'recorded auction')} of {counted(report.days, 'day')}, with the
        bids as they were, when advice was asked for on {asked}. {toAdvice}
      </p>
      <MinimumCurve curve={curve} currency={currency} />
      {curve.limits.length > leastLimits && (
        <LimitCurve key={curve.max_forgone} curve={curve} promises={report.commitments.length} />
      )}
      {without.length > 0 && <LeaveOutTable rows={without} currency={currency} />}
    </>
  );
}

function MinimumCurve({ curve, currency }: { readonly curve: Advised; readonly currency: string }) {
  const { points, priorities } = curve;
  const presentPrice = Number(curve.min_price ?? 0);
  const present = points.find((point) => Number(point.min_price) === presentPrice)!;
  const best = points.reduce((most, point) => (Number(point.net) > Number(most.net) ? point : most), present);
  const bestPrice = Number(best.min_price);
  const gain = Number(best.net) - Number(present.net);
  const prices = points.map(({ min_price: price }) => Number(price));
  const draw = (widthPx: number) =>
    drawNet({
      layout: netLayout(prices, prices, widthPx),
      title: 'What advice found, by minimum',
      description: `Most at ${cpmPrice(bestPrice)}: ${signedText(gain, earnedText)} ${currency} against ${cpmPrice(presentPrice)}.`,
      points: points.map(({ net }, at) => ({ price: prices[at]!, value: Number(net) - Number(present.net) })),
      at: bestPrice,
      before: presentPrice,
      currency,
    });
  const step = Math.max(1, Math.ceil(points.length / mostRows));
  const minimums = points.filter((point, at) => at % step === 0 || point === present || point === best);
  return (
    <div className="tier-curve">
      <div>
        <p className="muted tier-curve-name">
          Net of all auctions, more or less than at {cpmPrice(presentPrice)} (dashed)
        </p>
        <Chart height={chartPx} draw={draw} />
        <p>
          {best === present
            ? `No other net minimum would have brought more than ${cpmPrice(presentPrice)}.`
            : `${cpmPrice(bestPrice)} would have brought the most: ${signedText(gain, earnedText)} ${currency}. The proposals say what is more than chance.`}
        </p>
      </div>
      <div>
        <FigureTable
          title={fieldLabel('min_price')}
          net={Number(present.net)}
          rows={minimums.map((point) => ({
            name: cpmText(point.min_price),
            isPresent: point === present,
            figures: point,
          }))}
        />
        {priorities.length > 1 && (
          <FigureTable
            title={fieldLabel('priority')}
            net={Number(present.net)}
            rows={priorities.map((one) => ({
              name: String(one.priority),
              isPresent: one.priority === curve.priority,
              figures: one,
            }))}
          />
        )}
      </div>
    </div>
  );
}

type Point = Advised['limits'][number];

/** Where the line stands in the chart, px. */
const [topPx, linePx] = [8, 96];

interface LimitCurveProps {
  readonly curve: Advised;
  /** How many promises there are. */
  readonly promises: number;
}

/** What other limits of what preferring may cost would have brought, with a line to drag over the points that are known. */
function LimitCurve({ curve, promises }: LimitCurveProps) {
  const { currency } = usePlace();
  const [ref, widthPx] = useWidth<HTMLDivElement>();
  const edit = useEditDraft();
  const { limits, tier_id: tierId } = curve;
  const present = limits.find(({ max_forgone: limit }) => limit === curve.max_forgone)!;
  const points = limits.flatMap((point) =>
    point.max_forgone === null ? [] : [{ ...point, price: Number(point.max_forgone) }],
  );
  const highest = points.at(-1)!.price;
  // From the highest limit on nothing changes, up to none.
  const before = Number(curve.max_forgone ?? highest);
  const [value, setValue] = useState(() => bestOf(points, present, promises)?.price ?? before);
  // A limit between two points is not known exactly.
  const at = points.findLast(({ price }) => price <= value) ?? points[0]!;
  const isPresent = at.net === present.net && at.buyer_wins === present.buyer_wins && at.bids === present.bids;
  const said = `${cpmPrice(at.price)}: ${limitWords(at, present, promises, currency)}`;
  const prices = points.map(({ price }) => price);
  // Few bids cost far more than the others.
  const layout = widthPx === 0 ? null : netLayout(prices, [], widthPx);
  const put = () =>
    edit.mutate((content) => {
      const tier = content.tiers.find(({ id }) => id === tierId);
      return tier === undefined
        ? content
        : withTier(content, `${tierId}` satisfies TierKey, { ...tier, max_forgone: at.max_forgone });
    });
  const rows = [at, present, limits[0]!, limits.at(-1)!];
  return (
    <div className="tier-curve">
      <div>
        <p className="muted tier-curve-name">
          Net of all auctions by what preferring a bid may cost, more or less than{' '}
          {curve.max_forgone === null ? 'without a limit' : `at ${cpmPrice(before)}`} (dashed)
        </p>
        <div ref={ref} style={{ minHeight: 132 }}>
          <ChartStyle />
          {layout !== null && (
            <PriceHandle
              layout={layout}
              top={topPx}
              height={linePx}
              label={fieldLabel('max_forgone')}
              value={value}
              valueText={said}
              onMove={setValue}
            >
              {drawNet({
                layout,
                title: 'What advice found, by limit',
                description: said,
                points: points.map(({ price, net }) => ({ price, value: Number(net) - Number(present.net) })),
                at: value,
                before,
                currency,
              })}
            </PriceHandle>
          )}
        </div>
        <p>Give up at most {said}</p>
        <div className="tier-actions">
          <Button disabled={isPresent} loading={edit.isPending} onClick={put}>
            Put {cpmPrice(at.price)} into the draft
          </Button>
        </div>
        <EditProblem edit={edit} />
      </div>
      <FigureTable
        title={fieldLabel('max_forgone')}
        net={Number(present.net)}
        won="Won by its buyers"
        promises={promises}
        rows={limits
          .filter((point) => rows.some((row) => row.max_forgone === point.max_forgone))
          .map((point) => ({
            name: point.max_forgone === null ? 'no limit' : cpmText(point.max_forgone),
            isPresent: point === present,
            figures: { ...point, wins: point.buyer_wins },
          }))}
      />
    </div>
  );
}

/** The limit that brings the most and keeps as many promises as now; undefined: nothing is promised. */
function bestOf<One extends Point>(points: readonly One[], present: Point, promises: number): One | undefined {
  if (promises === 0) return undefined;
  const keeping = points.filter(({ kept }) => kept >= present.kept);
  return keeping.toSorted((one, other) => Number(other.net) - Number(one.net))[0];
}

/** What a limit does, against the present one. */
function limitWords(at: Point, present: Point, promises: number, currency: string): string {
  const gain = signedText(Number(at.net) - Number(present.net), earnedText);
  const [forgone, now] = [Number(at.forgone), Number(present.forgone)];
  const share = now > 0 && forgone >= 0 ? ` (${percentText(forgone / now)} of now)` : '';
  const kept = promises === 0 ? '' : `, ${keptText(at.kept, promises)} promises kept`;
  return `net ${gain} ${currency}, ${earnedText(forgone)} ${currency} forgone${share}, ${countText(at.buyer_wins)} won by its buyers${kept}.`;
}

interface Row {
  readonly name: string;
  readonly isPresent: boolean;
  readonly figures: {
    readonly net: string;
    readonly forgone: string;
    readonly wins: number;
    readonly bids: number;
    readonly kept?: number;
  };
}

interface TableProps {
  readonly title: string;
  /** Net of all auctions at present. */
  readonly net: number;
  readonly rows: readonly Row[];
  /** The head of what is won. */
  readonly won?: string;
  /** How many promises there are, where the figures say how many are kept. */
  readonly promises?: number;
}

/** Figures of the tier, one row per value of an attribute. */
function FigureTable({ title, net, rows, won = 'Won', promises = 0 }: TableProps) {
  const { currency } = usePlace();
  return (
    <PlainTable<Row>
      label={`Advice: ${title}`}
      rows={rows}
      idOf={({ name }) => name}
      columns={[
        {
          head: title,
          isNumber: true,
          cell: ({ name, isPresent }) => (isPresent ? `now ${name}` : name),
        },
        {
          head: `Net (${currency})`,
          figure: 'net',
          cell: ({ isPresent, figures }) => (isPresent ? '0' : signedText(Number(figures.net) - net, earnedColumn)),
        },
        {
          head: `Forgone (${currency})`,
          figure: 'forgone',
          cell: ({ figures }) => earnedColumn(Number(figures.forgone)),
        },
        { head: won, isNumber: true, cell: ({ figures }) => countText(figures.wins) },
        { head: 'Bids in', isNumber: true, cell: ({ figures }) => countText(figures.bids) },
        promises > 0 && {
          head: 'Promises kept',
          isNumber: true,
          cell: ({ figures }) => keptText(figures.kept ?? 0, promises),
        },
      ]}
    />
  );
}

/** How many of the promises are kept: `2 of 3`. */
const keptText = (kept: number, promises: number): string => `${countText(kept)} of ${countText(promises)}`;

/** The axis of prices of a line of net. It reaches all prices of `include`, and of the others all but a far tail. */
const netLayout = (prices: readonly number[], include: readonly number[], widthPx: number): HistogramLayout =>
  histogramLayout({ bins: binPrices(prices, include), widthPx, word: cpmText, countWord: short, leastLeftPx: 64 });

interface NetLine {
  readonly layout: HistogramLayout;
  readonly title: string;
  readonly description: string;
  /** More or less net than at present, by price, exactly. */
  readonly points: readonly { readonly price: number; readonly value: number }[];
  /** The price with a line, and the present one, dashed. */
  readonly at: number;
  readonly before: number;
  readonly currency: string;
}

/** What each value of a price brings, as advice found it: markup of a chart. */
function drawNet({ layout, title, description, points, at, before, currency }: NetLine): string {
  const chart = {
    id: title.toLowerCase().replaceAll(/\W+/g, '-'),
    title,
    description,
    draw: () =>
      drawMinimumCurve(layout, {
        points: points.map(({ price, value }) => ({ price, value, low: value, high: value })),
        best: null,
        minPrice: at,
        before,
        word: shortMoney(currency),
        hasPrices: true,
      }),
  };
  return String(chartHtml(chart, layout.widthPx));
}
