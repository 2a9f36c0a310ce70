import type { Day } from '@auction-tiers/calendar';
import { movementParts } from '@auction-tiers/contract';
import { Link } from '@tanstack/react-router';
import { rangeText } from '../../figure/date.ts';
import { earnedColumn, signedText } from '../../figure/money.ts';
import { Block, Waiting } from '../../part/kit.tsx';
import { BridgeBar, bridgeOf } from '../../report/bridge.tsx';
import { useMovement } from '../../report/use-movement.ts';
import { movedText } from './reckon/headline.ts';

/** Without a colour where the text is 0.00. */
const toneOf = (net: string): string => ({ '+': 'gain', '−': 'loss' })[signedText(Number(net), earnedColumn)[0]!] ?? '';

/** Why net of the headline's day moved against the same weekday before, part by part. */
export function Moved({ day }: { readonly day: Day }) {
  const { movement, periods, error, isAhead } = useMovement('week', true, { from: day, to: day });
  const isNothing = Number(movement?.from) === 0 && Number(movement?.against) === 0;
  const bridge = movement === null ? null : bridgeOf(movement);
  return (
    <Block title="Why it moved">
      <div className="today-moved">
        {movement === null && error === null && !isAhead && <Waiting rows={5} height={28} />}
        {(isAhead || error !== null || (movement !== null && isNothing)) && (
          <p className="muted">Nothing can be said of these days yet.</p>
        )}
        {movement !== null && bridge !== null && !isNothing && (
          <>
            <dl className="bridge-list">
              {movement.parts.map(({ kind, net: part }, place) => (
                <div key={kind}>
                  <dt>{movementParts[kind]}</dt>
                  <dd className={toneOf(part)}>{signedText(Number(part), earnedColumn)}</dd>
                  <dd className="bridge-track" aria-hidden="true">
                    <BridgeBar {...bridge.bars[place]!} />
                  </dd>
                </div>
              ))}
            </dl>
            <p>
              <Link to="/today/movement" search={{ from: day, to: day }}>
                {rangeText(periods.from, periods.to)}: {movedText(movement.sentences)}
              </Link>
            </p>
          </>
        )}
      </div>
    </Block>
  );
}
