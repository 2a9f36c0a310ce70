import {
  arrangeParts,
  type CallContext,
  type DraftContent,
  type DraftPart,
  draftPartResource,
  type Plain,
  type StoredDraft,
  storedDraftResource,
} from '@auction-tiers/contract';
import type { Actor, ObjectStore } from '@auction-tiers/store';
import { inSlices } from '../../slice/slice.ts';
import { actorOf } from '../request/condition.ts';
import type { PlannedWrite } from '../tier-set/make-step.ts';

/** The author of a change of drafts: its changes are plain writes, although several are made together. */
export function draftActor(call: CallContext): Actor {
  const { note = null } = call;
  return { ...actorOf(call), step: { kind: 'write', note, draftId: null, breakGlass: null } };
}

/** The write that changes attributes of a draft. */
export const draftUpdate = (before: StoredDraft, changes: Partial<StoredDraft>): PlannedWrite => ({
  write: { operation: 'update', resource: storedDraftResource, id: before.id, value: { ...before, ...changes } },
  before,
});

const partWrite = (operation: 'create' | 'update', id: number, value: Plain, before: Plain | null): PlannedWrite => ({
  write: { operation, resource: draftPartResource, id, value },
  before,
});

export const partRemoval = (before: DraftPart): PlannedWrite => ({
  write: { operation: 'delete', resource: draftPartResource, id: before.id },
  before,
});

/** The writes that make the parts of a draft hold a content. Parts that stay as they are are not written. */
export async function partWrites(
  store: Pick<ObjectStore, 'drawIds'>,
  draftId: number,
  stored: readonly DraftPart[],
  content: DraftContent,
): Promise<readonly PlannedWrite[]> {
  const { created, updated, removed } = await inSlices(arrangeParts(stored, content));
  const ids = await store.drawIds('draft-part', created.length);
  return [
    ...created.map((part, at) => partWrite('create', ids[at]!, { ...part, draft_id: draftId }, null)),
    ...updated.map(({ before, after }) => partWrite('update', before.id, after, before)),
    ...removed.map(partRemoval),
  ];
}
