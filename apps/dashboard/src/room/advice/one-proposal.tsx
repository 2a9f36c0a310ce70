import { keepingOf, keptDaysText } from '@auction-tiers/contract/compare-report';
import './advice.css';
import type { TierSetFile } from '@auction-tiers/contract';
import type { AdvicePromise, AdviceProposal, ProposalState } from '@auction-tiers/contract/advice-report';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { differenceText } from '../../comparison/words.ts';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { useEditDraft } from '../../draft/use-draft.ts';
import { countText, percentText } from '../../figure/count.ts';
import { earnedText, toRange } from '../../figure/figures.ts';
import { Definition, Notice } from '../../part/kit.tsx';
import { boundText, numberedText, promisedText } from '../../words/commitment.ts';
import { changeWords, openWords, stepWords, withProposal } from './proposal-words.ts';

interface OneProposalProps {
  readonly proposal: AdviceProposal;
  readonly live: TierSetFile;
  readonly currency: string;
  /** Whether its button is the filled one of the screen. */
  readonly isFirst?: boolean;
  readonly mayTake: boolean;
}

/** One proposal: what it brings and changes, how it was judged, and the button that puts it alone into the draft. */
export function OneProposal({ proposal, live, currency, isFirst = false, mayTake }: OneProposalProps) {
  const edit = useEditDraft();
  const [isTaken, setIsTaken] = useState(false);
  const { word, sign, tone, meaning } = stateWords[proposal.state];
  const [open, step] = [openWords(proposal), stepWords(proposal)];
  const changes = changeWords(live.tiers, proposal.draft);
  const notes = [loserWords(proposal, currency), promisePriceWords(proposal, currency)];
  return (
    <li className="advice-proposal">
      <p>
        <strong className={tone}>
          {sign} <Definition text={meaning}>{word}</Definition>
        </strong>{' '}
        <span className="advice-gain">
          {differenceText(Number(proposal.gain), toRange(proposal.interval), currency)} a day
        </span>
      </p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
        {proposal.commitments.map((promise) => (
          <li key={`${promise.subject} ${promise.id} ${promise.figure} ${promise.bound}`}>
            {promiseWords(promise, currency)}
          </li>
        ))}
        {notes.map((words) => words !== null && <li key={words}>{words}</li>)}
      </ul>
      {open !== null && <p>{open}</p>}
      <details className="muted">
        <summary>How it was judged</summary>
        {daysWords(proposal)} {boundWords(proposal, currency)}
      </details>
      {step !== null && (
        <Button
          variant={isFirst && proposal.state === 'certified' ? 'filled' : 'default'}
          disabled={changes.length === 0 || !mayTake}
          loading={edit.isPending}
          onClick={() =>
            edit.mutate((content) => withProposal(content, live.tiers, proposal.draft), {
              onSuccess: () => setIsTaken(true),
            })
          }
        >
          {step}
        </Button>
      )}
      {changes.length === 0 && <span className="muted"> It is live already.</span>}
      <EditProblem edit={edit} />
      {isTaken && (
        <Notice>
          It is in the draft.{' '}
          <Link to="/draft" search>
            To the draft
          </Link>
        </Notice>
      )}
    </li>
  );
}

interface Said {
  readonly word: string;
  readonly sign: string;
  readonly tone: 'gain' | 'warn' | 'muted';
  readonly meaning: string;
}

/** What is known of a proposal, as the page says it. */
const stateWords: Readonly<Record<ProposalState, Said>> = {
  certified: {
    word: 'Certified',
    sign: '▲',
    tone: 'gain',
    meaning: 'It brings more on days that it was not chosen from, and a try on all days says launch.',
  },
  unresolved: {
    word: 'Unresolved',
    sign: '◆',
    tone: 'warn',
    meaning: 'The days do not tell whether it brings more, or a try on all days says otherwise.',
  },
  dominated: {
    word: 'Dominated',
    sign: '▼',
    tone: 'muted',
    meaning: 'Leave it: it brings nothing, breaks a promise, or another value is better.',
  },
};

/** What was promised, and what the proposal gives. */
const promiseWords = (promise: AdvicePromise, currency: string): string =>
  `${promise.name ?? numberedText(promise)}: ${boundText(promise, currency)}; ` +
  `${keepingWords[keepingOf(promise, promise.reached)]} with ${promisedText(promise.figure, promise.reached, currency)}` +
  `${keptDaysText(promise)}.`;

const keepingWords = { kept: 'kept', unsure: 'not surely kept', broken: 'broken' };

/** What the promises cost with a proposal that keeps all of them for less; null: it does not. */
function promisePriceWords({ promise_price: price }: AdviceProposal, currency: string): string | null {
  if (price === null) return null;
  const [proposed, present] = [earnedText(Number(price.proposed)), earnedText(Number(price.present))];
  return `All promises are kept at ${percentText(price.share)} of their price: ${proposed} instead of ${present} ${currency} forgone a day.`;
}

/** The days behind a proposal. */
const daysWords = ({ chosen_days: chosen, judged_days: judged }: AdviceProposal): string =>
  `Chosen on ${countText(chosen)} days, judged on ${countText(judged)} others.`;

/** How far from the best it can be. */
const boundWords = ({ bound }: AdviceProposal, currency: string): string =>
  bound.at_most === null
    ? 'How far it is from the best is not known.'
    : `The best that exists could bring at most ${earnedText(Number(bound.at_most))} ${currency} more a day.`;

/** The buyers of which the seller would earn less; null: none. */
const loserWords = ({ losers }: AdviceProposal, currency: string): string | null =>
  losers.length === 0
    ? null
    : `Less a day from ${losers.map(({ id, name, net }) => `${name ?? `buyer ${id}`} (${earnedText(Number(net))} ${currency})`).join(', ')}.`;
