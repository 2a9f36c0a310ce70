import {
  authorOf,
  type CallContext,
  type DraftContent,
  type Plain,
  ServiceError,
  type StoredDraft,
  storedDraftResource,
  withInitials,
  type YmProfile,
} from '@auction-tiers/contract';
import type { Mirror } from '../../mirror/mirror.ts';
import type { Deps } from '../request/deps.ts';
import type { PlannedWrite } from '../tier-set/batch-write.ts';
import { editsAfter, partWrites } from './draft-write.ts';
import { sentPublishers, toEntry } from './publishers.ts';
import { contentHash } from './stored-draft.ts';

interface DraftToMake extends Pick<StoredDraft, 'base_revision'> {
  /** What the caller sets: its ym-profile, name, note, publishers. */
  readonly given: Plain;
  /** The live ym-profile. */
  readonly ymProfile: YmProfile;
  /** What is live at the base revision, and what the draft proposes. */
  readonly live: DraftContent;
  readonly content: DraftContent;
}

export interface NewDraft {
  readonly id: number;
  readonly writes: readonly PlannedWrite[];
  /** The other drafts of the ym-profile that are not published yet: a colleague may have begun the same one. */
  readonly warnings: readonly string[];
}

/** The writes that make an open draft by the caller. */
export async function newDraft(
  deps: Deps,
  call: CallContext,
  { given, ymProfile, live, content, base_revision }: DraftToMake,
): Promise<NewDraft> {
  const others = othersOf(deps.mirror, ymProfile.member_id, ymProfile.id);
  const [drawn] = await deps.store.drawIds('draft', 1);
  const id = drawn!;
  const { username } = call.caller;
  const value = withInitials(storedDraftResource, {
    ...given,
    ...sentPublishers(given, {}, ymProfile),
    base_revision,
    base_sha256: contentHash(live),
    content_sha256: contentHash(content),
    state: 'open',
    created_by: authorOf(call.caller),
    changed_by: username,
  });
  const base = toEntry(ymProfile, ymProfile.publisher_ids, { publisher_ids: null });
  const after = toEntry(ymProfile, ymProfile.publisher_ids, value as unknown as StoredDraft);
  const edits = await editsAfter(deps, call, {
    base: live,
    before: live,
    after: content,
    ymProfile: { base, before: base, after },
    edits: [],
  });
  const parts = await partWrites(deps.store, id, [], { ...content, edits });
  const made = { operation: 'create', resource: storedDraftResource, id, value } as const;
  return { id, writes: [{ write: made, before: null }, ...parts], warnings: others.slice(0, mostNamed).map(words) };
}

/** Throws where somebody has begun another draft of the ym-profile that can be edited; the error names it. */
export function requireAlone(mirror: Mirror, owner: number, ymProfileId: number): void {
  const other = othersOf(mirror, owner, ymProfileId).find(({ state }) => state !== 'scheduled');
  if (other === undefined) return;
  const { id, name, created_by } = other;
  throw new ServiceError('integrity', words(other), { details: { draft: { id, name, created_by } } });
}

/** The drafts of a ym-profile that are not published, the newest first. */
const othersOf = (mirror: Mirror, owner: number, ymProfileId: number): readonly StoredDraft[] =>
  mirror
    .rows('draft', owner)
    .filter(({ ym_profile_id: of, state }) => of === ymProfileId && state !== 'published')
    .toSorted((a, b) => b.id - a.id);

/** Other drafts that a warning names at most. */
const mostNamed = 3;

const words = ({ id, name, state, created_by: maker, ym_profile_id: ymProfileId }: StoredDraft): string =>
  `ym-profile ${ymProfileId} has draft ${id}${name === null ? '' : ` "${name}"`} of ${maker} too, which is ${state}`;
