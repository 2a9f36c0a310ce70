import type { NameOf } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePlace } from '../address/place.ts';
import { useLive } from '../draft/use-draft.ts';
import { byLabel } from '../part/options.ts';
import { namesIn } from '../saying/finding-words.ts';
import { trpc } from '../service/trpc.ts';
import { buyerName } from './buyer-name.ts';

const mostListed = 1000;

/** Names of buyers by id: those of the directory's first thousand active members, and those that the live tiers name. */
export function useBuyerNames(): ReadonlyMap<number, string> {
  const { memberId } = usePlace();
  const { live } = useLive();
  const { data } = useQuery(
    trpc.platformMember.list.queryOptions(
      { member_id: memberId, filter: { active: true }, sort: 'name.asc', num_elements: mostListed },
      { staleTime: 300_000 },
    ),
  );
  return useMemo(() => {
    const names = new Map<number, string>();
    for (const { id, name } of live?.tiers.flatMap(({ buyer_members: buyers }) => buyers ?? []) ?? []) {
      if (name !== null) names.set(id, name);
    }
    for (const { id, name } of data?.items ?? []) names.set(id, buyerName({ id, name }));
    return names;
  }, [live, data]);
}

/** Names of live tiers and of buyers, for sentences of the service. */
export function useNameOf(): NameOf {
  const buyers = useBuyerNames();
  const { live } = useLive();
  const known = namesIn(live === null ? [] : [live]);
  return (kind, id) => known(kind, id) ?? (kind === 'buyer' ? buyers.get(id) : undefined) ?? null;
}

/** Buyers as a list to choose from: `Bluefin (102)`. */
export const buyerChoices = (names: ReadonlyMap<number, string>) =>
  Array.from(names, ([id, name]) => ({ value: String(id), label: `${name} (${id})` })).toSorted(byLabel);
