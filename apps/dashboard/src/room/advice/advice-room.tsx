import type { AdviceReport } from '@auction-tiers/contract/advice-report';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { useDraft, useLive } from '../../draft/use-draft.ts';
import { rangeText } from '../../figure/date.ts';
import { Block, Empty, Reading, Room, Waiting } from '../../part/kit.tsx';
import { LeaveOutTable } from '../../comparison/leave-out-table.tsx';
import { ComparisonProgress, NoReturningUsers, RecordedText } from '../../comparison/progress.tsx';
import { useRecorded } from '../../comparison/use-comparison.ts';
import { plainOr } from '../../saying/plain-words.ts';
import { useNameOf } from '../../words/buyer-names.ts';
import { useMutation } from '@tanstack/react-query';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { useNewestAdvice } from '../../comparison/use-newest-advice.ts';
import { OneProposal } from './one-proposal.tsx';

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
      {simulation === null && !advice.isPending && (
        <Empty picture="rows">
          Here will be proposals: what to change about a tier, what that brings a day, and which buyer it costs most.
        </Empty>
      )}
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
        <details>
          <summary>Read more</summary>
          <Limits />
        </details>
      </Block>
    </Room>
  );
}

function Proposals({ report, mayTake }: { readonly report: AdviceReport; readonly mayTake: boolean }) {
  const { live } = useLive();
  const { currency, commitments } = report;
  const nameOf = useNameOf();
  const says = report.says.map((text) => plainOr(text, '', nameOf)).filter((text) => text !== '');
  // What is dominated is data for programs.
  const proposals = report.proposals.filter(({ state }) => state !== 'dominated');
  if (live === null) return <Waiting rows={3} />;
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
        {proposals.map((proposal, at) => (
          <OneProposal
            key={proposal.changes.join(' ')}
            proposal={proposal}
            live={live}
            currency={currency}
            isFirst={at === 0}
            mayTake={mayTake}
          />
        ))}
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
