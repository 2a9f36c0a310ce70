import { isSameValue, type Plain, withInitials } from '../resource/object.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { comparedFields, type TierSetResource } from '../tier-set/draft-entry.ts';

/** A tier or profile of a draft: its id, if it has one, and the attributes that drafts store. */
export type ContentEntry = Plain & { readonly id?: number | undefined };

/** The id of an entry; of one that a publish would create, by its place in the draft, an id that no object has. */
export const idOfEntry = ({ id }: { readonly id?: number | undefined }, index: number): number =>
  id ?? Number.MAX_SAFE_INTEGER - index;

/** The tiers of a draft and the profiles that they use. `profile_id` of a tier is an id of `profiles`. */
export interface DraftContent {
  readonly tiers: readonly ContentEntry[];
  readonly profiles: readonly ContentEntry[];
}

/** The lists of a content, with the definitions of what they hold. */
export const contentLists = [
  ['tiers', tierResource],
  ['profiles', profileResource],
] as const satisfies readonly (readonly [keyof DraftContent, TierSetResource])[];

/** The attributes of an entry that drafts store; the others follow from where the draft is published. */
export const decidedFields = (resource: Parameters<typeof comparedFields>[0]): readonly string[] =>
  comparedFields(resource).filter((name) => name !== 'ym_profile_id');

/** An entry or a stored object in the form that drafts store; missing attributes get their initial values. */
export function toContentEntry(resource: TierSetResource, entry: Plain): ContentEntry {
  const all = withInitials(resource, entry);
  const decided = decidedFields(resource).map((name) => [name, all[name] ?? null] as const);
  const { id } = entry;
  return { ...(id === undefined || id === null ? {} : { id: id as number }), ...Object.fromEntries(decided) };
}

/** A tier set as the content of a draft. */
export const toContent = ({
  tiers,
  profiles = [],
}: {
  readonly tiers: readonly Plain[];
  readonly profiles?: readonly Plain[] | undefined;
}): DraftContent => ({
  tiers: tiers.map((entry) => toContentEntry(tierResource, entry)),
  profiles: profiles.map((entry) => toContentEntry(profileResource, entry)),
});

/** Whether two contents have the same entries, in any order. Entries without an id are compared by all else. */
export const isSameContent = (one: DraftContent, other: DraftContent): boolean =>
  contentLists.every(([list]) => isSameValue(inOrder(one[list]), inOrder(other[list])));

/** The entries in an order that depends only on their content. */
function inOrder(entries: readonly ContentEntry[]): readonly ContentEntry[] {
  const keyed = entries.map((entry) => [JSON.stringify([entry.id ?? null, entry]), entry] as const);
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}
