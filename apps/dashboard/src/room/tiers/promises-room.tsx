import { type Commitment, isSameValue } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { Problem, Room, Waiting } from '../../part/kit.tsx';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { CommitmentList } from '../../comparison/commitment-list.tsx';
import { subjectsOf } from '../../words/commitment.ts';

/** The promises of the group of sites, which hold for every draft that has none of its own. */
export function PromisesRoom(): React.ReactNode {
  const { ymProfile, memberId, session } = usePlace();
  const { live } = useLive();
  const { mutate, mutateAsync, isPending, error } = useMutation({
    async mutationFn(change: (now: Commitment[]) => Commitment[]) {
      const named = { id: ymProfile.id, member_id: memberId };
      // What another user has promised meanwhile stays.
      const { etag, item } = await client.ymProfile.getTagged.query(named);
      const changes = { commitments: change(item.commitments ?? []) };
      await client.ymProfile.update.mutate({ ...named, changes, if_match: etag });
    },
    onSettled: () => refresh(trpc.ymProfile),
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
    </Room>
  );
}
