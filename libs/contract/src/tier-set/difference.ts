import { z } from 'zod';
import type { Plain } from '../resource/object.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { Id } from '../value/scalar.ts';
import { changeWords } from './change-words.ts';
import { changedFields, type TierSetResource } from './draft-entry.ts';
import type { DraftedTierSet } from './drafted-tier-set.ts';
import type { CurrentTierSet } from './resolve-draft.ts';

/** A tier, a profile or the ym-profile itself, identified by id and name. */
export const TierSetObject = z
  .strictObject({
    service: z.enum(['ym-profile', 'ym-auction-tier', 'profile']).describe('What kind of object it is'),
    id: Id.describe('Its identifier'),
    name: z.string().nullable().describe('Name of the object'),
  })
  .meta({ id: 'TierSetObject' });
type TierSetObject = z.output<typeof TierSetObject>;

const Updated = TierSetObject.extend({
  changes: z
    .array(
      z.strictObject({
        field: z.string().describe('Name of the field'),
        before: z.unknown().describe('Its value before'),
        after: z.unknown().describe('Its value after'),
      }),
    )
    .describe('The fields that differ'),
}).meta({ id: 'ChangedObject' });

/** The difference between two tier sets, object by object and field by field. */
export const TierSetDifference = z.strictObject({
  summary: z
    .array(z.string())
    .describe('The difference in words, a line for each object, only the first of many. Empty: no difference'),
  created: z.array(TierSetObject).describe('The objects that are new'),
  updated: z.array(Updated).describe('The objects that are changed'),
  deleted: z.array(TierSetObject).describe('The deleted objects'),
  unchanged: z
    .strictObject({
      tiers: z.int().min(0).describe('Number of tiers'),
      profiles: z.int().min(0).describe('Number of profiles'),
    })
    .describe('How many objects stay as they are'),
});
export type TierSetDifference = z.output<typeof TierSetDifference>;

/** The kinds of objects that may differ. An import does not change the ym-profile itself. */
type DifferingResource = TierSetResource | typeof ymProfileResource;

/** An object in both tier sets; null: the set does not have it. */
export interface ObjectPair {
  readonly resource: DifferingResource;
  readonly before: Plain | null;
  readonly after: Plain | null;
}

/** The changes of a draft to the tier set that it was resolved against. */
export function pairsOfDraft({ profiles, tiers, removedTiers, removedProfiles }: DraftedTierSet): ObjectPair[] {
  return [
    ...profiles,
    ...tiers,
    ...removedTiers.map(removed(tierResource)),
    ...removedProfiles.map(removed(profileResource)),
  ];
}

const removed = (resource: TierSetResource) => (before: Plain) => ({ resource, before, after: null });

/** The tiers and profiles of two tier sets, paired by id. */
export function pairsOfTierSets(before: CurrentTierSet, after: CurrentTierSet): ObjectPair[] {
  return [
    ...pairById(profileResource, before.profiles, after.profiles),
    ...pairById(tierResource, before.tiers, after.tiers),
  ];
}

/** The same pairs, and the ym-profiles themselves. */
export const pairsOfMoments = (before: CurrentTierSet, after: CurrentTierSet): ObjectPair[] => [
  { resource: ymProfileResource, before: before.ym_profile, after: after.ym_profile },
  ...pairsOfTierSets(before, after),
];

type Rows = readonly (Plain & { readonly id: number })[];

function pairById(resource: TierSetResource, before: Rows, after: Rows): ObjectPair[] {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const kept = new Set(after.map(({ id }) => id));
  return [
    ...after.map((one) => ({ resource, before: earlier.get(one.id) ?? null, after: one })),
    ...before.filter(({ id }) => !kept.has(id)).map((one) => ({ resource, before: one, after: null })),
  ];
}

/** The difference between two tier sets, from their objects. */
export function toDifference(pairs: readonly ObjectPair[]): TierSetDifference {
  const created: TierSetObject[] = [];
  const updated: TierSetDifference['updated'] = [];
  const deleted: TierSetObject[] = [];
  const unchanged = { tiers: 0, profiles: 0 };
  for (const { resource, before, after } of pairs) {
    if (after === null) {
      if (before !== null) deleted.push(toObject(resource, before));
    } else if (before === null) created.push(toObject(resource, after));
    else {
      const changes = changedFields(resource, before, after).map((field) => ({
        field,
        before: before[field] ?? null,
        after: after[field] ?? null,
      }));
      if (changes.length > 0) updated.push({ ...toObject(resource, after), changes });
      else if (resource.plural !== 'ym-profiles') unchanged[resource.plural === 'profiles' ? 'profiles' : 'tiers']++;
    }
  }
  return { summary: changeWords({ created, updated, deleted }), created, updated, deleted, unchanged };
}

function toObject({ service }: DifferingResource, { id, name }: Plain): TierSetObject {
  return { service, id: id as number, name: (name ?? null) as string | null };
}
