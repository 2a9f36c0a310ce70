import {
  createdEntries,
  type DraftedObject,
  type DraftedTierSet,
  type DraftEntry,
  type NewIds,
  type Plain,
  profileResource,
  type ResolvedDraft,
  tierResource,
} from '@auction-tiers/contract';
import type { ObjectStore, Write } from '@auction-tiers/store';
import type { Written } from '../request/quota.ts';

/** A write, and the object of the file that it writes, if any. */
interface ImportWrite {
  readonly write: Write;
  readonly imported?: DraftedObject;
}

const removal =
  (resource: Write['resource']) =>
  (object: Plain): ImportWrite => ({
    write: { operation: 'delete', resource, id: object['id'] as number },
  });

/** The writes of an import, in the order in which the change log lists them. */
export function toWrites({ profiles, tiers, removedTiers, removedProfiles }: DraftedTierSet): ImportWrite[] {
  return [
    ...[...profiles, ...tiers]
      .filter(({ before, changed }) => before === null || changed.length > 0)
      .map((imported) => {
        const { resource, id, before, after: value } = imported;
        return {
          write: { operation: before === null ? ('create' as const) : ('update' as const), resource, id, value },
          imported,
        };
      }),
    ...removedTiers.map(removal(tierResource)),
    ...removedProfiles.map(removal(profileResource)),
  ];
}

/** The same as the quotas of a member see them. */
export const toWritten = ({ profiles, tiers, removedTiers, removedProfiles }: DraftedTierSet): Written[] => [
  ...[...profiles, ...tiers]
    .filter(({ before, changed }) => before === null || changed.length > 0)
    .map(({ resource: { service }, before, after }) => ({
      service,
      id: before === null ? null : (before['id'] as number),
      before,
      after,
    })),
  ...[...removedTiers, ...removedProfiles].map((before) => ({ service: '', id: null, before, after: null })),
];

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
  createdEntries(entries).map((_, place) => Number.MAX_SAFE_INTEGER - place);

/** Ids that no object has or will have, under which the store checks a dry run. */
export function unusedIds({ profiles, tiers }: ResolvedDraft): NewIds {
  return { profiles: below(profiles), tiers: below(tiers) };
}
