import {
  type CallContext,
  dateText,
  type Draft,
  epochMsOf,
  type ImportAnswer,
  invalid,
  type NamedDraft,
  type PublishAnswer,
  type PublishDraft,
  ServiceError,
  type StoredDraft,
} from '@auction-tiers/contract';
import { promiseOf } from '../forecast/promise.ts';
import { actorOf, idempotencyOf, publishingOf, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { planImport } from '../tier-set/import.ts';
import { makeStep, type PlannedStep } from '../tier-set/make-step.ts';
import { storedTierSet, type StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { requireUnchanged } from './base.ts';
import { toFile } from './draft-content.ts';
import { draftActor, draftUpdate } from './draft-step.ts';
import { type HeldDraft, requireDraftOf, toDraft } from './stored-draft.ts';

/** Makes a draft live in one step, or sets the time at which it is to become live. */
export async function publishDraft(deps: Deps, call: CallContext, input: PublishDraft): Promise<PublishAnswer> {
  const owner = sellerOf(call, input.member_id);
  const { member_id: _member, ...asked } = input;
  const { idempotency } = idempotencyOf(call, 'draft/publish', asked);
  const publish = { owner, id: input.id, note: input.note ?? call.note, expected: input.expect_revision, idempotency };
  return input.at === undefined
    ? publishNow(deps, call, publish)
    : schedule(deps, call, publish, requireFuture(input.at, deps.clock.epochMs()));
}

export interface Publishing {
  readonly owner: number;
  readonly id: number;
  readonly note: string | undefined;
  /** The state of the ym-profile that the caller has seen. */
  readonly expected?: string | undefined;
  readonly idempotency?: ReturnType<typeof idempotencyOf>['idempotency'];
  /** The time for which the draft must be scheduled; else it must be open or suspended. */
  readonly dueAt?: string;
}

/** Publishes a draft in one step, together with its new state. Throws why it cannot be. */
export function publishNow(deps: Deps, call: CallContext, publishing: Publishing): Promise<PublishAnswer> {
  const { owner, id, idempotency, dueAt } = publishing;
  let note = publishing.note;
  const plan = async () => {
    const held = requireDraftOf(deps.mirror, owner, id);
    const current = requireYmProfile(deps, owner, held.stored);
    if (dueAt === undefined) requirePublishable(held.stored);
    else if (held.stored.state !== 'scheduled' || held.stored.publish_at !== dueAt) throw new NotDue();
    const planned = await planPublish(deps, call, publishing, { held, current }, false);
    const update = draftUpdate(held.stored, { state: 'published', suspended_reason: null, ...unscheduled });
    const author = { user: call.caller.username, nowMs: deps.clock.epochMs() };
    const promise = await promiseOf(deps, owner, held.stored, author);
    return {
      writes: [...planned.writes, update, ...promise.writes],
      warnings: [...planned.warnings, ...promise.warnings],
      answer: { draft_id: id, state: 'published' as const, publish_at: dueAt ?? null, ...planned.answer },
    };
  };
  // The note of the draft is not part of its content, so the one that it has when the publishing begins is meant.
  note ??= (deps.mirror.row('draft', owner, id) as StoredDraft | undefined)?.note ?? undefined;
  const author = note === undefined ? call : { ...call, note };
  return makeStep(deps, call, { owner, actor: actorOf(author, 'publish', id), isTrial: false, idempotency, plan });
}

/** Thrown where a draft is not, or no more, to be published at the time that was asked for. */
export class NotDue extends Error {}

/** What of a draft says when it is to be published. The time itself stays, for those who look at a published one. */
export const unscheduled = { scheduled_by: null, scheduled_ym_profile_id: null } as const;

async function schedule(deps: Deps, call: CallContext, publishing: Publishing, at: string): Promise<PublishAnswer> {
  const { owner, id, idempotency } = publishing;
  return makeStep(deps, call, {
    owner,
    actor: draftActor(call),
    isTrial: false,
    idempotency,
    plan: async () => {
      const held = requireDraftOf(deps.mirror, owner, id);
      const { stored } = held;
      const current = requireYmProfile(deps, owner, stored);
      requirePublishable(stored);
      requireNoOther(deps, owner, stored);
      const planned = await planPublish(deps, call, publishing, { held, current }, true);
      const update = draftUpdate(stored, {
        state: 'scheduled',
        publish_at: at,
        suspended_reason: null,
        note: publishing.note ?? stored.note,
        scheduled_by: call.caller.username,
        // Unique within the member: of two drafts that are scheduled at the same time one is refused.
        scheduled_ym_profile_id: stored.ym_profile_id,
      });
      const answer = { draft_id: id, state: 'scheduled' as const, publish_at: at, ...planned.answer };
      return { ...planned, writes: [update], answer };
    },
  });
}

/** What publishing a draft writes, or would write. Throws where the ym-profile has changed since, or an approval is missing. */
async function planPublish(
  deps: Deps,
  call: CallContext,
  { owner, expected }: Publishing,
  { held, current }: { readonly held: HeldDraft; readonly current: StoredTierSet },
  isTrial: boolean,
): Promise<PlannedStep<Omit<ImportAnswer, 'revision'>>> {
  const { stored, content } = held;
  if (publishingOf(deps.mirror, owner) === 'approved' && stored.approved_by === null) {
    const message = `draft ${stored.id} needs an approval by another user than ${stored.changed_by}: POST /draft/approve?id=${stored.id}`;
    throw new ServiceError('integrity', message);
  }
  await requireUnchanged(deps, stored, current, expected);
  return planImport(deps, call, current, { file: toFile(content), isTrial });
}

/** Changes attributes of a draft, and gives it. `changesOf` throws where it is not in a state for that. */
async function changeDraft(
  deps: Deps,
  call: CallContext,
  { id, member_id: asked }: NamedDraft,
  [act, changesOf]: readonly [act: string, changesOf: (stored: StoredDraft) => Partial<StoredDraft>],
): Promise<Draft> {
  const owner = sellerOf(call, asked);
  await makeStep(deps, call, {
    owner,
    actor: draftActor(call),
    isTrial: false,
    ...idempotencyOf(call, `draft/${act}`, { id }),
    plan: async () => {
      const { stored } = requireDraftOf(deps.mirror, owner, id);
      return { writes: [draftUpdate(stored, changesOf(stored))], answer: { id }, warnings: [] };
    },
  });
  return toDraft(requireDraftOf(deps.mirror, owner, id));
}

/** Notes that a user agrees to exactly this content. */
export const approveDraft = (deps: Deps, call: CallContext, input: NamedDraft): Promise<Draft> =>
  changeDraft(deps, call, input, [
    'approve',
    ({ id, state, changed_by: author }) => {
      const { username } = call.caller;
      if (state === 'published') throw new ServiceError('integrity', `draft ${id} is published already`);
      if (author !== username) return { approved_by: username };
      const message = `${username} has changed the content of draft ${id} last; another user must approve it`;
      throw new ServiceError('integrity', message);
    },
  ]);

/** Takes the time from a scheduled draft. */
export const unscheduleDraft = (deps: Deps, call: CallContext, input: NamedDraft): Promise<Draft> =>
  changeDraft(deps, call, input, [
    'unschedule',
    ({ id, state }) => {
      if (state === 'scheduled') return { state: 'open', publish_at: null, ...unscheduled };
      throw new ServiceError('integrity', `draft ${id} is ${state}, allowed: scheduled`);
    },
  ]);

function requirePublishable({ id, state }: StoredDraft): void {
  if (state === 'open' || state === 'suspended') return;
  const advice = state === 'scheduled' ? '; POST /draft/unschedule opens it' : '';
  throw new ServiceError('integrity', `draft ${id} is ${state}, allowed: open or suspended${advice}`);
}

function requireYmProfile({ mirror }: Pick<Deps, 'mirror'>, owner: number, stored: StoredDraft): StoredTierSet {
  const current = storedTierSet(mirror, owner, stored.ym_profile_id);
  if (current === undefined) throw notFound('ym-profile', stored.ym_profile_id, 'ym_profile_id');
  return current;
}

/** A ym-profile has one scheduled draft. The store checks it once more, together with the write. */
function requireNoOther({ mirror }: Pick<Deps, 'mirror'>, owner: number, { id, ym_profile_id }: StoredDraft): void {
  const drafts = mirror.rows('draft', owner) as readonly StoredDraft[];
  const other = drafts.find((one) => one.scheduled_ym_profile_id === ym_profile_id && one.id !== id);
  if (other === undefined) return;
  const message = `ym-profile ${ym_profile_id} has a scheduled draft already: draft ${other.id}, at ${other.publish_at}`;
  throw new ServiceError('integrity', message);
}

function requireFuture(at: string, nowMs: number): string {
  if ((epochMsOf(at) ?? 0) > nowMs) return at;
  throw invalid([{ path: 'at', message: `is ${at}, allowed: a time after now, which is ${dateText(nowMs)} UTC` }]);
}
