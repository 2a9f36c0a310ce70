import { Button } from '@mantine/core';
import { type Estimated, leastChanged, type MinimumFigures, type RecordedTier } from '@auction-tiers/contract';
import { figures as glossary } from '@auction-tiers/contract/glossary';
import { formatMoney } from '@auction-tiers/tier-engine';
import { useEffect, useState } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import { keyOf, type TierKey, withTier } from '../../draft/content.ts';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { useEditDraft } from '../../draft/use-draft.ts';
import { countText } from '../../figure/count.ts';
import {
  cpmIn,
  cpmPrice,
  cpmText,
  earnedColumn,
  earnedText,
  fromMicros,
  signedText,
  toMicros,
} from '../../figure/figures.ts';
import { fieldLabel } from '../../saying/field-label.ts';
import { rangeText } from '../../figure/date.ts';
import { Definition, QuietButton } from '../../part/kit.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import { type SampleView, useMinimum } from '../../sample/use-sample.ts';
import { toneOf } from '../../comparison/words.ts';
import { type NetCurve, PriceSlider } from './price-slider.tsx';
import { highestMinimum } from '../../address/room-search.ts';
import { NumberField } from '../../part/form.tsx';

interface CurveProps {
  readonly view: SampleView;
  readonly tiers: DecidingTiers;
  readonly sampled: RecordedTier;
  readonly tierId: number;
  readonly tierKey: TierKey;
  readonly isExclude: boolean;
  /** The minimum that is tried, from the address. */
  readonly tried: number | undefined;
}

const settledMs = 300;

/** The net bids of the tier's buyers, and what another minimum would do with them. */
export function Curve({ view, tiers, sampled, tierId, tierKey, isExclude, tried }: CurveProps) {
  const { currency } = usePlace();
  const [, change] = useAddress<'/tiers/$tier'>();
  const before = fromMicros(tiers.source.tiers.find(({ id }) => id === tierId)?.minPriceMicros ?? 0);
  const [value, setValue] = useState(tried ?? before);
  const { prices, curve, own, other_bids: otherBids } = sampled;
  const answer = useMinimum(view, tiers, tierId, value);
  const edit = useEditDraft();

  useEffect(() => {
    if (value === (tried ?? before)) return undefined;
    const min = value === before ? undefined : value;
    const timer = setTimeout(() => change({ min }, { replace: true }), settledMs);
    return () => clearTimeout(timer);
  }, [value, tried, before, change]);

  const put = () =>
    edit.mutate((content) => {
      const tier = content.tiers.find((one, index) => keyOf(one, index) === tierKey);
      return tier === undefined
        ? content
        : withTier(content, tierKey, { ...tier, min_price: formatMoney(toMicros(value)) });
    });
  const isMoved = toMicros(value) !== toMicros(before);
  return (
    <div className="tier-curve">
      <div>
        <PriceSlider
          bins={prices}
          before={before}
          value={value}
          valueText={answer ? `${cpmPrice(value)}: ${saidOf(answer, isExclude, currency)}` : cpmPrice(value)}
          onMove={setValue}
          curve={curve}
          currency={currency}
        />
        <p>{bestWords(curve)}</p>
        <p className="muted">
          Bars: bids of its buyers for impressions that its targeting matches, by net price ({cpmIn(currency)}), in the
          sample. The figures are what these tiers would have made of the bids of these days; what the tiers at the time
          made of them is shown below, by buyer.
          {otherBids > 0 && ` ${countText(otherBids)} more are for other impressions.`}
        </p>
        <div className="tier-actions">
          <NumberField
            label={fieldLabel('min_price')}
            w={168}
            min={0}
            max={highestMinimum}
            decimals={6}
            value={value}
            onChange={(price) => {
              if (price !== '') setValue(price);
            }}
          />
          <Button disabled={!isMoved} loading={edit.isPending} onClick={put}>
            Put {cpmPrice(value)} into the draft
          </Button>
          <QuietButton disabled={!isMoved} onClick={() => setValue(before)}>
            Back to {cpmPrice(before)}
          </QuietButton>
        </div>
        <EditProblem edit={edit} />
      </div>
      <Compared
        tiers={tiers}
        before={before}
        value={value}
        old={own}
        now={answer ?? own}
        gain={answer && isMoved ? answer.gain : null}
        isExclude={isExclude}
        currency={currency}
      />
    </div>
  );
}

/** What a minimum does, in a sentence. */
export const saidOf = (now: MinimumFigures, isExclude: boolean, currency: string): string =>
  isExclude
    ? `${countText(now.excluded)} bids excluded, worth ${earnedText(now.excluded_net)} ${currency}`
    : `${countText(now.bids_in)} bids in, ${countText(now.won)} won, net ${earnedText(now.net)} ${currency}, forgone ${earnedText(now.forgone)} ${currency}`;

interface ComparedProps {
  readonly tiers: Pick<DecidingTiers, 'which'>;
  readonly before: number;
  readonly value: number;
  readonly old: MinimumFigures;
  readonly now: MinimumFigures;
  /** The gain of all auctions, with its interval; null: no other minimum is tried. */
  readonly gain: Estimated | null;
  readonly isExclude: boolean;
  readonly currency: string;
}

type Line = readonly [name: string, figure: keyof MinimumFigures, show: (value: number) => string, definition: string];

const ofInclude = (currency: string): readonly Line[] => [
  ['Bids in', 'bids_in', countText, glossary.in_tier.definition],
  ['Won', 'won', countText, glossary.won.definition],
  [`Net of the tier (${currency})`, 'net', earnedColumn, glossary.net.definition],
  [`Forgone by it (${currency})`, 'forgone', earnedColumn, glossary.forgone.definition],
];
const ofExclude = (currency: string): readonly Line[] => [
  ['Bids excluded', 'excluded', countText, glossary.excluded.definition],
  [`Their net value (${currency})`, 'excluded_net', earnedColumn, glossary.excluded_net.definition],
];
const ofAll = (currency: string): readonly Line[] => [
  [`Net of all auctions (${currency})`, 'all_net', earnedColumn, glossary.net.definition],
  [`Forgone in all (${currency})`, 'all_forgone', earnedColumn, glossary.forgone.definition],
];

const lineCell = ([name, , , definition]: Line) => <Definition text={definition}>{name}</Definition>;

/** The figures under the tier's minimum beside those under the tried one, estimated for the days. */
function Compared({ tiers, before, value, old, now, gain, isExclude, currency }: ComparedProps) {
  const { from, to } = usePlace();
  const lines = [...(isExclude ? ofExclude(currency) : ofInclude(currency)), ...ofAll(currency)];
  return (
    <div>
      <PlainTable
        label="What the minimum does"
        rows={lines}
        idOf={([, figure]) => figure}
        isStacked
        columns={[
          { head: `${rangeText(from, to)}, estimated`, isName: true, cell: lineCell },
          { head: `${tiers.which}: ${cpmText(before)}`, isNumber: true, cell: ([, of, show]) => show(old[of]) },
          { head: `at the line: ${cpmText(value)}`, isNumber: true, cell: ([, of, show]) => show(now[of]) },
          {
            head: 'Difference',
            isNumber: true,
            // An interval is known only for all auctions: a difference that may be chance has no colour.
            toneOf: ([, of]) => (of === 'all_net' ? toneOfGain(gain) : ''),
            cell([, of, show]) {
              const difference = now[of] - old[of];
              return show(Math.abs(difference)) === show(0) ? '0' : signedText(difference, show);
            },
          },
        ]}
      />
      {gain !== null && (
        <p>
          Net of all auctions: {signedText(gain.value, earnedText)} {currency},{' '}
          <Definition text={glossary.interval.definition}>95 %</Definition>: {signedText(gain.low, earnedText)} to{' '}
          {signedText(gain.high, earnedText)}
          {toneOfGain(gain) === 'even' ? ', which may be chance' : ''}
        </p>
      )}
    </div>
  );
}

/** A gain from few auctions counts as chance. */
const toneOfGain = (gain: Estimated | null) => toneOf(gain === null || gain.changed < leastChanged ? null : gain);

/** What the curve says of the minimums, in a sentence. */
export function bestWords({ points, best: { at, from, to } }: NetCurve): string {
  if (points.every(({ price }) => price >= from && price <= to)) {
    return 'In these auctions net cannot be told apart under any of these minimums (95 %).';
  }
  if (from === to) return `In these auctions ${cpmPrice(at)} brings the most, beyond chance (95 %).`;
  return `In these auctions ${cpmPrice(at)} brings the most; from ${cpmText(from)} to ${cpmPrice(to)}, shaded, net cannot be told apart from that (95 %).`;
}
