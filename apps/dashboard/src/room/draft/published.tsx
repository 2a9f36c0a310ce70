import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { stepWords } from '../../difference/step-words.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { Problem, SmallButton, Waiting } from '../../part/kit.tsx';
import { trpc } from '../../service/trpc.ts';
import { useAddress } from '../../address/use-change-address.ts';

/** What a publish has changed, from the history. */
export function Published({ id }: { readonly id: number }) {
  const { ymProfile, memberId, timeZone } = usePlace();
  const [, change] = useAddress<'/draft'>();
  const { data, error } = useQuery(
    trpc.ymProfile.history.queryOptions({ id: ymProfile.id, member_id: memberId, num_elements: 50 }),
  );
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={2} />;
  const step = data.items.find(({ draft_id: draft }) => draft === id);
  return (
    <div className="notice draft-published" role="status">
      {step === undefined ? (
        <>The draft of this address is not among the last steps of this group of sites.</>
      ) : (
        <>
          <strong>Published and live</strong> since {momentText(msOf(step.time), timeZone)}, by {step.user}.
          <ul>
            {step.summary.map(stepWords).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <div className="draft-row">
        <Link to="/history" from="/draft">
          See it in History, or go back
        </Link>
        <Link to="/today" from="/draft">
          See what it does, under Today
        </Link>
        <SmallButton onClick={() => change({ published: undefined })}>Close</SmallButton>
      </div>
    </div>
  );
}
