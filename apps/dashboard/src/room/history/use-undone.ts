import { useQuery } from '@tanstack/react-query';
import { type Place, usePlace } from '../../address/place.ts';
import { type Content, contentOf } from '../../draft/content.ts';
import { merge } from '../../draft/merge.ts';
import { useLive } from '../../draft/use-draft.ts';
import { client, trpc } from '../../service/trpc.ts';

/** The revision of the step before a step, whoever made it; null: none is kept. */
export async function revisionBefore(
  revision: string,
  { ymProfile, memberId }: Pick<Place, 'ymProfile' | 'memberId'>,
): Promise<string | null> {
  const asked = { id: ymProfile.id, member_id: memberId, before: revision, num_elements: 1 };
  return (await client.ymProfile.history.query(asked)).items[0]?.revision ?? null;
}

/** The live tiers without one step; null while they are read, and where later steps have changed the same. */
export function useUndone(revision: string): Content | null {
  const place = usePlace();
  const { ymProfile, memberId } = place;
  const { live } = useLive();
  const { data = null } = useQuery({
    queryKey: [...trpc.ymProfile.exportAt.pathKey(), 'undone', ymProfile.id, memberId, revision, live?.revision],
    async queryFn() {
      const before = await revisionBefore(revision, place);
      if (before === null) return null;
      const [was, became] = await Promise.all(
        [before, revision].map((one) =>
          client.ymProfile.exportAt.query({ id: ymProfile.id, member_id: memberId, revision: one }),
        ),
      );
      const merged = merge({ seen: contentOf(became!), wanted: contentOf(was!), now: contentOf(live!) });
      return merged.ok ? merged.content : null;
    },
    enabled: live !== null,
    retry: false,
  });
  return data;
}
