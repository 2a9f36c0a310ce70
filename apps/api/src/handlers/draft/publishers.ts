import {
  type ContentEntry,
  isSameValue,
  type MergeConflict,
  type Plain,
  type StoredDraft,
  type YmProfile,
} from '@auction-tiers/contract';

type Publishers = YmProfile['publisher_ids'];

const isSame = (one: Publishers, other: Publishers): boolean => isSameValue(one ?? [], other ?? []);

/** Whether a write of a ym-profile changes which auctions it decides; null: it is not there before, or after. */
export const movesPublishers = (before: Plain | null, after: Plain | null): boolean =>
  !isSame(publishersOf(before), publishersOf(after));

const publishersOf = (row: Plain | null): Publishers => (row as Partial<YmProfile> | null)?.publisher_ids ?? null;

/** The publishers that a draft sends with a change, with the live ones that they replace. */
export function sentPublishers(
  given: Plain,
  { publisher_ids: drafted, base_publisher_ids: base }: Partial<StoredDraft>,
  { publisher_ids: live }: YmProfile,
): Partial<Pick<StoredDraft, 'publisher_ids' | 'base_publisher_ids'>> {
  const sent = given['publisher_ids'] as Publishers | undefined;
  if (sent === undefined) return {};
  if (sent === null) return { publisher_ids: null, base_publisher_ids: null };
  return { publisher_ids: sent, base_publisher_ids: (drafted ?? null) === null ? live : (base ?? null) };
}

/** The ym-profile as a draft leaves it: with the publishers that it sets, if it sets any. */
export const withPublishers = (
  ymProfile: YmProfile,
  { publisher_ids: drafted }: Pick<StoredDraft, 'publisher_ids'>,
): YmProfile =>
  drafted === null || isSame(drafted, ymProfile.publisher_ids) ? ymProfile : { ...ymProfile, publisher_ids: drafted };

/** The ym-profile as an entry of a draft, for its edits: what it was made from if it sets no publishers. */
export const toEntry = (
  { id, name }: YmProfile,
  base: Publishers,
  { publisher_ids: drafted }: Pick<StoredDraft, 'publisher_ids'>,
): ContentEntry => ({ id, name, publisher_ids: drafted ?? base ?? [] });

/** Whether others have changed the live publishers since a draft was given its own. */
export const haveMoved = (
  { publisher_ids: drafted, base_publisher_ids: base }: StoredDraft,
  { publisher_ids: live }: YmProfile,
): boolean => drafted !== null && !isSame(live, base);

/** The conflict of publishers that a draft and the live ym-profile have both changed, in different ways. */
export function publisherConflicts(stored: StoredDraft, ymProfile: YmProfile): readonly MergeConflict[] {
  const { publisher_ids: draft, base_publisher_ids: base } = stored;
  const { id, name, publisher_ids: live } = ymProfile;
  if (!haveMoved(stored, ymProfile) || isSame(live, draft) || isSame(draft, base)) return [];
  return [{ service: 'ym-profile', id, name, field: 'publisher_ids', base, live, draft }];
}

/** What a rebase makes of the publishers of a draft that it has no conflict with. */
export function rebasedPublishers(
  { publisher_ids: drafted, base_publisher_ids: base }: StoredDraft,
  { publisher_ids: live }: YmProfile,
): Pick<StoredDraft, 'publisher_ids' | 'base_publisher_ids'> {
  if (drafted === null) return { publisher_ids: null, base_publisher_ids: null };
  return { publisher_ids: isSame(drafted, base) ? (live ?? []) : drafted, base_publisher_ids: live };
}
