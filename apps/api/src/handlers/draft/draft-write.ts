import {
  arrangeParts,
  authorOf,
  dateText,
  type CallContext,
  type DraftEdit,
  type DraftParts,
  type DraftPart,
  draftPartResource,
  draftEdits,
  type Plain,
  type StoredDraft,
  storedDraftResource,
} from '@auction-tiers/contract';
import type { Actor, ObjectStore } from '@auction-tiers/store';
import { actorOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { keyMakerOf } from '../request/own-credential.ts';
import type { PlannedWrite } from '../tier-set/batch-write.ts';

/** The author of a change of drafts: its changes are plain writes, although several are made together. */
export function draftActor(call: CallContext): Actor {
  const { note = null } = call;
  return { ...actorOf(call), step: { kind: 'write', note, draftId: null, breakGlass: null } };
}

/** The reset of a draft's schedule. `publish_at` is not reset, because it is shown for a published draft. */
export const unscheduled = {
  scheduled_by: null,
  scheduled_ym_profile_id: null,
  if_changed: null,
  during_experiment: false,
} as const;

/** The write that changes attributes of a draft. */
export const draftUpdate = (before: StoredDraft, changes: Partial<StoredDraft>): PlannedWrite => ({
  write: { operation: 'update', resource: storedDraftResource, id: before.id, value: { ...before, ...changes } },
  before,
});

/** A draft that nobody has asked for. */
const unasked = {
  approval_asked: false,
  asked_by: null,
  asked_at: null,
  asked_note: null,
  asked_summary: null,
} as const;

/** The attributes of a draft whose publishers the caller asks. */
export const askedBy = (
  { clock }: Pick<Deps, 'clock'>,
  { caller }: CallContext,
  { note, summary }: { readonly note: string | null; readonly summary: string | null },
): Partial<StoredDraft> => ({
  approval_asked: true,
  asked_by: authorOf(caller),
  asked_at: dateText(clock.epochMs()),
  asked_note: note,
  asked_summary: summary,
});

/** What a sent `approval_asked` changes: the request is made, or withdrawn. */
export const askChanges = (
  deps: Pick<Deps, 'clock'>,
  call: CallContext,
  isAsked: boolean | undefined,
): Partial<StoredDraft> => {
  if (isAsked === undefined) return {};
  return isAsked ? askedBy(deps, call, { note: null, summary: null }) : unasked;
};

/** The attributes of a draft that a change of its content resets. */
export const changedBy = (call: CallContext): Partial<StoredDraft> => ({
  state: 'open',
  suspended_reason: null,
  ...unasked,
  approved_by: null,
  approved_etag: null,
  simulation_id: null,
  changed_by: call.caller.username,
});

/**
 * The authors of the last change of each object of a draft, after the caller has made a change. A change with a key that
 * another user made is a change by both: either of them may have sent it.
 */
export async function editsAfter(
  deps: Deps,
  call: CallContext,
  change: Omit<Parameters<typeof draftEdits>[0], 'author'>,
): Promise<DraftEdit[]> {
  const maker = await keyMakerOf(deps, call);
  const also = maker === null ? {} : { also: [maker] };
  const author = { user: call.caller.username, time: dateText(deps.clock.epochMs()), ...also };
  return draftEdits({ ...change, author });
}

const partWrite = (operation: 'create' | 'update', id: number, value: Plain, before: Plain | null): PlannedWrite => ({
  write: { operation, resource: draftPartResource, id, value },
  before,
});

export const partRemoval = (before: DraftPart): PlannedWrite => ({
  write: { operation: 'delete', resource: draftPartResource, id: before.id },
  before,
});

/** The writes that store a content in the parts of a draft. Unchanged parts are not written. */
export async function partWrites(
  store: Pick<ObjectStore, 'drawIds'>,
  draftId: number,
  stored: readonly DraftPart[],
  content: DraftParts,
): Promise<readonly PlannedWrite[]> {
  const { created, updated, removed } = arrangeParts(stored, content);
  const ids = await store.drawIds('draft-part', created.length);
  return [
    ...created.map((part, at) => partWrite('create', ids[at]!, { ...part, draft_id: draftId }, null)),
    ...updated.map(({ before, after }) => partWrite('update', before.id, after, before)),
    ...removed.map(partRemoval),
  ];
}
