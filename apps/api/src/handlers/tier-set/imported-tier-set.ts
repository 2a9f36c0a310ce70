import { type Plain, profileResource, tierResource } from '@auction-tiers/contract';
import type { ObjectStore, Write } from '@auction-tiers/store';
import { changedFields, type DraftEntry } from './draft-entry.ts';
import type { ResolvedDraft } from './resolve-draft.ts';
import type { StoredTierSet } from './stored-tier-set.ts';

/** An object after an import. */
export interface ImportedObject extends DraftEntry {
  readonly id: number;
  /** The whole object, with the stored ids of what it refers to. */
  readonly after: Plain;
  /** The attributes that change; empty for one that is created. */
  readonly changed: readonly string[];
}

/** The tier set after an import, once every object that is created has an id. */
export interface ImportedTierSet {
  readonly profiles: readonly ImportedObject[];
  readonly tiers: readonly ImportedObject[];
  readonly removedTiers: readonly Plain[];
  readonly removedProfiles: readonly Plain[];
}

/** Ids for the objects that are created, in the order of the draft. */
export interface NewIds {
  readonly profiles: readonly number[];
  readonly tiers: readonly number[];
}

export function toImported({ profiles, tiers, ...removed }: ResolvedDraft, ids: NewIds): ImportedTierSet {
  const importedProfiles = withIds(profiles, ids.profiles, (value) => value);
  const idOf = new Map(importedProfiles.map(({ fileId, id }) => [fileId, id]));
  const importedTiers = withIds(tiers, ids.tiers, (value) => ({
    ...value,
    profile_id: value['profile_id'] === null ? null : (idOf.get(value['profile_id'] as number) ?? null),
  }));
  return { profiles: importedProfiles, tiers: importedTiers, ...removed };
}

function withIds(
  entries: readonly DraftEntry[],
  newIds: readonly number[],
  rewrite: (value: Plain) => Plain,
): ImportedObject[] {
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

/** A write, and the object of the file that it writes, if any. */
interface ImportWrite {
  readonly write: Write;
  readonly imported?: ImportedObject;
}

const removal =
  (resource: Write['resource']) =>
  (object: Plain): ImportWrite => ({
    write: { operation: 'delete', resource, id: object['id'] as number },
  });

/** The writes of an import, in the order in which the change log lists them. */
export function toWrites({ profiles, tiers, removedTiers, removedProfiles }: ImportedTierSet): ImportWrite[] {
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

const created = (entries: readonly DraftEntry[]) => entries.filter(({ before }) => before === null);

/** Ids for the objects that are created, from the store's counters. */
export async function drawnIds(
  store: Pick<ObjectStore, 'drawIds'>,
  { profiles, tiers }: ResolvedDraft,
): Promise<NewIds> {
  return {
    profiles: await store.drawIds('profile', created(profiles).length),
    tiers: await store.drawIds('ym-auction-tier', created(tiers).length),
  };
}

const below = (entries: readonly DraftEntry[]) => created(entries).map((_, place) => Number.MAX_SAFE_INTEGER - place);

/** Ids that no object has or will have, under which the store checks a dry run. */
export function unusedIds({ profiles, tiers }: ResolvedDraft): NewIds {
  return { profiles: below(profiles), tiers: below(tiers) };
}

/** Ids for the answer of a dry run: those of the file, and ids above all others for entries that have none. */
export function fileIds({ profiles, tiers }: ResolvedDraft, current: StoredTierSet): NewIds {
  return { profiles: idsOfFile(profiles, current.profiles), tiers: idsOfFile(tiers, current.tiers) };
}

function idsOfFile(entries: readonly DraftEntry[], stored: readonly { readonly id: number }[]): number[] {
  const known = [...stored.map(({ id }) => id), ...entries.map(({ fileId }) => fileId ?? 0)];
  let highest = known.reduce((most, id) => Math.max(most, id), 0);
  return created(entries).map(({ fileId }) => fileId ?? (highest += 1));
}
