import { Button } from '@mantine/core';
import type { AdviceCurve as Advised } from '@auction-tiers/contract/advice-report';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { type TierKey, withTier } from '../../draft/content.ts';
import { useEditDraft } from '../../draft/edit-draft.ts';
import { countText, percentText } from '../../figure/count.ts';
import { cpmPrice, cpmText, earnedText, signedText } from '../../figure/money.ts';
import { ChartStyle, useWidth } from '../../part/chart.tsx';
import { fieldLabel } from '../../saying/field-label.ts';
import { FigureTable, keptText } from './figure-table.tsx';
import { drawNet, netLayout } from './net-line.ts';
import { PriceHandle } from './price-handle.tsx';

type Point = Advised['limits'][number];

/** Where the line stands in the chart, px. */
const [topPx, linePx] = [8, 96];

interface LimitCurveProps {
  readonly curve: Advised;
  /** How many promises there are. */
  readonly promises: number;
}

/** What other limits of what preferring may cost would have brought, with a line to drag over the points that are known. */
export function LimitCurve({ curve, promises }: LimitCurveProps) {
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
