import './advice.css';
import type { AdvicePromise, AdviceProposal, AdviceReport, ProposalState } from '@auction-tiers/contract/advice-report';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { useDraft, useEditDraft, useLive } from '../../draft/use-draft.ts';
import { rangeText } from '../../figure/date.ts';
import { cpmPrice, earnedText, toRange } from '../../figure/figures.ts';
import { Block, Definition, Notice, Reading, Room, Waiting } from '../../part/kit.tsx';
import { LeaveOutTable } from '../../comparison/leave-out-table.tsx';
import { ComparisonProgress, NoReturningUsers, RecordedText } from '../../comparison/progress.tsx';
import { useRecorded } from '../../comparison/use-comparison.ts';
import { differenceText } from '../../comparison/words.ts';
import { plainOr, plainWords } from '../../saying/plain-words.ts';
import { useNameOf } from '../../words/buyer-names.ts';
import { useMutation } from '@tanstack/react-query';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { useNewestAdvice } from '../../comparison/use-newest-advice.ts';
import type { TierSetFile } from '@auction-tiers/contract';
import { withProposedTier } from '@auction-tiers/contract/tier-set';
import { type Content, keyOf, withTier } from '../../draft/content.ts';
import { countText, percentText } from '../../figure/count.ts';
import { boundText, numberedText, promisedText } from '../../words/commitment.ts';
import { whereText } from '../../words/targeting.ts';

/** What to change: proposals that were judged on other days, what each tier and buyer brings, and what this cannot know. */
export function AdviceRoom(): React.ReactNode {
  const { from, to, session } = usePlace();
  const mayAsk = session.scopes.includes('write');
  const { recorded } = useRecorded();
  const advice = useAdvice();
  const { simulation, report } = advice;
  const isGoing = simulation?.state === 'queued' || simulation?.state === 'running';
  return (
    <Room title="Advice">
      <div className="advice-start">
        <Button
          variant={report === null ? 'filled' : 'default'}
          disabled={recorded.auctions === 0 || isGoing || !mayAsk}
          loading={advice.isAsking}
          onClick={advice.ask}
        >
          {report === null ? 'Ask for advice' : 'Ask again'}
        </Button>
        <span className="muted">on {rangeText(from, to)}: </span>
        <RecordedText recorded={recorded} />
      </div>
      {mayAsk && <NoReturningUsers isDeclared={advice.noUnits} onChange={advice.declareNoUnits} />}
      {!mayAsk && <p className="muted">Your user may read advice, and ask for none.</p>}
      <Reading data={advice.isPending ? null : advice} error={advice.error} rows={5} />
      {simulation !== null && <ComparisonProgress simulation={simulation} />}
      {report !== null && (
        <>
          <Block title="Proposals">
            <Proposals report={report} mayTake={mayAsk} />
          </Block>
          <Block title="What each tier and buyer brings">
            <LeaveOutTable rows={report.leave_out} currency={report.currency} />
          </Block>
        </>
      )}
      <Block title="What advice can know, and what not">
        {report === null ? (
          <Limits />
        ) : (
          <details>
            <summary>Why</summary>
            <Limits />
          </details>
        )}
      </Block>
    </Room>
  );
}

function Proposals({ report, mayTake }: { readonly report: AdviceReport; readonly mayTake: boolean }) {
  const { live } = useLive();
  const edit = useEditDraft();
  const [asked, setAsked] = useState<number | null>(null);
  const [taken, setTaken] = useState<number | null>(null);
  const { currency, commitments } = report;
  const nameOf = useNameOf();
  const says = report.says.map((text) => plainOr(text, '', nameOf)).filter((text) => text !== '');
  // What is dominated is data for programs.
  const proposals = report.proposals.filter(({ state }) => state !== 'dominated');
  if (live === null) return <Waiting rows={3} />;
  const put = (proposal: AdviceProposal, at: number) => {
    setAsked(at);
    edit.mutate((content) => withProposal(content, live.tiers, proposal.draft), { onSuccess: () => setTaken(at) });
  };
  return (
    <>
      {says.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
      {commitments.length === 0 && (
        <p className="muted">
          Add <Link to="/tiers/promises">promises</Link>, or some to the <Link to="/draft">draft</Link>, and ask again.
        </p>
      )}
      <ul className="plain-list advice-list" aria-label="Proposals">
        {proposals.map((proposal, at) => {
          const { word, sign, tone, meaning } = stateWords[proposal.state];
          const [open, step] = [openWords(proposal), stepWords(proposal)];
          const interval = toRange(proposal.interval);
          const changes = changeWords(live.tiers, proposal.draft);
          const notes = [loserWords(proposal, currency), promisePriceWords(proposal, currency)];
          return (
            <li key={proposal.changes.join(' ')} className="advice-proposal">
              <p>
                <strong className={tone}>
                  {sign} <Definition text={meaning}>{word}</Definition>
                </strong>{' '}
                <span className="advice-gain">{differenceText(Number(proposal.gain), interval, currency)} a day</span>
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
                  variant={at === 0 && proposal.state === 'certified' ? 'filled' : 'default'}
                  disabled={changes.length === 0 || !mayTake}
                  loading={edit.isPending && asked === at}
                  onClick={() => put(proposal, at)}
                >
                  {step}
                </Button>
              )}
              {changes.length === 0 && <span className="muted"> It is live already.</span>}
              {asked === at && <EditProblem edit={edit} />}
              {taken === at && (
                <Notice>
                  It is in the draft.{' '}
                  <Link to="/draft" search>
                    To the draft
                  </Link>
                </Notice>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** What a reader has to know before following advice. */
const limits = [
  'Advice decides the recorded auctions of the chosen days again, with the bids as they were. At first price a tier can then only cost: what it prefers is not the best bid. So there are two honest proposals: the same promises for less money, and a promise that is not worth its price.',
  'A proposal is chosen on one half of the days, drawn at random with each day of the week in both halves, and judged on the other half. Certified means that it brought more there than chance explains, also after allowing for how many proposals were judged, that it kept every promise, and that a try of it on all days says launch. Unresolved means that the days do not tell, or that a try says otherwise.',
  'What it cannot know: what buyers would do. A buyer that loses auctions may bid more, less, or elsewhere, and a minimum may teach it to bid just above. It knows no promise that you have not written down, no contract, no advertiser that must not be seen. It looks at one market: that of these days.',
  'So try a proposal as a draft, read who gains and who loses, and publish the small step first. Tiers that exclude are never touched.',
];

function Limits() {
  return (
    <div className="advice-limits">
      {limits.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** The newest advice on the group of sites, and a way to ask for more, over the recorded auctions of the chosen days. */
function useAdvice() {
  const { ymProfile, memberId } = usePlace();
  const { hours } = useRecorded();
  const { draft } = useDraft();
  const newest = useNewestAdvice();
  const [declared, declareNoUnits] = useState<boolean | null>(null);
  const noUnits = declared ?? newest.simulation?.no_units ?? false;
  const asking = useMutation({
    mutationFn: () =>
      client.simulation.start.mutate({
        kind: 'advice',
        ym_profile_id: ymProfile.id,
        member_id: memberId,
        no_units: noUnits,
        log: { kind: 'recorded', ...hours },
        ...(draft?.commitments === undefined || draft.commitments === null ? {} : { commitments: draft.commitments }),
      }),
    onSuccess: () => refresh(trpc.simulation.list),
  });
  return {
    ...newest,
    error: asking.error ?? newest.error,
    ask: () => asking.mutate(),
    isAsking: asking.isPending,
    /** Whether it is declared that no user returns. */
    noUnits,
    declareNoUnits,
  };
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

type Tier = TierSetFile['tiers'][number];

const minimumText = (price: string | null): string => (Number(price ?? 0) === 0 ? 'none' : cpmPrice(price!));

const limitText = (limit: string | null): string => (limit === null ? 'no limit' : cpmPrice(limit));

/** The name of a tier, and where it applies unless that is everywhere. */
function tierWords({ name, profile_id: id }: Tier, { profiles }: TierSetFile): string {
  const profile = profiles.find((one) => one.id === id);
  return profile === undefined ? name : `${name} (${whereText(profile)})`;
}

/** What a proposal changes about the live tiers, a sentence for each. */
export function changeWords(live: readonly Tier[], draft: TierSetFile): string[] {
  const before = new Map(live.map((tier) => [tier.id, tier]));
  return draft.tiers.flatMap((tier): string[] => {
    const old = before.get(tier.id);
    const named = tierWords(tier, draft);
    if (old === undefined) return [`${named} is not live any more.`];
    if (tier.state === 'inactive' && old.state !== 'inactive') return [`${named} is switched off.`];
    const kept = new Set(tier.buyer_members?.map(({ id }) => id));
    const left = (old.buyer_members ?? []).filter(({ id }) => !kept.has(id));
    return [
      ...(Number(old.min_price ?? 0) === Number(tier.min_price ?? 0)
        ? []
        : [`${named}: net minimum ${minimumText(old.min_price)} → ${minimumText(tier.min_price)}.`]),
      ...(old.max_forgone === tier.max_forgone
        ? []
        : [`${named}: give up at most ${limitText(old.max_forgone)} → ${limitText(tier.max_forgone)}.`]),
      ...(old.priority === tier.priority ? [] : [`${named}: priority ${old.priority} → ${tier.priority}.`]),
      ...left.map(({ name }) => `${named}: without ${name ?? 'a buyer'}.`),
    ];
  });
}

/** What was promised, and what the proposal gives. */
const promiseWords = (promise: AdvicePromise, currency: string): string =>
  `${promise.name ?? numberedText(promise)}: ${boundText(promise, currency)}; ` +
  `${promise.is_kept ? 'kept' : 'broken'} with ${promisedText(promise.figure, promise.reached, currency)}.`;

/** What the promises cost with a proposal that keeps all of them for less; null: it does not. */
function promisePriceWords({ promise_price: price }: AdviceProposal, currency: string): string | null {
  if (price === null) return null;
  const [proposed, present] = [earnedText(Number(price.proposed)), earnedText(Number(price.present))];
  return `All promises are kept at ${percentText(price.share)} of their price: ${proposed} instead of ${present} ${currency} forgone a day.`;
}

type Judged = Pick<AdviceProposal, 'state' | 'interval' | 'verdict' | 'days_needed'>;

/** What stands in the way of an unresolved proposal: what a try says of it, or how many days it needs; null: nothing. */
export function openWords({ state, interval, verdict, days_needed: needed }: Judged): string | null {
  if (state !== 'unresolved') return null;
  if (verdict !== null) return `A try on all days says: ${plainWords(verdict.summary)}`;
  const isAbove = interval !== null && Number(interval.low) > 0;
  const why = isAbove ? 'It brought more on the days that judged it, which are too few to be sure. ' : '';
  // One half of the days chooses, the other judges.
  return needed === null
    ? `${why}To settle it, more than a year of days would have to judge it.`
    : `${why}To settle it, ${countText(needed)} days have to judge it: ask for advice on ${countText(2 * needed)} days.`;
}

/** What the button of a proposal offers, which is what its try names; null: the live tiers are better kept. */
export function stepWords({ state, verdict }: Judged): string | null {
  if (state === 'certified' || verdict === null || verdict.decision === 'launch') return 'Put into a draft';
  return verdict.decision === 'test_first' ? 'Put into a draft to test live' : null;
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

/** A draft's content with what a proposal changes about the live tiers; all else stays. */
export function withProposal(content: Content, live: readonly Tier[], draft: TierSetFile): Content {
  const before = new Map(live.map((tier) => [tier.id, tier]));
  return draft.tiers.reduce((changed, tier) => {
    const old = before.get(tier.id);
    if (old === undefined || changeWords([old], { ...draft, tiers: [tier] }).length === 0) return changed;
    const place = changed.tiers.findIndex(({ id }) => id === tier.id);
    if (place < 0) return changed;
    const drafted = changed.tiers[place]!;
    return withTier(changed, keyOf(drafted, place), withProposedTier(drafted, old, tier));
  }, content);
}
