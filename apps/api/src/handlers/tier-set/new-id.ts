import type { ObjectStore } from '@auction-tiers/store';
import type { NewIds } from './outcome.ts';
import type { Plan } from './plan.ts';
import type { StoredTierSet } from './stored-tier-set.ts';
import type { Wanted } from './wanted.ts';

const made = (wanted: readonly Wanted[]) => wanted.filter(({ before }) => before === null);

/** Ids for what is made, from the store's counters. */
export async function drawnIds(store: Pick<ObjectStore, 'drawIds'>, { profiles, tiers }: Plan): Promise<NewIds> {
  return {
    profiles: await store.drawIds('profile', made(profiles).length),
    tiers: await store.drawIds('ym-auction-tier', made(tiers).length),
  };
}

const below = (wanted: readonly Wanted[]) => made(wanted).map((_, place) => Number.MAX_SAFE_INTEGER - place);

/** Ids that nothing has or will have, under which the store can judge what is not to be made. */
export function unusedIds({ profiles, tiers }: Plan): NewIds {
  return { profiles: below(profiles), tiers: below(tiers) };
}

/** Ids by which people know what is not made: those of the file, and above all others for what has none. */
export function fileIds({ profiles, tiers }: Plan, current: StoredTierSet): NewIds {
  return { profiles: idsOfFile(profiles, current.profiles), tiers: idsOfFile(tiers, current.tiers) };
}

function idsOfFile(wanted: readonly Wanted[], stored: readonly { readonly id: number }[]): number[] {
  const known = [...stored.map(({ id }) => id), ...wanted.map(({ fileId }) => fileId ?? 0)];
  let highest = known.reduce((most, id) => Math.max(most, id), 0);
  return made(wanted).map(({ fileId }) => fileId ?? (highest += 1));
}
