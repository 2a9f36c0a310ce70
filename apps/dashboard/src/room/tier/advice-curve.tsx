import type { AdviceCurve as Advised } from '@auction-tiers/contract/advice-report';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePlace } from '../../address/place.ts';
import { counted } from '../../figure/count.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { cpmPrice, cpmText, earnedText, signedText } from '../../figure/money.ts';
import { Chart } from '../../part/chart.tsx';
import { Empty, Problem, Waiting } from '../../part/kit.tsx';
import { fieldLabel } from '../../saying/field-label.ts';
import { LeaveOutTable } from '../../comparison/leave-out-table.tsx';
import { ComparisonProgress } from '../../comparison/progress.tsx';
import { useNewestAdvice } from '../../comparison/use-newest-advice.ts';
import { FigureTable } from './figure-table.tsx';
import { LimitCurve } from './limit-curve.tsx';
import { drawNet, netLayout } from './net-line.ts';

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
  const draw = useCallback(
    (widthPx: number) => {
      const prices = points.map(({ min_price: price }) => Number(price));
      return drawNet({
        layout: netLayout(prices, prices, widthPx),
        title: 'What advice found, by minimum',
        description: `Most at ${cpmPrice(bestPrice)}: ${signedText(gain, earnedText)} ${currency} against ${cpmPrice(presentPrice)}.`,
        points: points.map(({ min_price: price, net }) => ({
          price: Number(price),
          value: Number(net) - Number(present.net),
        })),
        at: bestPrice,
        before: presentPrice,
        currency,
      });
    },
    [points, present, bestPrice, presentPrice, gain, currency],
  );
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
