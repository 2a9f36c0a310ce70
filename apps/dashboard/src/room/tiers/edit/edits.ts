import {
  type Content,
  type DraftProfile,
  type DraftTier,
  type Edit,
  fieldsThatDiffer,
  type TierKey,
} from '../../../draft/content.ts';

/** A tier as it was seen when it was chosen. */
export interface Target {
  readonly key: TierKey;
  readonly tier: DraftTier;
}

/**
 * Finds a tier in a draft that was changed since: a stored tier by its id; a new one, which has no id, by its place, or
 * else by an equal tier at another place. -1: the tier is gone.
 */
function placeFinder(tiers: readonly DraftTier[]): (target: Target) => number {
  const placeOf = new Map(tiers.map(({ id }, place) => [id, place]));
  return ({ key, tier }) => {
    if (tier.id !== undefined) return placeOf.get(tier.id) ?? -1;
    const seen = JSON.stringify(tier);
    const isSeen = (one: DraftTier | undefined) => one !== undefined && JSON.stringify(one) === seen;
    const place = Number(key.replace('new-', ''));
    return isSeen(tiers[place]) ? place : tiers.findIndex(isSeen);
  };
}

const goneError = ({ tier }: Target): Error =>
  new Error(`tier ${JSON.stringify(tier.name)} is not in the draft any more; somebody has removed or changed it`);

/** Changes one tier as it is when the edit is made. The edit throws where the tier is gone. */
export function changeTier(key: TierKey, seen: DraftTier, change: (tier: DraftTier) => DraftTier): Edit {
  return ({ tiers, ...content }: Content) => {
    const target = { key, tier: seen };
    const place = placeFinder(tiers)(target);
    const tier = tiers[place];
    if (tier === undefined) throw goneError(target);
    return { ...content, tiers: tiers.with(place, change(tier)) };
  };
}

/** Changes those of the tiers that are still there. */
export function changeTiers(targets: readonly Target[], change: (tier: DraftTier) => DraftTier): Edit {
  return ({ tiers, ...content }: Content) => {
    const find = placeFinder(tiers);
    const places = new Set(targets.map(find));
    return { ...content, tiers: tiers.map((tier, place) => (places.has(place) ? change(tier) : tier)) };
  };
}

/** Changes each of the tiers that are still there in its own way. */
export function changeEach(
  changes: readonly { readonly target: Target; readonly change: (tier: DraftTier) => DraftTier }[],
): Edit {
  return ({ tiers, ...content }: Content) => {
    const find = placeFinder(tiers);
    const byPlace = new Map(changes.map(({ target, change }) => [find(target), change]));
    return { ...content, tiers: tiers.map((tier, place) => byPlace.get(place)?.(tier) ?? tier) };
  };
}

export function removeTiers(targets: readonly Target[]): Edit {
  return ({ tiers, ...content }: Content) => {
    const find = placeFinder(tiers);
    const places = new Set(targets.map(find));
    return { ...content, tiers: tiers.filter((_, place) => !places.has(place)) };
  };
}

/** Puts deleted tiers back in their places, with their profiles. A tier that exists again stays as it is. */
export function restoreTiers(targets: readonly Target[], before: Content): Edit {
  const placed = targets
    .map((target) => ({ ...target, place: placeFinder(before.tiers)(target) }))
    .toSorted((left, right) => left.place - right.place);
  return (content: Content) => {
    const ids = new Set(content.tiers.map(({ id }) => id));
    const tiers = [...content.tiers];
    let { profiles } = content;
    for (const { tier, place } of placed) {
      if (tier.id !== undefined && ids.has(tier.id)) continue;
      tiers.splice(place < 0 ? tiers.length : place, 0, tier);
      profiles = withProfile(profiles, before.profiles.find(({ id }) => id === tier.profile_id) ?? null);
    }
    return { tiers, profiles };
  };
}

/** Adds a profile that a tier names, if the draft lacks it. */
function withProfile(profiles: Content['profiles'], profile: DraftProfile | null): Content['profiles'] {
  return profile === null || profiles.some(({ id }) => id === profile.id) ? profiles : [...profiles, profile];
}

/** Adds a tier, with its profile where the draft lacks it. */
export function addTier(tier: DraftTier, profile: DraftProfile | null): Edit {
  return ({ tiers, profiles }: Content) => ({
    tiers: [...tiers, tier],
    profiles: withProfile(profiles, profile),
  });
}

/** Sets in a tier only the fields that a form has changed, so that the other fields keep what others have set since. */
export function saveTier(target: Target, after: DraftTier, profile: DraftProfile | null): Edit {
  const fields = fieldsThatDiffer(target.tier, after);
  const changes = Object.fromEntries(fields.map((field) => [field, after[field]]));
  const change = changeTier(target.key, target.tier, (tier) => ({ ...tier, ...changes }));
  return (content: Content) => {
    const changed = change(content);
    return { ...changed, profiles: withProfile(changed.profiles, profile) };
  };
}

interface Saved {
  readonly target: Target;
  readonly after: DraftTier;
  readonly profile: DraftProfile | null;
}

/** Carries changes into many tiers, each as `saveTier` does. Those that are gone are left out. */
export function saveTiers(saved: readonly Saved[]): Edit {
  const change = changeEach(
    saved.map(({ target, after }) => {
      const fields = fieldsThatDiffer(target.tier, after);
      const changes = Object.fromEntries(fields.map((field) => [field, after[field]]));
      return { target, change: (tier) => ({ ...tier, ...changes }) };
    }),
  );
  return (content: Content) => withProfiles(change(content), saved);
}

/** Adds tiers, with the profiles that the draft lacks. */
export function addTiers(added: readonly { readonly tier: DraftTier; readonly profile: DraftProfile | null }[]): Edit {
  return (content: Content) =>
    withProfiles({ ...content, tiers: [...content.tiers, ...added.map(({ tier }) => tier)] }, added);
}

const withProfiles = (content: Content, named: readonly { readonly profile: DraftProfile | null }[]): Content => ({
  ...content,
  profiles: [...new Set(named.map(({ profile }) => profile))].reduce(withProfile, content.profiles),
});

const [mostName, copyMark] = [255, ' (copy)'];

/** A new tier with the values of another one, but without a code, because codes are unique. */
export function copyOf({ id: _id, ...tier }: DraftTier): DraftTier {
  return { ...tier, code: null, name: `${tier.name.slice(0, mostName - copyMark.length)}${copyMark}` };
}
