import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../../address/place.ts';
import { type Content, contentOf, type DraftProfile } from '../../../draft/content.ts';
import { trpc } from '../../../service/trpc.ts';

/** The profiles that a tier may use: the draft's, in the draft's version, and all others of the seller. */
export function useProfiles(content: Content): readonly DraftProfile[] {
  const { memberId } = usePlace();
  const { data } = useQuery(trpc.profile.list.queryOptions({ member_id: memberId, sort: 'name.asc' }));
  const drafted = new Set(content.profiles.map(({ id }) => id));
  const others = contentOf({ tiers: [], profiles: data?.items.filter(({ id }) => !drafted.has(id)) ?? [] }).profiles;
  return [...content.profiles, ...others];
}
