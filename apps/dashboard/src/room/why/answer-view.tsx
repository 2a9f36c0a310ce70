import { ExcludeBuyer } from '../../exclude/exclude-buyer.tsx';
import { actionWords, Definition, QuietButton } from '../../part/kit.tsx';
import type { DecidingTiers } from '../../sample/tier-source.ts';
import { bidName, choiceWords, clearingOf, forgoneWords, rankWords } from './decision-words.ts';
import type { Explained } from './explain-body.ts';
import type { Names } from './names.ts';
import { conditions, failedCondition, outcomeWords, priceText, verdictOf } from './verdict-words.ts';
import type { AuctionRequest, BidExplanation, TierResult } from '@auction-tiers/tier-engine';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { cpmColumn, cpmIn, fromMicros } from '../../figure/figures.ts';
import type { Column } from '../../part/column.ts';
import { DataTable } from '../../part/data-table.tsx';

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

interface LadderProps {
  readonly bid: BidExplanation;
  readonly tiers: DecidingTiers;
  readonly names: Names;
}

/** More tiers than these that do not name the buyer are hidden until the user asks for them. */
const mostForeign = 2;
const mostShown = 1000;

/** Every tier in the order of the checks, with its result for one bid. */
function Ladder({ bid, tiers, names }: LadderProps) {
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

interface Row extends BidExplanation {
  readonly grossMicros: number;
  /** The place of the bid in the request, from 1. */
  readonly sentAs: number;
}

/** Bids in auction order; the bids that take no part come last. */
function toRows({ bids: sent }: AuctionRequest, bids: readonly BidExplanation[]): Row[] {
  const rows = bids.map((bid, index) => ({ ...bid, grossMicros: sent[index]!.grossMicros, sentAs: index + 1 }));
  return rows.toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0);
}

interface BidListProps {
  readonly explained: Explained;
  readonly current: string | null;
  readonly names: Names;
  readonly onChoose: (bidId: string) => void;
}

export function BidList({ explained: { request, explanation }, current, names, onChoose }: BidListProps) {
  const cpm = cpmIn(usePlace().currency);
  const rows = useMemo(() => toRows(request, explanation.bids), [request, explanation]);
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'rank', head: 'Place', width: '60px', isNumber: true, cell: ({ rank }) => rank ?? '–' },
      { id: 'bid', head: 'Bid', width: 'minmax(60px, 1fr)', cell: ({ sentAs }) => sentAs },
      { id: 'buyer', head: 'Buyer', width: 'minmax(140px, 2fr)', cell: ({ memberId }) => names.buyer(memberId) },
      {
        id: 'gross',
        head: `Gross (${cpm})`,
        width: '130px',
        isNumber: true,
        cell: (row) => priceCell(row.grossMicros),
      },
      { id: 'net', head: `Net (${cpm})`, width: '120px', isNumber: true, cell: (row) => priceCell(row.netMicros) },
      { id: 'priority', head: 'Priority', width: '80px', isNumber: true, cell: ({ priority }) => priority ?? '–' },
      {
        id: 'tier',
        head: 'Tier',
        width: 'minmax(140px, 2fr)',
        cell: ({ tierId }) => (tierId === null ? '–' : names.tier(tierId)),
      },
      { id: 'outcome', head: 'Outcome', width: 'minmax(120px, 1fr)', cell: outcomeCell },
    ],
    [names, cpm],
  );
  return (
    <DataTable
      label="Bids in auction order"
      rows={rows}
      columns={columns}
      idOf={({ bidId }) => bidId}
      current={current}
      onOpen={({ bidId }) => onChoose(bidId)}
      isDense
      maxHeight="420px"
    />
  );
}

const priceCell = (micros: number) => <span title={priceText(micros)}>{cpmColumn(fromMicros(micros))}</span>;

function outcomeCell({ outcome }: Row) {
  const isWon = outcome === 'won';
  return (
    <span className={isWon ? 'gain' : ''} title={outcomeWords[outcome].meaning}>
      {isWon && '✓ '}
      {outcomeWords[outcome].word}
    </span>
  );
}
