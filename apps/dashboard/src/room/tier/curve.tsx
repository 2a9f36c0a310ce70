import { Button, NumberInput } from '@mantine/core';
import { formatMoney } from '@auction-tiers/tier-engine';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { keyOf, type TierKey, withTier } from '../../draft/content.ts';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { useEditDraft } from '../../draft/edit-draft.ts';
import { countText } from '../../figure/count.ts';
import { cpmText, fromMicros, signedText, earnedColumn, earnedText } from '../../figure/money.ts';
import { Problem } from '../../part/problem.tsx';
import { weightOf } from '../../sample/choose-hours.ts';
import type { Tally } from '../../sample/tally.ts';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import { type SampleView, useMinimum, useSampleAnswer } from '../../sample/use-sample.ts';
import { countedOf, figuresOf, type MinimumFigures } from './minimum-figures.ts';
import { PriceSlider } from './price-slider.tsx';
import { highestMinimum } from '../../address/room-search.ts';

interface CurveProps {
  readonly view: SampleView;
  readonly tiers: DecidingTiers;
  readonly tally: Tally;
  readonly tierId: number;
  readonly tierKey: TierKey;
  readonly isExclude: boolean;
  /** The minimum that is tried, from the address. */
  readonly tried: number | undefined;
}

const settledMs = 300;
const microsOf = (price: number): number => Math.round(price * 1_000_000);

/** The net bids of the tier's buyers, and what another minimum would do with them. */
export function Curve({ view, tiers, tally, tierId, tierKey, isExclude, tried }: CurveProps) {
  const { currency } = usePlace();
  const navigate = useNavigate({ from: '/tiers/$tier' });
  const before = fromMicros(tiers.source.tiers.find(({ id }) => id === tierId)?.minPriceMicros ?? 0);
  const [value, setValue] = useState(tried ?? before);
  const { data, error } = useSampleAnswer(view, tiers, 'prices', { tierId });
  const answer = useMinimum(view, tiers, tierId, microsOf(value));
  const prices = useMemo(() => (data === undefined ? null : Array.from(data.nets, fromMicros)), [data]);
  const edit = useEditDraft();

  useEffect(() => {
    if (value === (tried ?? before)) return undefined;
    const min = value === before ? undefined : value;
    const change = () => void navigate({ to: '.', replace: true, search: (old) => ({ ...old, min }) });
    const timer = setTimeout(change, settledMs);
    return () => clearTimeout(timer);
  }, [value, tried, before, navigate]);

  const weight = view.state.state === 'ready' ? weightOf(view.state.size) : 0;
  const held = countedOf(tally, tierId);
  const [old, now] = [held, answer].map((counted) => (counted === null ? null : figuresOf(counted, weight)));
  const put = () =>
    edit.mutate((content) => {
      const tier = content.tiers.find((one, place) => keyOf(one, place) === tierKey);
      return tier === undefined
        ? content
        : withTier(content, tierKey, { ...tier, min_price: formatMoney(microsOf(value)) });
    });
  const isMoved = microsOf(value) !== microsOf(before);
  return (
    <>
      {error !== null && <Problem error={error} />}
      <div className="tier-curve">
        <div>
          <PriceSlider
            prices={error === null ? prices : []}
            before={before}
            value={value}
            valueText={
              now === null || now === undefined
                ? cpmText(value)
                : `${cpmText(value)}: ${saidOf(now, isExclude, currency)}`
            }
            onMove={setValue}
          />
          <p className="muted">
            Bars: bids of its buyers for impressions that its targeting matches, by net price (CPM), in the sample. The
            figures are what these tiers would have made of the bids of these days; what the tiers of then made of them
            stands below, by buyer.
            {data !== undefined &&
              data.otherBids > 0 &&
              ` ${countText(data.otherBids)} more are for other impressions.`}
          </p>
          <div className="tier-actions">
            <NumberInput
              label="Net minimum (CPM)"
              w={168}
              min={0}
              max={highestMinimum}
              decimalScale={6}
              step={0.05}
              value={value}
              onChange={(price) => {
                if (typeof price === 'number' && price <= highestMinimum) setValue(price);
              }}
            />
            <Button disabled={!isMoved} loading={edit.isPending} onClick={put}>
              Put {cpmText(value)} into the draft
            </Button>
            <Button variant="subtle" disabled={!isMoved} onClick={() => setValue(before)}>
              Back to {cpmText(before)}
            </Button>
          </div>
          <EditProblem edit={edit} />
        </div>
        {old !== null && old !== undefined && (
          <Compared
            tiers={tiers}
            before={before}
            value={value}
            old={old}
            now={now ?? old}
            isExclude={isExclude}
            currency={currency}
          />
        )}
      </div>
    </>
  );
}

const saidOf = (now: MinimumFigures, isExclude: boolean, currency: string): string =>
  isExclude
    ? `${countText(now.excluded)} bids excluded, worth ${earnedText(now.excludedValue)} ${currency}`
    : `${countText(now.bidsIn)} bids in, ${countText(now.won)} won, net ${earnedText(now.net)} ${currency}, forgone ${earnedText(now.forgone)} ${currency}`;

interface ComparedProps {
  readonly tiers: Pick<DecidingTiers, 'which'>;
  readonly before: number;
  readonly value: number;
  readonly old: MinimumFigures;
  readonly now: MinimumFigures;
  readonly isExclude: boolean;
  readonly currency: string;
}

type Line = readonly [
  name: string,
  figure: keyof MinimumFigures,
  show: (value: number) => string,
  isGoodUp: boolean | null,
];

const ofInclude = (currency: string): readonly Line[] => [
  ['Bids in', 'bidsIn', countText, null],
  ['Won', 'won', countText, null],
  [`Net of the tier (${currency})`, 'net', earnedColumn, null],
  [`Forgone by it (${currency})`, 'forgone', earnedColumn, false],
];
const ofExclude = (currency: string): readonly Line[] => [
  ['Bids excluded', 'excluded', countText, null],
  [`Their net value (${currency})`, 'excludedValue', earnedColumn, null],
];
const ofAll = (currency: string): readonly Line[] => [
  [`Net of all auctions (${currency})`, 'allNet', earnedColumn, true],
  [`Forgone in all (${currency})`, 'allForgone', earnedColumn, false],
];

/** What the tier's minimum does beside what the tried one would do, estimated for the days. */
function Compared({ tiers, before, value, old, now, isExclude, currency }: ComparedProps) {
  const lines = [...(isExclude ? ofExclude(currency) : ofInclude(currency)), ...ofAll(currency)];
  return (
    <table className="plain-table" aria-label="What the minimum does">
      <thead>
        <tr>
          <th scope="col">In these days, estimated</th>
          <th scope="col" className="number">
            {tiers.which}: {cpmText(before)}
          </th>
          <th scope="col" className="number">
            at the line: {cpmText(value)}
          </th>
          <th scope="col" className="number">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, figure, show, isGoodUp]) => {
          const difference = now[figure] - old[figure];
          const shown = signedText(difference, show);
          const isNone = show(Math.abs(difference)) === show(0);
          const tone = isNone || isGoodUp === null ? '' : difference > 0 === isGoodUp ? 'gain' : 'loss';
          return (
            <tr key={figure}>
              <td>{name}</td>
              <td className="number">{show(old[figure])}</td>
              <td className="number">{show(now[figure])}</td>
              <td className={`number ${tone}`}>{isNone ? '0' : shown}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
