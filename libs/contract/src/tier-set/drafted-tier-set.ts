import type { Plain } from '../resource/object.ts';
import { changedFields, type DraftEntry } from './draft-entry.ts';
import type { CurrentTierSet, ResolvedDraft } from './resolve-draft.ts';

/** An object as it is in the tier set that a draft makes. */
export interface DraftedObject extends DraftEntry {
  readonly id: number;
  /** The whole object; references use the ids of that tier set. */
  readonly after: Plain;
  /** The attributes that change; empty for a new object. */
  readonly changed: readonly string[];
}

/** The tier set that a draft makes, once every object that is created has an id. */
export interface DraftedTierSet {
  readonly profiles: readonly DraftedObject[];
  readonly tiers: readonly DraftedObject[];
  readonly removedTiers: readonly Plain[];
  readonly removedProfiles: readonly Plain[];
}

/** Ids for the objects that are created, in the order of the draft. */
export interface NewIds {
  readonly profiles: readonly number[];
  readonly tiers: readonly number[];
}

/** The tier set that a resolved draft makes. */
export function toDrafted({ profiles, tiers, ...removed }: ResolvedDraft, ids: NewIds): DraftedTierSet {
  const draftedProfiles = withIds(profiles, ids.profiles, (value) => value);
  const idOf = new Map(draftedProfiles.map(({ fileId, id }) => [fileId, id]));
  const draftedTiers = withIds(tiers, ids.tiers, (value) => ({
    ...value,
    profile_id: value['profile_id'] === null ? null : (idOf.get(value['profile_id'] as number) ?? null),
  }));
  return { profiles: draftedProfiles, tiers: draftedTiers, ...removed };
}

function withIds(
  entries: readonly DraftEntry[],
  newIds: readonly number[],
  rewrite: (value: Plain) => Plain,
): DraftedObject[] {
  const fresh = newIds.values();
  return entries.map((one) => {
    const { before, resource } = one;
    const id = before === null ? fresh.next().value : before['id'];
    if (typeof id !== 'number')
      throw new TypeError(`${newIds.length} ids are too few for the objects that are created`);
    const after = { ...rewrite(one.value), id };
    return { ...one, id, after, changed: before === null ? [] : changedFields(resource, before, after) };
  });
}

/** The entries that are created. */
export const createdEntries = (entries: readonly DraftEntry[]): readonly DraftEntry[] =>
  entries.filter(({ before }) => before === null);

/** Ids that are in use outside of the tier set and its draft. */
export interface TakenIds {
  readonly profiles: readonly number[];
  readonly tiers: readonly number[];
}

/**
 * Ids for a draft's new objects, shown before the draft is written: the ids in the file; an entry without one gets an
 * id above all ids of the tier set, its draft and `taken`. So an id never names two objects.
 */
export function fileIds(
  { profiles, tiers }: ResolvedDraft,
  current: Pick<CurrentTierSet, 'profiles' | 'tiers'>,
  taken: TakenIds = { profiles: [], tiers: [] },
): NewIds {
  return {
    profiles: idsOfFile(profiles, [...current.profiles.map(({ id }) => id), ...taken.profiles]),
    tiers: idsOfFile(tiers, [...current.tiers.map(({ id }) => id), ...taken.tiers]),
  };
}

function idsOfFile(entries: readonly DraftEntry[], others: readonly number[]): number[] {
  const used = new Set([...others, ...entries.flatMap(({ fileId }) => fileId ?? [])]);
  let last = [...used].reduce((most, id) => Math.max(most, id), 0);
  const unused = () => {
    // After the highest possible id, unused lower ones are given.
    do last = last < Number.MAX_SAFE_INTEGER ? last + 1 : 1;
    while (used.has(last));
    return last;
  };
  return createdEntries(entries).map(({ fileId }) => fileId ?? unused());
}
