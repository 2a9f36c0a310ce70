import '../../tier/tier.css';
import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePlace } from '../../../address/place.ts';
import type { TierKey } from '../../../draft/content.ts';
import { cpmIn, cpmPrice, cpmText, fromMicros, toMicros } from '../../../figure/money.ts';
import { Problem } from '../../../part/problem.tsx';
import { Waiting } from '../../../part/room.tsx';
import { weightOf } from '../../../sample/choose-hours.ts';
import { SampleNote } from '../../../sample/sample-note.tsx';
import { type DecidingTiers, useDecidingTiers } from '../../../sample/tier-source.ts';
import { useMinimum, useSample, useSampleAnswer } from '../../../sample/use-sample.ts';
import { earnedCurve, saidOf } from '../../tier/curve.tsx';
import { figuresOf } from '../../tier/minimum-figures.ts';
import { PriceSlider } from '../../tier/price-slider.tsx';

interface MinimumPartProps {
  readonly tierKey: TierKey;
  readonly hasDraft: boolean;
  /** The minimum in the form, net CPM micros. */
  readonly valueMicros: number;
  readonly onMove: (price: number) => void;
}

/** What another minimum would do, beside the form; recorded auctions are read once it is opened, and then for each tier. */
export function MinimumPart(props: MinimumPartProps) {
  const [isOpen, setIsOpen] = useLocalStorage({ key: 'tier-curve', defaultValue: false });
  return (
    <details className="block" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>What another net minimum would do</summary>
      {isOpen && <OfTiers {...props} />}
    </details>
  );
}

function OfTiers(props: MinimumPartProps) {
  const tiers = useDecidingTiers(props.hasDraft ? 'draft' : 'live');
  const tierId = [...(tiers?.tiers ?? [])].find(([, { key }]) => key === props.tierKey)?.[0];
  return tiers === null || tierId === undefined ? (
    <Waiting rows={4} />
  ) : (
    <Curve {...props} tiers={tiers} tierId={tierId} />
  );
}

type CurveProps = MinimumPartProps & { readonly tiers: DecidingTiers; readonly tierId: number };

function Curve({ tiers, tierId, valueMicros, onMove }: CurveProps) {
  const { currency } = usePlace();
  const view = useSample();
  const tier = tiers.source.tiers.find(({ id }) => id === tierId)!;
  const prices = useSampleAnswer(view, tiers, 'prices', { tierId });
  const curve = useSampleAnswer(view, tiers, 'curve', { tierId });
  const answer = useMinimum(view, tiers, tierId, valueMicros);
  const weight = view.state.state === 'ready' ? weightOf(view.state.size) : 0;
  const nets = useMemo(
    () => (prices.data === undefined ? null : Array.from(prices.data.nets, fromMicros)),
    [prices.data],
  );
  const drawn = useMemo(
    () => (curve.data === undefined ? null : earnedCurve(curve.data, weight)),
    [curve.data, weight],
  );
  const value = fromMicros(valueMicros);
  const said = answer === null ? null : saidOf(figuresOf(answer, weight), tier.memberAction === 'exclude', currency);
  return (
    <>
      {prices.error !== null && <Problem error={prices.error} />}
      {view.state.state === 'ready' && (
        <PriceSlider
          prices={nets}
          before={fromMicros(tier.minPriceMicros ?? 0)}
          value={value}
          valueText={said === null ? cpmPrice(value) : `${cpmPrice(value)}: ${said}`}
          onMove={(price) => onMove(fromMicros(toMicros(price)))}
          curve={drawn}
          currency={currency}
        />
      )}
      {said !== null && (
        <p role="status">
          At {cpmText(value)} {cpmIn(currency)}, estimated: {said}.
        </p>
      )}
      <SampleNote view={view} />
    </>
  );
}
