import {
  createdEntries,
  type DraftedTierSet,
  type DraftEntry,
  type NewIds,
  type Plain,
  profileResource,
  type ResolvedDraft,
  tierResource,
} from '@auction-tiers/contract';
import type { ObjectStore, Write } from '@auction-tiers/store';
import type { PlannedWrite } from './batch-write.ts';

const removal =
  (resource: Write['resource']) =>
  (before: Plain): PlannedWrite => ({
    write: { operation: 'delete', resource, id: before['id'] as number },
    before,
  });

/** The writes of an import, in the order in which the change log lists them. */
export function toWrites({ profiles, tiers, removedTiers, removedProfiles }: DraftedTierSet): PlannedWrite[] {
  const writes: PlannedWrite[] = [];
  for (const entries of [profiles, tiers]) {
    for (const { resource, id, before, after: value, path, changed } of entries) {
      if (before !== null && changed.length === 0) continue;
      const operation = before === null ? 'create' : 'update';
      writes.push({ write: { operation, resource, id, value }, before, path, isIdDrawn: before === null });
    }
  }
  return [...writes, ...removedTiers.map(removal(tierResource)), ...removedProfiles.map(removal(profileResource))];
}

/** Ids for the objects that are created, from the store's counters. */
export async function drawnIds(
  store: Pick<ObjectStore, 'drawIds'>,
  { profiles, tiers }: ResolvedDraft,
): Promise<NewIds> {
  return {
    profiles: await store.drawIds('profile', createdEntries(profiles).length),
    tiers: await store.drawIds('ym-auction-tier', createdEntries(tiers).length),
  };
}

const below = (entries: readonly DraftEntry[]) =>
  createdEntries(entries).map((_, index) => Number.MAX_SAFE_INTEGER - index);

/** Ids that no object has or will have, under which the store checks a dry run. */
export function unusedIds({ profiles, tiers }: ResolvedDraft): NewIds {
  return { profiles: below(profiles), tiers: below(tiers) };
}
