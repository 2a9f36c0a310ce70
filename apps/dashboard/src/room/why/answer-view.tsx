import { ExcludeBuyer } from '../../exclude/exclude-buyer.tsx';
import { Definition } from '../../part/kit.tsx';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import { bidName, choiceWords, clearingOf, forgoneWords, rankWords } from './decision-words.ts';
import type { Explained } from './explain-body.ts';
import { Ladder } from './ladder.tsx';
import type { Names } from './names.ts';
import { outcomeWords, priceText } from './verdict-words.ts';

interface AnswerProps {
  readonly explained: Explained;
  readonly bidId: string | undefined;
  readonly tiers: DecidingTiers;
  readonly names: Names;
}

/** The bid that is explained: the one with the id, else the winner, else the first. */
export function askedBid({ explanation: { bids, winner } }: Explained, bidId: string | undefined) {
  const named = bids.find((bid) => bid.bidId === bidId);
  return named ?? bids.find((bid) => bid.bidId === winner?.bidId) ?? bids[0] ?? null;
}

/** What became of one bid, and why. */
export function BidAnswer({ explained, bidId, tiers, names }: AnswerProps) {
  const { request, explanation } = explained;
  const bid = askedBid(explained, bidId);
  if (bid === null) return <p>The auction has no bids, so nobody wins.</p>;
  const sent = request.bids.find(({ id }) => id === bid.bidId);
  const { word, meaning } = outcomeWords[bid.outcome];
  return (
    <>
      <div className="why-asked">
        <span className="muted">
          {names.buyer(bid.memberId)}, {bidName(explanation.bids, bid.bidId)}: {priceText(sent?.grossMicros ?? 0)}{' '}
          gross, {priceText(bid.netMicros)} net
        </span>
        <div className={`big-figure ${bid.outcome === 'won' ? 'gain' : ''}`}>
          {bid.outcome === 'won' ? '✓ ' : ''}
          <Definition text={meaning}>{word}</Definition>
          {bid.tierId !== null && <span className="why-in"> in {names.tier(bid.tierId)}</span>}
        </div>
        <p>
          {choiceWords(bid, names)} {rankWords(bid, explanation, names)}
        </p>
        {bid.memberId !== null && bid.outcome !== 'excluded' && (
          <ExcludeBuyer key={bid.memberId} buyer={{ id: bid.memberId, name: names.buyer(bid.memberId) }} />
        )}
      </div>
      <Ladder bid={bid} tiers={tiers} names={names} />
    </>
  );
}

/** What the winner pays and what is forgone, spelled out. */
export function Outcome({ explained, tiers, names }: Omit<AnswerProps, 'bidId'>) {
  const { request, explanation } = explained;
  const clearing = clearingOf(request, explanation, tiers.source.tiers, names);
  const { winner } = explanation;
  return (
    <div className="why-outcome">
      <section>
        <h3>Clearing price</h3>
        {winner === null || clearing === null ? (
          <p>No bid wins, so nothing is paid.</p>
        ) : (
          <>
            <p>
              {names.buyer(winner.memberId)} pays <b>{priceText(winner.clearingMicros)}</b>.
            </p>
            <ol>
              {clearing.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </section>
      <section>
        <h3>
          <Definition text="The price of preference: the net that this auction would bring with no bid in a tier, less the net taken. Bids that a tier excluded stay out.">
            Forgone
          </Definition>
        </h3>
        <p>{forgoneWords(request, explanation, names)}</p>
      </section>
    </div>
  );
}
