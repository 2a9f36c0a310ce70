import '../../tier/tier.css';
import { useLocalStorage } from '@mantine/hooks';
import { usePlace } from '../../../address/place.ts';
import type { TierKey } from '../../../draft/content.ts';
import { cpmIn, cpmPrice, cpmText, fromMicros, toMicros } from '../../../figure/money.ts';
import { Problem, Waiting } from '../../../part/kit.tsx';
import { SampleNote } from '../../../sample/sample-note.tsx';
import { type DecidingTiers, useDecidingTiers } from '../../../sample/tier-source.ts';
import { useMinimum, useSample, useSampleAnswer } from '../../../sample/use-sample.ts';
import { saidOf } from '../../tier/curve.tsx';
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
      <summary>
        What another net minimum would do{' '}
        <span className="muted">with the recorded bids, under {props.hasDraft ? 'the draft’s' : 'today’s'} tiers</span>
      </summary>
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
  const { data, error } = useSampleAnswer(view, tiers, { tier_id: tierId });
  const value = fromMicros(valueMicros);
  const answer = useMinimum(view, tiers, tierId, value);
  const said = answer ? saidOf(answer, tier.memberAction === 'exclude', currency) : null;
  return (
    <>
      {error !== null && <Problem error={error} />}
      {view.state.state === 'ready' && (
        <PriceSlider
          bins={data?.tier?.prices ?? null}
          before={fromMicros(tier.minPriceMicros ?? 0)}
          value={value}
          valueText={said === null ? cpmPrice(value) : `${cpmPrice(value)}: ${said}`}
          onMove={(price) => onMove(fromMicros(toMicros(price)))}
          curve={data?.tier?.curve ?? null}
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
