import {
  type Content,
  type DraftProfile,
  type DraftTier,
  type Edit,
  fieldsThatDiffer,
  type TierKey,
  withProfile,
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
  const placeOf = new Map(tiers.map(({ id }, index) => [id, index]));
  return ({ key, tier }) => {
    if (tier.id !== undefined) return placeOf.get(tier.id) ?? -1;
    const seen = JSON.stringify(tier);
    const isSeen = (one: DraftTier | undefined) => one !== undefined && JSON.stringify(one) === seen;
    const index = Number(key.replace('new-', ''));
    return isSeen(tiers[index]) ? index : tiers.findIndex(isSeen);
  };
}

const goneError = ({ tier }: Target): Error =>
  new Error(`tier ${JSON.stringify(tier.name)} is not in the draft any more; somebody has removed or changed it`);

interface Change {
  readonly target: Target;
  readonly change: (tier: DraftTier) => DraftTier;
}

/** Changes one tier as it is when the edit is made. The edit throws where the tier is gone. */
export const changeTier =
  (key: TierKey, tier: DraftTier, change: Change['change']): Edit =>
  (content) => {
    const target = { key, tier };
    if (placeFinder(content.tiers)(target) < 0) throw goneError(target);
    return changeEach([{ target, change }])(content);
  };

/** Changes those of the tiers that are still there. */
export const changeTiers = (targets: readonly Target[], change: Change['change']): Edit =>
  changeEach(targets.map((target) => ({ target, change })));

/** Changes each of the tiers that are still there in its own way. */
export const changeEach =
  (changes: readonly Change[]): Edit =>
  ({ tiers, ...content }) => {
    const find = placeFinder(tiers);
    const byPlace = new Map(changes.map(({ target, change }) => [find(target), change]));
    return { ...content, tiers: tiers.map((tier, index) => byPlace.get(index)?.(tier) ?? tier) };
  };

export function removeTiers(targets: readonly Target[]): Edit {
  return ({ tiers, ...content }: Content) => {
    const find = placeFinder(tiers);
    const places = new Set(targets.map(find));
    return { ...content, tiers: tiers.filter((_, index) => !places.has(index)) };
  };
}

/** Puts deleted tiers back in their places, with their profiles. A tier that exists again stays as it is. */
export function restoreTiers(targets: readonly Target[], before: Content): Edit {
  const placed = targets
    .map((target) => ({ ...target, place: placeFinder(before.tiers)(target) }))
    .toSorted((left, right) => left.place - right.place);
  return (content: Content) => {
    const ids = new Set(content.tiers.map(({ id }) => id));
    const back = placed.filter(({ tier }) => tier.id === undefined || !ids.has(tier.id));
    const tiers = [...content.tiers];
    for (const { tier, place } of back) tiers.splice(place < 0 ? tiers.length : place, 0, tier);
    return back.reduce((all, { tier }) => withProfile(all, before, tier.profile_id), { ...content, tiers });
  };
}

interface Profiled {
  readonly profile: DraftProfile | null;
}

/** The content with the profiles that tiers name and the draft lacks. */
const withProfiles = (content: Content, named: readonly Profiled[]): Content => {
  const profiles = named.flatMap(({ profile }) => profile ?? []);
  return profiles.reduce((all, { id }) => withProfile(all, { profiles }, id), content);
};

interface Added extends Profiled {
  readonly tier: DraftTier;
}

/** Adds tiers, with the profiles that the draft lacks. */
export const addTiers =
  (added: readonly Added[]): Edit =>
  (content) =>
    withProfiles({ ...content, tiers: [...content.tiers, ...added.map(({ tier }) => tier)] }, added);

interface Saved extends Profiled {
  readonly target: Target;
  readonly after: DraftTier;
}

/** Sets in a tier only the fields that a form has changed, so that the other fields keep what others have set since. */
const setChanged = ({ target: { tier: before }, after }: Saved): Change['change'] => {
  const changes = Object.fromEntries(fieldsThatDiffer(before, after).map((field) => [field, after[field]]));
  return (tier) => ({ ...tier, ...changes });
};

/** Carries the changes of a form into a tier. The edit throws where the tier is gone. */
export const saveTier =
  (target: Target, after: DraftTier, profile: DraftProfile | null): Edit =>
  (content) => {
    const saved = { target, after, profile };
    return withProfiles(changeTier(target.key, target.tier, setChanged(saved))(content), [saved]);
  };

/** The same for many tiers. Those that are gone are left out. */
export const saveTiers =
  (saved: readonly Saved[]): Edit =>
  (content) =>
    withProfiles(changeEach(saved.map((one) => ({ target: one.target, change: setChanged(one) })))(content), saved);

const [mostName, copyMark] = [255, ' (copy)'];

/** A new tier with the values of another one, but without a code, because codes are unique. */
export function copyOf({ id: _id, ...tier }: DraftTier): DraftTier {
  return { ...tier, code: null, name: `${tier.name.slice(0, mostName - copyMark.length)}${copyMark}` };
}
