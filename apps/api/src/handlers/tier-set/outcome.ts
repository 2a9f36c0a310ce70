import { type Plain, profileResource, tierResource } from '@auction-tiers/contract';
import type { Write } from '@auction-tiers/store';
import type { Plan } from './plan.ts';
import { changedFields, type Wanted } from './wanted.ts';

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
