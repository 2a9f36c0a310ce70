import {
  type CallContext,
  type DraftContent,
  type Plain,
  type StoredDraft,
  storedDraftResource,
  withInitials,
} from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import type { PlannedWrite } from '../tier-set/make-step.ts';
import { editsAfter, partWrites } from './draft-step.ts';
import { contentHash } from './stored-draft.ts';

interface DraftToMake extends Pick<StoredDraft, 'base_revision'> {
  /** What the caller sets: its ym-profile, name, note. */
  readonly given: Plain;
  /** What is live at the base revision, and what the draft proposes. */
  readonly live: DraftContent;
  readonly content: DraftContent;
}

/** The writes that make an open draft by the caller, and its id. */
export async function newDraft(
  deps: Deps,
  call: CallContext,
  { given, live, content, base_revision }: DraftToMake,
): Promise<{ readonly id: number; readonly writes: readonly PlannedWrite[] }> {
  const [drawn] = await deps.store.drawIds('draft', 1);
  const id = drawn!;
  const { username } = call.caller;
  const value = withInitials(storedDraftResource, {
    ...given,
    base_revision,
    base_sha256: contentHash(live),
    content_sha256: contentHash(content),
    state: 'open',
    created_by: username,
    changed_by: username,
  });
  const edits = editsAfter(deps, call, { base: live, before: live, after: content, edits: [] });
  const parts = await partWrites(deps.store, id, [], { ...content, edits });
  const made = { operation: 'create', resource: storedDraftResource, id, value } as const;
  return { id, writes: [{ write: made, before: null }, ...parts] };
}
