import { type Commitment, isSameValue } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { Problem, Room, Waiting } from '../../part/kit.tsx';
import { changeYmProfile } from '../../service/change-ym-profile.ts';
import { CommitmentList } from '../../comparison/commitment-list.tsx';
import { subjectsOf } from '../../words/commitment.ts';
import { SitesSettings } from './sites-settings.tsx';

/**
 * What a try is judged by: the promises of the group of sites, which hold for every draft that has none of its own, and
 * what is to be known of the sites.
 */
export function PromisesRoom(): React.ReactNode {
  const { ymProfile, session } = usePlace();
  const { live } = useLive();
  const { mutate, mutateAsync, isPending, error } = useMutation({
    mutationFn: (change: (now: Commitment[]) => Commitment[]) =>
      changeYmProfile(ymProfile, (now) => ({ commitments: change(now.commitments ?? []) })),
  });
  return (
    <Room title="Promises">
      {live === null ? (
        <Waiting rows={2} />
      ) : (
        <section className="surface">
          <CommitmentList
            commitments={ymProfile.commitments ?? []}
            subjects={subjectsOf(live)}
            isOpen={session.scopes.includes('write')}
            isPending={isPending}
            onAdd={(one) => mutateAsync((now) => [...now, one])}
            onRemove={(one) => mutate((now) => now.filter((other) => !isSameValue(other, one)))}
          />
        </section>
      )}
      {error !== null && <Problem error={error} />}
      <section className="surface">
        <SitesSettings />
      </section>
    </Room>
  );
}
