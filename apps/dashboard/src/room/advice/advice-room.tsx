import type { AdviceReport } from '@auction-tiers/contract/advice-report';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { useDraft, useLive } from '../../draft/use-draft.ts';
import { Block, Empty, Room, Waiting } from '../../part/kit.tsx';
import { LeaveOutTable } from '../../comparison/leave-out-table.tsx';
import { TryLine } from '../../comparison/progress.tsx';
import { useStart } from '../../comparison/use-comparison.ts';
import { plainOr } from '../../saying/plain-words.ts';
import { useNameOf } from '../../words/buyer-names.ts';
import { useNewestAdvice } from '../../comparison/use-newest-advice.ts';
import { OneProposal } from './one-proposal.tsx';

/** What to change: proposals that were judged on other days, what each tier and buyer brings, and what this cannot know. */
export function AdviceRoom(): React.ReactNode {
  const mayAsk = usePlace().session.scopes.includes('write');
  const promises = useDraft().draft?.commitments ?? null;
  const advice = useNewestAdvice();
  const { simulation, report, error, isPending } = advice;
  const starting = useStart(simulation, { kind: 'advice', ...(promises !== null && { commitments: promises }) });
  return (
    <Room title="Advice">
      {!mayAsk && <p className="muted">Your user may read advice, and ask for none.</p>}
      <TryLine
        trying={{ ...starting, ...advice }}
        isFirst={report === null}
        isNext={report === null}
        words={['Ask for advice', 'Ask again']}
        mayTry={mayAsk}
      />
      {isPending && error === null && <Waiting rows={5} />}
      {simulation === null && !isPending && (
        <Empty picture="rows">
          Proposals appear here: what to change about a tier, what it brings a day, and which buyer it costs most.
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
          <div className="advice-limits">
            {limits.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
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
      {commitments.length === 0 && (
        <p className="muted">
          Add <Link to="/tiers/promises">promises</Link>, or some to the <Link to="/draft">draft</Link>, and ask again.
        </p>
      )}
      {says.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
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
