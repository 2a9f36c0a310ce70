import { usualBreakdowns } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { Notice, Problem, QuietButton } from '../../part/kit.tsx';
import { changeMember } from '../../service/change-member.ts';
import { isManager } from '../../words/access.ts';

/** Where a seller does not count its auctions by market area: what would be here, and the button that begins it. */
export function CountMarkets() {
  const { member, session } = usePlace();
  const begin = useMutation({
    mutationFn: () =>
      changeMember(member.id, ({ report_breakdowns: counted }) => ({
        report_breakdowns: [...(counted ?? usualBreakdowns), 'dma'],
      })),
  });
  return (
    <>
      <Notice>
        What each market area brings is not counted at {member.name}
        {isManager(session) ? ' yet: ' : '; a manager can begin it here.'}
        {isManager(session) && (
          <QuietButton loading={begin.isPending} onClick={() => begin.mutate()}>
            Count it from now on
          </QuietButton>
        )}
      </Notice>
      {begin.error !== null && <Problem error={begin.error} />}
    </>
  );
}
