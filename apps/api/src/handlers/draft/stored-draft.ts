import {
  contentOfParts,
  type Draft,
  type DraftContent,
  type DraftEdit,
  type DraftPart,
  draftResource,
  editsOfParts,
  type Plain,
  type StoredDraft,
} from '@auction-tiers/contract';
import type { Mirror } from '../../mirror/mirror.ts';
import { sha256 } from '../../auth/secret.ts';
import { notFound, unreadable } from '../request/refusal.ts';
import { draftTag } from './draft-tag.ts';

const { service } = draftResource;

/** A draft with the parts that hold its content, from the mirror. */
export interface HeldDraft {
  readonly stored: StoredDraft;
  readonly parts: readonly DraftPart[];
  readonly content: DraftContent;
  /** The author of the last change of each object. */
  readonly edits: readonly DraftEdit[];
}

/** A member's draft. Throws where it does not exist, and where a part of it cannot be read. */
export function requireDraftOf(mirror: Mirror, owner: number, id: number): HeldDraft {
  const unread = mirror.findUnreadable(service, owner, id);
  if (unread !== undefined) throw unreadable(service, id, unread.problem);
  const stored = mirror.row(service, owner, id);
  if (stored === undefined) throw notFound(service, id);
  const damaged = mirror
    .unreadable()
    .find((one) => one.service === 'draft-part' && one.owner === owner && one.readable['draft_id'] === id);
  if (damaged !== undefined) throw unreadable(service, id, `part ${damaged.id} of it: ${damaged.problem}`);
  const parts = mirror.rows('draft-part', owner).filter((part) => part.draft_id === id);
  return { stored, parts, content: contentOfParts(parts), edits: editsOfParts(parts) };
}

/** The scheduled draft of a ym-profile, which has one at most. */
export function scheduledFor(mirror: Mirror, owner: number, ymProfileId: number): StoredDraft | undefined {
  const drafts = mirror.rows(service, owner);
  return drafts.find((one) => one.scheduled_ym_profile_id === ymProfileId);
}

/** A draft as it is answered. */
export function toDraft({ stored, content, edits }: Pick<HeldDraft, 'stored' | 'content' | 'edits'>): Draft {
  const all: Plain = { ...stored, tier_set: content, edits, etag: draftTag(stored) };
  return Object.fromEntries(Object.keys(draftResource.fields).map((name) => [name, all[name]])) as Draft;
}

/** A hash of tiers and profiles, which tells whether they have changed. */
export const contentHash = ({ tiers, profiles }: DraftContent): string =>
  sha256(JSON.stringify([byId(tiers), byId(profiles)]));

const byId = (entries: DraftContent['tiers']) => entries.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0));
