import { type Plain, profileResource, tierResource } from '@auction-tiers/contract';
import type { ObjectStore, Write } from '@auction-tiers/store';
import { changedFields, type Wanted } from './draft-entry.ts';
import type { Plan } from './plan.ts';
import type { StoredTierSet } from './stored-tier-set.ts';

/** An object as it stands after an import. */
export interface Settled extends Wanted {
  readonly id: number;
  /** The whole object; what it refers to goes by the ids that are stored. */
  readonly after: Plain;
  /** The attributes that change; empty for one that is created. */
  readonly changed: readonly string[];
}

/** What an import comes to once everything that it makes has an id. */
export interface Outcome {
  readonly profiles: readonly Settled[];
  readonly tiers: readonly Settled[];
  readonly goneTiers: readonly Plain[];
  readonly goneProfiles: readonly Plain[];
}

/** Ids for the objects that are made, in the order of the plan. */
export interface NewIds {
  readonly profiles: readonly number[];
  readonly tiers: readonly number[];
}

export function settle({ profiles, tiers, ...gone }: Plan, ids: NewIds): Outcome {
  const settledProfiles = settleEach(profiles, ids.profiles, (value) => value);
  const idOf = new Map(settledProfiles.map(({ fileId, id }) => [fileId, id]));
  const settledTiers = settleEach(tiers, ids.tiers, (value) => ({
    ...value,
    profile_id: value['profile_id'] === null ? null : (idOf.get(value['profile_id'] as number) ?? null),
  }));
  return { profiles: settledProfiles, tiers: settledTiers, ...gone };
}

function settleEach(wanted: readonly Wanted[], newIds: readonly number[], rewrite: (value: Plain) => Plain): Settled[] {
  const fresh = newIds.values();
  return wanted.map((one) => {
    const { before, resource } = one;
    const id = before === null ? fresh.next().value : before['id'];
    if (typeof id !== 'number') throw new TypeError(`${newIds.length} ids are too few for what is made`);
    const after = { ...rewrite(one.value), id };
    return { ...one, id, after, changed: before === null ? [] : changedFields(resource, before, after) };
  });
}

/** A write, and the object of the file that it is about, if any. */
interface SettledWrite {
  readonly write: Write;
  readonly settled?: Settled;
}

const removal =
  (resource: Write['resource']) =>
  (object: Plain): SettledWrite => ({
    write: { operation: 'delete', resource, id: object['id'] as number },
  });

/** The writes that bring it about, in the order in which the change log is to tell of them. */
export function toWrites({ profiles, tiers, goneTiers, goneProfiles }: Outcome): SettledWrite[] {
  return [
    ...[...profiles, ...tiers]
      .filter(({ before, changed }) => before === null || changed.length > 0)
      .map((settled) => {
        const { resource, id, before, after: value } = settled;
        return {
          write: { operation: before === null ? ('create' as const) : ('update' as const), resource, id, value },
          settled,
        };
      }),
    ...goneTiers.map(removal(tierResource)),
    ...goneProfiles.map(removal(profileResource)),
  ];
}

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
