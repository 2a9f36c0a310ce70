import { movementParts } from '@auction-tiers/contract';
import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pageOnly } from '../../address/search.ts';
import { rangeText } from '../../figure/date.ts';
import { earnedColumn, signedText } from '../../figure/money.ts';
import { Block, Waiting } from '../../part/room.tsx';
import { BridgeBar, bridgeOf } from '../../report/bridge.tsx';
import { useMovement } from '../../report/use-movement.ts';

/**
 * Why net moved, part by part. Asked once its end is in sight, because the answer takes a thread of the service seconds;
 * until then a link leads to it.
 */
export function Moved() {
  const { ref, inViewport } = useInViewport<HTMLParagraphElement>();
  const [isSeen, setIsSeen] = useState(false);
  if (inViewport && !isSeen) setIsSeen(true);
  const { movement, periods, error, isAhead } = useMovement('week', isSeen);
  const [net, cause] = movement?.sentences ?? [];
  const isNothing = net === undefined || (Number(movement?.from) === 0 && Number(movement?.against) === 0);
  const bridge = movement === null ? null : bridgeOf(movement);
  return (
    <Block title="Why it moved">
      <div className="today-moved">
        {!isSeen && (
          <Link to="/today/movement" search={pageOnly}>
            What moved net, and why
          </Link>
        )}
        {isSeen && movement === null && error === null && !isAhead && <Waiting rows={5} height={28} />}
        {(isAhead || error !== null || (movement !== null && isNothing)) && (
          <p className="muted">Nothing can be said of these days yet.</p>
        )}
        {movement !== null && bridge !== null && !isNothing && (
          <>
            <dl className="bridge-list">
              {movement.parts.map(({ kind, net: part }, place) => (
                <div key={kind}>
                  <dt>{movementParts[kind]}</dt>
                  <dd className={Number(part) < 0 ? 'loss' : Number(part) > 0 ? 'gain' : ''}>
                    {signedText(Number(part), earnedColumn)}
                  </dd>
                  <dd className="bridge-track" aria-hidden="true">
                    <BridgeBar {...bridge.bars[place]!} />
                  </dd>
                </div>
              ))}
            </dl>
            <p>
              <Link to="/today/movement" search={pageOnly}>
                {rangeText(periods.from, periods.to)}: {net.text} {cause?.text}
              </Link>
            </p>
          </>
        )}
      </div>
      <p ref={ref} />
    </Block>
  );
}
