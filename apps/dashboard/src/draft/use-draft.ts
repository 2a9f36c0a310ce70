import type { Draft, TierSetFile } from '@auction-tiers/contract';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Place, usePlace } from '../address/place.ts';
import type { PageSearch } from '../address/search.ts';
import { msOf } from '../figure/date.ts';
import { isNotFound } from '../service/problem.ts';
import { client, queryClient, trpc } from '../service/trpc.ts';
import type { Seen } from './seen.ts';

const draftsQuery = ({ ymProfile, memberId }: Pick<Place, 'ymProfile' | 'memberId'>) =>
  trpc.draft.list.queryOptions({
    member_id: memberId,
    filter: { ym_profile_id: ymProfile.id, state: ['open', 'suspended', 'scheduled'] },
    sort: 'last_modified.desc',
  });

/** How long after its time a scheduled draft is read again, and the longest wait. */
const [afterDueMs, longestWaitMs] = [2500, 3_600_000];

/** Milliseconds until a scheduled draft is published or suspended by itself; false: none is scheduled. */
function untilDue(drafts: readonly Draft[] = []): number | false {
  const due = drafts.flatMap(({ publish_at: at }) => (at === null ? [] : [msOf(at) - Date.now() + afterDueMs]));
  return due.length > 0 && Math.min(longestWaitMs, Math.max(afterDueMs, Math.min(...due)));
}

/** The draft that was shown last, by ym-profile, so that another user's new draft does not replace it on the screen. */
const shown = new Map<number, number>();

/** The draft of the ym-profile: the one of the address, else the one that was shown, else the one that changed last. */
export function useDraft() {
  const place = usePlace();
  const search: PageSearch = useSearch({ strict: false });
  const { data, isPending, error } = useQuery({
    ...draftsQuery(place),
    refetchInterval: ({ state }) => untilDue(state.data?.items),
  });
  const drafts: readonly Draft[] = data?.items ?? [];
  const ymProfileId = place.ymProfile.id;
  const find = (wanted: number | undefined) => drafts.find(({ id }) => id === wanted);
  const draft = find(search.draft) ?? find(shown.get(ymProfileId)) ?? drafts[0] ?? null;
  const shownId = draft?.id;
  useEffect(() => {
    if (shownId !== undefined) shown.set(ymProfileId, shownId);
  }, [ymProfileId, shownId]);
  return {
    /** Null: there is none, and what is shown is live. */
    draft,
    /** All drafts that are not published yet, the last changed first. */
    drafts,
    isPending,
    error,
  };
}

const liveQuery = ({ ymProfile, memberId }: Pick<Place, 'ymProfile' | 'memberId'>) =>
  trpc.ymProfile.export.queryOptions({ id: ymProfile.id, member_id: memberId });

/** What a room will show. For an edit that begins before the room shows anything, this is what the user has seen. */
export async function readSeen(place: Place): Promise<Seen> {
  const [{ items }, live] = await Promise.all([
    queryClient.ensureQueryData(draftsQuery(place)),
    queryClient.ensureQueryData(liveQuery(place)),
  ]);
  const last = items.find(({ id }) => id === shown.get(place.ymProfile.id));
  return { draft: last ?? items[0] ?? null, live };
}

export function useLive(): { readonly live: TierSetFile | null; readonly isPending: boolean; readonly error: unknown } {
  const { data, isPending, error } = useQuery(liveQuery(usePlace()));
  return { live: data ?? null, isPending, error };
}

export const discardKey = (id: number) => ['discard a draft', id] as const;

/** Whether a draft is being discarded: nothing more is asked about it. */
export const useIsDiscarding = (id: number): boolean => useIsMutating({ mutationKey: discardKey(id) }) > 0;

/**
 * What the draft changes, field by field and in words; null while it is read, and where there is no draft. A scheduled
 * draft changes no more than it did to the tiers that it was made from: its time applies that to what is live then.
 */
export function useDraftDifference() {
  const { ymProfile, memberId } = usePlace();
  const { draft } = useDraft();
  const { live } = useLive();
  const isDiscarding = useIsDiscarding(draft?.id ?? 0);
  const now = live?.revision ?? '';
  const from = draft?.state === 'scheduled' ? draft.base_revision : now;
  const asked = { id: ymProfile.id, member_id: memberId, from, to: `draft:${draft?.id ?? 0}` };
  return useQuery({
    // The draft's last change is part of the key, so that a changed draft is compared again.
    queryKey: [...trpc.ymProfile.diff.queryKey(asked), draft?.last_modified],
    queryFn: ({ signal }) =>
      client.ymProfile.diff.query(asked, { signal }).catch((error: unknown) => {
        // The service does not keep all earlier revisions.
        if (from === now || !isNotFound(error)) throw error;
        return client.ymProfile.diff.query({ ...asked, from: now }, { signal });
      }),
    enabled: draft !== null && live !== null && !isDiscarding,
  });
}
