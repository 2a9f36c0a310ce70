import { type Draft, idOfEntry, type TierSetFinding } from '@auction-tiers/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { keyOf, type TierKey } from '../draft/content.ts';
import { stateOf } from '../draft/seen.ts';
import { useLive } from '../draft/use-draft.ts';
import { findingWords, namesIn } from '../saying/finding-words.ts';
import { client } from '../service/trpc.ts';

/** What lint finds in tiers, in the words of the page, with the keys of the tiers that it is about. */
export interface Found extends TierSetFinding {
  readonly keys: readonly TierKey[];
}

/** What lint finds in the tiers of a draft; null: in the live ones. The service is asked once for each state of them. */
export function useLint(draft: Draft | null) {
  const { ymProfile, memberId: member_id } = usePlace();
  const { live } = useLive();
  const asked = { id: ymProfile.id, member_id, ...(draft !== null && { draft_id: draft.id }) };
  return useQuery({
    queryKey: ['lint', asked, draft === null ? live?.revision : stateOf(draft)],
    async queryFn({ signal }): Promise<readonly Found[]> {
      const { findings } = await client.ymProfile.lint.query(asked, { signal });
      const { tiers, profiles } = draft?.tier_set ?? live!;
      // New tiers of a draft have the ids that the service gives to them.
      const ids = tiers.map(idOfEntry);
      const keys = new Map(tiers.map((tier, at) => [ids[at], keyOf(tier, at)]));
      const nameOf = namesIn(
        [{ tiers, profiles }],
        tiers.map(({ name }, at) => ({ id: ids[at]!, name })),
      );
      return findings.map((one) => ({
        ...findingWords(one, nameOf),
        keys: one.tier_ids.flatMap((id) => keys.get(id) ?? []),
      }));
    },
    enabled: live !== null,
    staleTime: 'static',
    placeholderData: keepPreviousData,
  });
}
