import { figures } from '../../figure/figures.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSubscription } from '@trpc/tanstack-react-query';
import { type ReactNode, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { PlainButton, Problem } from '../../part/kit.tsx';
import { detailsOf } from '../../service/problem.ts';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { MakeKey, SendAuction, sendsAuctions } from '../../start/send-auction.tsx';
import { isManager } from '../../words/access.ts';

/** The steps that are left until auctions arrive, in place of the figures. */
export function FirstSteps({ hasAuctions }: { readonly hasAuctions: boolean }) {
  const { session, member, ymProfile, timeZone, currency } = usePlace();
  const keys = useQuery(trpc.apiKey.list.queryOptions({}));
  const { live } = useLive();
  const hasKey = keys.data?.items.some(sendsAuctions) === true;
  const isFlowing = useFirstAuction() || hasAuctions;
  const [isRight, setIsRight] = useSeenRight(member.id);
  return (
    <section className="block">
      <h2>First steps</h2>
      <ol className="first-steps">
        <Step isDone title="A group of sites">
          It is {ymProfile.name}.
        </Step>
        <Step isDone={isRight} title="Time zone, currency and fee">
          Days and hours are those of {timeZone}, prices and totals are in {currency}, and the fee is{' '}
          {figures.percent(member.revenue_share_pct / 100, 0, 4)} of what buyers pay.{' '}
          {!isRight && (
            <PlainButton size="compact-xs" onClick={setIsRight}>
              That is right
            </PlainButton>
          )}{' '}
          <Link to="/account">Change them in Account</Link>
        </Step>
        <Step isDone={hasKey} title="A key">
          Your ad server needs one to send auctions. {!hasKey && keys.data !== undefined && <MakeKey />}
          {hasKey && <Link to="/account">Keys are in Account</Link>}
        </Step>
        <Step isDone={isFlowing} title="The first auction">
          {isFlowing
            ? 'Auctions are arriving. Their figures appear here within half a minute.'
            : 'Waiting for the first auction … It turns green by itself.'}
          <SendAuction />
        </Step>
        <Step isDone={member.record_share !== null} title="How much is recorded">
          Drafts are tried on recorded auctions. With few auctions, all of them are best. <RecordAll />
        </Step>
        <Step isDone={live !== null && live.tiers.length > 0} title="The first tier">
          It says which buyers go first, from which price, and at most how much higher the best other bid may be.{' '}
          {session.scopes.includes('write') ? (
            <Link to="/tiers" search={{ tier: 'new' }}>
              Make a tier
            </Link>
          ) : (
            'Your access does not allow it: an editor makes it.'
          )}
        </Step>
      </ol>
    </section>
  );
}

/** Whether an auction has arrived since the room was opened. */
function useFirstAuction(): boolean {
  const { ymProfile, memberId } = usePlace();
  const [hasCome, setHasCome] = useState(false);
  useSubscription(
    trpc.report.live.subscriptionOptions(
      { ym_profile_id: ymProfile.id, member_id: memberId },
      {
        onData({ data: { auctions } }) {
          if (auctions === 0) return;
          setHasCome(true);
          void refresh(trpc.report);
        },
      },
    ),
  );
  return hasCome;
}

/** Whether a user of this browser has said that the settings of a seller are right. */
function useSeenRight(memberId: number) {
  const name = `settings are right ${memberId}`;
  const [isRight, setIsRight] = useState(() => localStorage.getItem(name) !== null);
  const set = () => {
    localStorage.setItem(name, '1');
    setIsRight(true);
  };
  return [isRight, set] as const;
}

/** Records every auction, or as many as the installation allows. */
function RecordAll() {
  const { member, session } = usePlace();
  const record = (share: number) => client.member.update.mutate({ id: member.id, changes: { record_share: share } });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      record(1).catch((refusal: unknown) => {
        const { largest_share: largest } = detailsOf(refusal);
        if (typeof largest === 'number' && largest > 0) return record(largest);
        throw largest === 0
          ? new Error('Nothing is recorded here: the operator of this installation has switched it off')
          : refusal;
      }),
    onSuccess: () => refresh(trpc.member),
  });
  if (member.record_share !== null)
    return (
      <>
        {recordedText(member.record_share)} <Link to="/account">Change it in Account</Link>
      </>
    );
  if (!isManager(session)) return <span className="muted">A manager sets it in Account.</span>;
  return (
    <>
      <PlainButton size="compact-xs" loading={isPending} onClick={() => mutate()}>
        Record all
      </PlainButton>
      {error !== null && <Problem error={error} />}
    </>
  );
}

const recordedText = (share: number): string =>
  share === 1 ? 'All are recorded.' : `${figures.percent(share, 0, 4)} are recorded.`;

interface StepProps {
  readonly isDone: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ isDone, title, children }: StepProps) {
  return (
    <li aria-label={title}>
      <strong>{title}</strong> <span className={isDone ? 'gain' : 'muted'}>{isDone ? '✓ done' : 'to do'}</span>
      <div>{children}</div>
    </li>
  );
}
