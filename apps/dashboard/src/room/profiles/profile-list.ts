import type { AuctionTier, TargetingProfile } from '@auction-tiers/contract';
import { phraseOf } from '../../words/phrase.ts';
import { searchable, targetingText, whereText } from '../../words/targeting.ts';

export type ProfileUse = Pick<AuctionTier, 'id' | 'name' | 'ym_profile_id'>;

/** The profiles with their words and the tiers that use them. */
export function toRows(profiles: readonly TargetingProfile[], tiers: readonly AuctionTier[]) {
  const usesOf = Map.groupBy(tiers, ({ profile_id: id }) => id ?? 0);
  return profiles.map((profile) => {
    const where = whereText(profile);
    const uses: readonly ProfileUse[] = usesOf.get(profile.id) ?? [];
    const words = [profile.id, profile.name, profile.code, where, ...uses.map(({ name }) => name)];
    /** What a search looks in, in lower case. */
    const text = `${searchable(words.join('\n'))}\n${targetingText(profile)}`;
    return { profile, where, uses, text };
  });
}

export type ProfileRow = ReturnType<typeof toRows>[number];

export function searchRows(rows: readonly ProfileRow[], q = ''): readonly ProfileRow[] {
  const phrase = phraseOf(q);
  return phrase === null ? rows : rows.filter(({ text }) => phrase.test(text));
}
