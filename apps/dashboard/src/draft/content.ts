import { type Draft, isSameValue, type TierSetFile } from '@auction-tiers/contract';

/** The tiers and profiles of a draft. A tier without an id is new. */
export type Content = NonNullable<Draft['tier_set']>;
export type DraftTier = Content['tiers'][number];
export type DraftProfile = Content['profiles'][number];
export type LiveTier = TierSetFile['tiers'][number];
/** Tiers and profiles, live or of a draft. */
export type Lists = Pick<TierSetFile, 'tiers' | 'profiles'> | Content;

/** A change of the tiers and profiles of a draft. */
export type Edit = (content: Content) => Content;

/** Names a tier of a draft or of what is live: by its id; a new one by its place in the draft. */
export type TierKey = `${number}` | `new-${number}`;

export const keyOf = ({ id }: { readonly id?: number | undefined }, index: number): TierKey =>
  id === undefined ? `new-${index}` : `${id}`;

/** A tier as it is live and as a draft has it; null where it is not there. */
export interface TierPair {
  readonly key: TierKey;
  readonly live: LiveTier | null;
  readonly drafted: DraftTier | null;
  readonly state: 'same' | 'changed' | 'new' | 'removed';
}

/** What the service sets, and a draft does not have. */
const setByService: ReadonlySet<string> = new Set(['last_modified', 'created_on', 'member_id', 'ym_profile_id']);

/** The fields in which a tier differs from what it was before. */
export function fieldsThatDiffer(before: DraftTier | LiveTier, after: DraftTier): readonly (keyof DraftTier)[] {
  const fields = Object.keys(after) as (keyof DraftTier)[];
  return fields.filter((field) => !setByService.has(field) && !isSame(before[field], after[field]));
}

export const changedFieldsOf = ({ live, drafted }: Pick<TierPair, 'live' | 'drafted'>): readonly (keyof DraftTier)[] =>
  live === null || drafted === null ? [] : fieldsThatDiffer(live, drafted);

export const isSame = (a: unknown, b: unknown): boolean => isSameValue(a ?? null, b ?? null);

/** Every tier that is live or drafted. Without a draft they are the live ones. */
export function pairTiers(live: readonly LiveTier[], content: Content | null): TierPair[] {
  if (content === null) return live.map((tier) => ({ key: `${tier.id}`, live: tier, drafted: null, state: 'same' }));
  const byId = new Map(live.map((tier) => [tier.id, tier]));
  const kept = new Set(content.tiers.map(({ id }) => id));
  const drafted = content.tiers.map((tier, index): TierPair => {
    const known = tier.id === undefined ? undefined : byId.get(tier.id);
    const pair = { key: keyOf(tier, index), live: known ?? null, drafted: tier };
    if (known === undefined) return { ...pair, state: 'new' };
    return { ...pair, state: changedFieldsOf(pair).length > 0 ? 'changed' : 'same' };
  });
  const removed = live.filter(({ id }) => !kept.has(id));
  return [
    ...drafted,
    ...removed.map((tier): TierPair => ({ key: `${tier.id}`, live: tier, drafted: null, state: 'removed' })),
  ];
}

/** The content with a tier in place of the tier with the key; null removes that tier. */
export function withTier(content: Content, key: TierKey, tier: DraftTier | null): Content {
  const tiers = content.tiers.flatMap((one, index) => (keyOf(one, index) === key ? (tier ?? []) : one));
  return { ...content, tiers };
}

/** A content with a profile that one of its tiers names, as `source` has it, where the content lacks it. */
export function withProfile(
  content: Content,
  { profiles: known }: Pick<Content, 'profiles'>,
  id: number | null | undefined,
): Content {
  const isThere = id === null || id === undefined || content.profiles.some((one) => one.id === id);
  const profile = isThere ? undefined : known.find((one) => one.id === id);
  return profile === undefined ? content : { ...content, profiles: [...content.profiles, profile] };
}

/** A live tier set as the content of a draft that changes nothing. */
export function contentOf({ tiers, profiles }: Lists): Content {
  return { tiers: tiers.map(bare) as DraftTier[], profiles: profiles.map(bare) as DraftProfile[] };
}

/** Without what `setByService` names; spelled out, which copies 10,000 tiers in a third of the time. */
function bare({
  last_modified: _modified,
  created_on: _created,
  member_id: _member,
  ym_profile_id: _ym,
  ...kept
}: Readonly<Record<string, unknown>>) {
  return kept;
}
