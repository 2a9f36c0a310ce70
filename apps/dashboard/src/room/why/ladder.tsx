import type { BidExplanation, TierResult } from '@auction-tiers/tier-engine';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { actionWords, QuietButton } from '../../part/kit.tsx';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import type { Names } from './names.ts';
import { conditions, failedCondition, verdictOf } from './verdict-words.ts';

interface LadderProps {
  readonly bid: BidExplanation;
  readonly tiers: DecidingTiers;
  readonly names: Names;
}

/** More tiers than these that do not name the buyer are hidden until the user asks for them. */
const mostForeign = 2;
const mostShown = 1000;

/** Every tier in the order of the checks, with its result for one bid. */
export function Ladder({ bid, tiers, names }: LadderProps) {
  const [isWhole, setIsWhole] = useState(false);
  const named = bid.tiers.filter(({ result }) => result !== 'buyer_not_listed');
  const isShort = bid.tiers.length - named.length > mostForeign && !isWhole;
  const shown = (isShort ? named : bid.tiers).slice(0, mostShown);
  return (
    <>
      <ol className="why-ladder" aria-label="Tiers in the order in which they are asked">
        {shown.map((tier) => (
          <Rung key={tier.tierId} tier={tier} isTaker={tier.tierId === bid.tierId} tiers={tiers} names={names} />
        ))}
      </ol>
      {isShort && (
        <QuietButton className="why-fold" onClick={() => setIsWhole(true)}>
          Show the {bid.tiers.length - named.length} tiers that do not name {names.buyer(bid.memberId)}
        </QuietButton>
      )}
    </>
  );
}

interface RungProps {
  readonly tier: TierResult;
  readonly isTaker: boolean;
  readonly tiers: DecidingTiers;
  readonly names: Names;
}

const conditionNames = { runs: 'runs', buyer: 'buyer', price: 'price', place: 'targeting' } as const;

function Rung({ tier, isTaker, tiers, names }: RungProps) {
  const failed = failedCondition(tier);
  const verdict = verdictOf(tier, names);
  const failedAt = failed === null ? conditions.length : conditions.indexOf(failed);
  const key = tiers.tiers.get(tier.tierId)?.key ?? `${tier.tierId}`;
  const kind = isTaker
    ? 'taker'
    : failed === null
      ? 'matched'
      : failed === 'buyer' || failed === 'runs'
        ? 'foreign'
        : 'failed';
  return (
    <li className={`why-rung ${kind}`} aria-current={isTaker ? 'true' : undefined}>
      <div className="why-rung-head">
        <span className="why-priority" title="Priority">
          {tier.priority}
        </span>
        <Link to="/tiers/$tier" params={{ tier: key }} className="cut">
          {names.tier(tier.tierId)}
        </Link>
        <span className="muted">{actionWords[tier.memberAction]}</span>
        <span className="why-checks">
          {conditions.map((condition, at) => {
            const state = at < failedAt ? 'passed' : at === failedAt ? 'failed' : 'unasked';
            return (
              <span key={condition} className={`why-check ${state}`}>
                <span aria-hidden="true">{{ passed: '✓', failed: '✕', unasked: '·' }[state]}</span>{' '}
                {conditionNames[condition]}
                <span className="visually-hidden">
                  {' '}
                  {{ passed: 'passed', failed: 'failed', unasked: 'not asked' }[state]}
                </span>
              </span>
            );
          })}
        </span>
      </div>
      {verdict !== null && (
        <div className="why-verdict">
          saw <b>{verdict.saw}</b>, needed <b>{verdict.needed}</b>
          {verdict.note !== null && `: ${verdict.note}`}
        </div>
      )}
      {verdict === null && (
        <div className="why-verdict">
          {isTaker
            ? tier.memberAction === 'exclude'
              ? 'Takes the bid out of the auction.'
              : 'Takes the bid.'
            : 'Matches too, but another tier takes the bid.'}
        </div>
      )}
    </li>
  );
}
