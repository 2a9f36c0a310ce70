import type { Alert } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { FoundPlaceContext } from '../address/place.ts';
import { trpc } from '../service/trpc.ts';

/** The service looks for alerts every five minutes. */
const everyMs = 60_000;

/** The alerts of the group of sites that is looked at, open ones first, then the latest; null until they are known. */
export function useAlerts(): { readonly alerts: readonly Alert[] | null; readonly error: unknown } {
  const { place } = useContext(FoundPlaceContext);
  const { data, error } = useQuery(
    trpc.alert.list.queryOptions(
      {
        member_id: place?.memberId ?? 0,
        filter: { ym_profile_id: place?.ymProfile.id ?? 0 },
        sort: 'state.desc,id.desc',
        num_elements: 100,
      },
      { enabled: place !== null, refetchInterval: everyMs },
    ),
  );
  return { alerts: data?.items ?? null, error };
}

/** The open alerts that no user has seen. */
export const newAlerts = (alerts: readonly Alert[]): readonly Alert[] =>
  alerts.filter(({ state, acknowledged }) => state === 'open' && !acknowledged);
