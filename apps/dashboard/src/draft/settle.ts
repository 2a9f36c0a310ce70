import type { MergeConflict } from '@auction-tiers/contract';
import { type Content, contentOf, type DraftProfile, type DraftTier, type Lists, withProfile } from './content.ts';

/** Whose version of a conflict stays: what is live (theirs) or what the draft has (yours). */
export type Choice = 'theirs' | 'yours';

export const conflictKey = ({ service, id, field }: Pick<MergeConflict, 'service' | 'id' | 'field'>): string =>
  `${service} ${id} ${field ?? ''}`;

type Entry = DraftTier | DraftProfile;

/**
 * Settles conflicts by editing the draft. The service merges a field without a conflict if only one side changed it, so
 * the draft first takes theirs, is rebased, and then gets back its own chosen values. `drafted`: the draft as it is.
 */
export function settle(
  conflicts: readonly MergeConflict[],
  choices: ReadonlyMap<string, Choice>,
  live: Lists,
  drafted: Content,
) {
  const theirs = contentOf(live);
  const kept = conflicts.filter((conflict) => choices.get(conflictKey(conflict)) === 'yours');
  return {
    /** Makes the draft equal to what is live wherever both have changed, so that the draft can be rebased. */
    agree: (content: Content) => conflicts.reduce((made, conflict) => agreeOn(conflict, made, theirs), content),
    /** Sets the draft's chosen values after the rebase. It sets single fields, so that nothing else is taken back. */
    insist: (content: Content) => kept.reduce((made, conflict) => insistOn(conflict, made, drafted), content),
  };
}

function agreeOn({ service, id, field, live }: MergeConflict, content: Content, theirs: Content): Content {
  if (service === 'profile' && field === null) return agreeOnUsers(id, content, theirs);
  if (field !== null) return withField(content, service, id, field, live);
  return service === 'profile' ? content : withEntry(content, theirs, id);
}

function insistOn({ service, id, field, draft }: MergeConflict, content: Content, drafted: Content): Content {
  if (service === 'profile' && field === null) return insistOnUsers(id, content, drafted);
  if (field !== null) {
    const made = withField(content, service, id, field, draft);
    return field === 'profile_id' ? withProfile(made, drafted, draft as number | null) : made;
  }
  return withEntry(content, drafted, id);
}

function withField(
  content: Content,
  service: MergeConflict['service'],
  id: number,
  field: string,
  value: unknown,
): Content {
  const change = <T extends Entry>(entries: readonly T[]): T[] =>
    entries.map((entry) => (entry.id === id ? { ...entry, [field]: value } : entry));
  return service === 'profile'
    ? { ...content, profiles: change(content.profiles) }
    : { ...content, tiers: change(content.tiers) };
}

/** The content with a tier, and the tier's profile, as `source` has them; without the tier where `source` lacks it. */
function withEntry(content: Content, source: Content, id: number): Content {
  const tier = source.tiers.find((one) => one.id === id);
  const others = content.tiers.filter((one) => one.id !== id);
  if (tier === undefined) return { ...content, tiers: others };
  return withProfile({ ...content, tiers: [...others, tier] }, source, tier.profile_id);
}

/**
 * For a profile that one side changed and that no tier would use any more: its tiers get their live profile, and the
 * profile becomes as it is live.
 */
function agreeOnUsers(id: number, content: Content, theirs: Content): Content {
  const liveOf = new Map(theirs.tiers.map((tier) => [tier.id, tier]));
  const used = content.tiers.map((tier) => {
    const live = tier.id === undefined ? undefined : liveOf.get(tier.id);
    const isConcerned = live !== undefined && (live.profile_id === id || tier.profile_id === id);
    return isConcerned ? { ...tier, profile_id: live.profile_id } : tier;
  });
  const profile = theirs.profiles.find((one) => one.id === id);
  const others = content.profiles.filter((one) => one.id !== id);
  const profiles = profile === undefined ? others : [...others, profile];
  return used.reduce((made, tier) => withProfile(made, theirs, tier.profile_id), { ...content, tiers: used, profiles });
}

/** The tiers of the profile get back the profile that they have in the draft. */
function insistOnUsers(id: number, content: Content, drafted: Content): Content {
  const own = new Map(drafted.tiers.map((tier) => [tier.id, tier]));
  const profile = drafted.profiles.find((one) => one.id === id);
  let made = content;
  for (const tier of content.tiers) {
    const wanted = tier.id === undefined ? undefined : own.get(tier.id);
    if (wanted === undefined || (wanted.profile_id !== id && tier.profile_id !== id)) continue;
    made = withField(made, 'ym-auction-tier', tier.id!, 'profile_id', wanted.profile_id);
    made = withProfile(made, drafted, wanted.profile_id);
  }
  if (profile === undefined) return made;
  return { ...made, profiles: made.profiles.map((one) => (one.id === id ? profile : one)) };
}
