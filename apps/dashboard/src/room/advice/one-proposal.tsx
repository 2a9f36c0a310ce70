import './advice.css';
import type { TierSetFile } from '@auction-tiers/contract';
import {
  type AdviceProposal,
  judgedText,
  proposalNotes,
  type ProposalState,
} from '@auction-tiers/contract/advice-report';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { differenceText } from '../../comparison/words.ts';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { useEditDraft } from '../../draft/use-draft.ts';
import { countText } from '../../figure/count.ts';
import { earnedText, figures, toRange } from '../../figure/figures.ts';
import { Definition, Notice } from '../../part/kit.tsx';
import { plainWords } from '../../saying/plain-words.ts';
import { sentence } from '../../service/problem.ts';
import { useNameOf } from '../../words/buyer-names.ts';
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
  const nameOf = useNameOf();
  const [sign, word, tone] = stateWords[proposal.state];
  const [open, step] = [openWords(proposal), stepWords(proposal)];
  const changes = changeWords(live.tiers, proposal.draft);
  const own = [...proposal.losers, ...proposal.commitments].flatMap(({ name }) => name ?? []);
  const notes = proposalNotes(proposal, currency, figures).map((text) => sentence(plainWords(text, nameOf, own)));
  return (
    <li className="advice-proposal">
      <div className="advice-line">
        <div className="grow">
          {changes.map((change) => (
            <div key={change} className="advice-change">
              {change}
            </div>
          ))}
          <strong className={tone}>
            {sign} <Definition text={plainWords(judgedText(proposal), nameOf)}>{word}</Definition>
          </strong>{' '}
          <span className="advice-gain">
            {differenceText(Number(proposal.gain), toRange(proposal.interval), currency)} a day
          </span>
        </div>
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
      </div>
      <ul>
        {[...notes, ...(open === null ? [] : [open])].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <details className="muted">
        <summary>How it was judged</summary>
        {daysWords(proposal)} {boundWords(proposal, currency)}
      </details>
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

/** The state of a proposal as a word, with a shape, so that the colour is not all that tells. */
const stateWords: Readonly<
  Record<ProposalState, readonly [sign: string, word: string, tone: 'gain' | 'warn' | 'muted']>
> = {
  certified: ['▲', 'Certified', 'gain'],
  unresolved: ['◆', 'Unresolved', 'warn'],
  dominated: ['▼', 'Dominated', 'muted'],
};

/** The days behind a proposal. */
const daysWords = ({ chosen_days: chosen, judged_days: judged }: AdviceProposal): string =>
  `Chosen on ${countText(chosen)} days, judged on ${countText(judged)} others.`;

/** How far from the best it can be. */
const boundWords = ({ bound }: AdviceProposal, currency: string): string =>
  bound.at_most === null
    ? 'How far it is from the best is not known.'
    : `The best that exists could bring at most ${earnedText(Number(bound.at_most))} ${currency} more a day.`;
