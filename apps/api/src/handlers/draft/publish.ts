import { calendarOf } from '@auction-tiers/calendar';
import {
  type CallContext,
  dateText,
  editorsOf,
  epochMsOf,
  type HoldBack,
  type ImportAnswer,
  invalid,
  type PublishAnswer,
  type PublishDraft,
  type PublishQuestion,
  ServiceError,
  type StoredDraft,
  toContent,
} from '@auction-tiers/contract';
import { openExperimentOf, phaseWarnings } from '../../experiment/open-experiments.ts';
import { promiseOf } from '../forecast/promise.ts';
import { actorOf, idempotencyOf, publishingOf, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { planImport } from '../tier-set/import.ts';
import { boundWarnings, makeBatchWrite, type PlannedBatchWrite, type PlannedWrite } from '../tier-set/batch-write.ts';
import { storedTierSet, type StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { askBefore } from './question.ts';
import { requireUnchanged } from './base.ts';
import { besideScheduled } from './beside-scheduled.ts';
import { carryDue } from './carry-due.ts';
import { requireChangeable } from './draft.ts';
import { toFile } from './draft-content.ts';
import { draftActor, draftUpdate, unscheduled } from './draft-write.ts';
import { holdBackWrites } from './hold-back.ts';
import { draftTag } from './draft-tag.ts';
import { withPublishers } from './publishers.ts';
import { requireSeen } from './seen.ts';
import { type HeldDraft, requireDraftOf, scheduledFor } from './stored-draft.ts';

/** Publishes a draft in one step, or schedules its publish; a dry run only says what that would do. */
export async function publishDraft(deps: Deps, call: CallContext, input: PublishDraft): Promise<PublishAnswer> {
  const owner = sellerOf(call, input.member_id);
  const { member_id: _member, if_match: ifMatch, dry_run: isDryRun = false, ...asked } = input;
  const publishing: Publishing = {
    owner,
    id: input.id,
    note: input.note ?? call.note,
    expected: input.expect_revision,
    ifMatch,
    isDryRun,
    isDuringExperiment: input.during_experiment === true,
    holdBack: input.hold_back,
    ...(isDryRun ? {} : idempotencyOf(call, 'draft/publish', asked)),
  };
  const { at, if_changed: ifChanged } = input;
  if (at === undefined && ifChanged !== undefined) {
    throw invalid([{ path: 'if_changed', message: `is "${ifChanged}", allowed only with \`at\`` }]);
  }
  if (at !== undefined && input.hold_back !== undefined) {
    throw invalid([{ path: 'hold_back', message: 'is set, allowed only without `at`' }]);
  }
  return at === undefined
    ? publishNow(deps, call, publishing)
    : schedule(deps, call, publishing, { at: requireFuture(at, deps.clock.epochMs()), ifChanged });
}

export interface Publishing {
  readonly owner: number;
  readonly id: number;
  readonly note: string | undefined;
  /** The state of the ym-profile that the caller has seen. */
  readonly expected?: string | undefined;
  /** The state of the draft that the caller has seen. */
  readonly ifMatch?: string | undefined;
  readonly isDryRun: boolean;
  readonly idempotency?: ReturnType<typeof idempotencyOf>['idempotency'];
  /** The time for which the draft must be scheduled; else it must be open or suspended. */
  readonly dueAt?: string;
  /** Whether the caller accepts that this ends the phase of a running experiment. */
  readonly isDuringExperiment?: boolean;
  /** The share of units that keeps the previous tiers. */
  readonly holdBack?: HoldBack | undefined;
  /** Plans the end of the experiment that tests the draft, in the same batch write. Throws where the experiment cannot end. */
  readonly endOf?: () => { readonly experimentId: number; readonly write: PlannedWrite };
}

/** Publishes a draft in one step, together with its new state. Throws where the draft cannot be published. */
export async function publishNow(deps: Deps, call: CallContext, publishing: Publishing): Promise<PublishAnswer> {
  const { owner, id, idempotency, dueAt, isDryRun } = publishing;
  const plan = async () => {
    const held = requireDraftOf(deps.mirror, owner, id);
    const current = requireYmProfile(deps, owner, held.stored);
    const revision = deps.mirror.revisionOf(owner);
    const ended = publishing.endOf?.();
    const isDue = held.stored.state === 'scheduled' && held.stored.publish_at === dueAt;
    const isDuringExperiment = isDue ? held.stored.during_experiment : publishing.isDuringExperiment;
    requireNoExperiment(deps.mirror, held.stored, { isDuringExperiment, experimentId: ended?.experimentId });
    if (dueAt === undefined) await requirePublishable(deps, held, publishing);
    else if (!isDue) throw new NotDue();
    requireApproved(deps, held);
    // A scheduled draft is carried onto changed live tiers; a caller gets an error that shows what has changed.
    const carried = dueAt === undefined ? undefined : await carryDue(deps, call, { held, current, revision });
    if (carried === undefined) await requireUnchanged(deps, held.stored, current, publishing.expected);
    const { stored, content, writes } = carried ?? { ...held, writes: [] };
    const ymProfile = withPublishers(current.ym_profile, stored);
    const planned = await planImport(deps, call, current, { file: toFile(content), isDryRun, ymProfile });
    const update = draftUpdate(held.stored, {
      ...stored,
      state: 'published',
      suspended_reason: null,
      ...unscheduled,
    });
    const author = { user: call.caller.username, nowMs: deps.clock.epochMs() };
    const promise = await promiseOf(deps, owner, stored, author);
    const told = await besideScheduled(deps, {
      owner,
      ymProfileId: stored.ym_profile_id,
      before: toContent(current),
      after: planned.after,
      draftId: id,
    });
    const { holdBack } = publishing;
    const kept = holdBack && (await holdBackWrites(deps, call, { stored: held.stored, current }, holdBack));
    const whole = {
      writes: [
        ...planned.writes,
        update,
        ...writes,
        ...(ended === undefined ? [] : [ended.write]),
        ...promise.writes,
        ...(kept?.writes ?? []),
      ],
      warnings: [...told, ...planned.warnings, ...promise.warnings],
      answer: planned.answer,
    };
    const asks = isDryRun ? await askBefore({ held, current, answer: planned.answer, told }) : [];
    const experimentId = isDryRun ? null : (kept?.experimentId ?? null);
    return toBatchWrite(
      whole,
      { held, current, asks, isDryRun },
      { state: 'published', at: dueAt ?? null, experimentId },
    );
  };
  // The note is not part of the draft's content: the note at the start of the publish is used.
  const note = publishing.note ?? deps.mirror.row('draft', owner, id)?.note ?? undefined;
  const author = note === undefined ? call : { ...call, note };
  const actor = actorOf(author, 'publish', id);
  const done = await makeBatchWrite(deps, call, { owner, actor, isDryRun, idempotency, plan });
  return { ...done, etag: tagOf(deps, owner, id) };
}

/** Thrown where a draft is not scheduled for the given time (any more). */
export class NotDue extends Error {}

interface Schedule {
  readonly at: string;
  readonly ifChanged: PublishDraft['if_changed'];
}

async function schedule(
  deps: Deps,
  call: CallContext,
  publishing: Publishing,
  { at, ifChanged = 'rebase' }: Schedule,
): Promise<PublishAnswer> {
  const { owner, id, idempotency, isDryRun } = publishing;
  const done = await makeBatchWrite(deps, call, {
    owner,
    actor: draftActor(call),
    isDryRun,
    idempotency,
    plan: async () => {
      const held = requireDraftOf(deps.mirror, owner, id);
      const { stored, content } = held;
      const current = requireYmProfile(deps, owner, stored);
      const other = scheduledFor(deps.mirror, owner, stored.ym_profile_id);
      await requirePublishable(deps, held, publishing);
      if (other !== undefined) throw alreadyScheduled(other);
      requireApproved(deps, held);
      await requireUnchanged(deps, stored, current, publishing.expected);
      const ymProfile = withPublishers(current.ym_profile, stored);
      const planned = await planImport(deps, call, current, { file: toFile(content), isDryRun: true, ymProfile });
      const update = draftUpdate(stored, {
        state: 'scheduled',
        publish_at: at,
        if_changed: ifChanged,
        suspended_reason: null,
        note: publishing.note ?? stored.note,
        scheduled_by: call.caller.username,
        during_experiment: publishing.isDuringExperiment === true,
        // Unique within the member: of two drafts that are scheduled concurrently, the store refuses one.
        scheduled_ym_profile_id: stored.ym_profile_id,
      });
      const asks = isDryRun ? await askBefore({ held, current, answer: planned.answer, told: [] }) : [];
      // Scheduling ends no phase of an experiment.
      const ends = phaseWarnings(deps.mirror, owner, new Set([stored.ym_profile_id]));
      const lasting = planned.warnings.filter((warning) => !ends.includes(warning));
      const warnings = [...lasting, ...experimentWarnings(deps.mirror, stored, publishing)];
      return toBatchWrite(
        { ...planned, warnings, writes: [update] },
        { held, current, asks, isDryRun },
        { state: 'scheduled', at },
      );
    },
  });
  return { ...done, etag: tagOf(deps, owner, id) };
}

/** The entity tag of the draft after a batch write; null where others have deleted it since. */
function tagOf({ mirror }: Pick<Deps, 'mirror'>, owner: number, id: number): string | null {
  const stored = mirror.row('draft', owner, id);
  return stored === undefined ? null : draftTag(stored);
}

/** A batch write with its answer, except for the attributes that are known only after it. */
function toBatchWrite(
  planned: PlannedBatchWrite<Omit<ImportAnswer, 'revision'>>,
  {
    held,
    current: { timezone },
    asks,
    isDryRun,
  }: {
    readonly held: HeldDraft;
    readonly current: StoredTierSet;
    readonly asks: PublishQuestion[];
    readonly isDryRun: boolean;
  },
  {
    state,
    at,
    experimentId = null,
  }: { readonly state: PublishAnswer['state']; readonly at: string | null; readonly experimentId?: number | null },
): PlannedBatchWrite<Omit<PublishAnswer, 'revision' | 'etag'>> {
  const answer = {
    draft_id: held.stored.id,
    state,
    publish_at: at,
    publish_at_local: at === null ? null : calendarOf(timezone).localText(epochMsOf(at) ?? 0),
    timezone,
    experiment_id: experimentId,
    ...planned.answer,
    dry_run: isDryRun,
    warnings: boundWarnings(planned.warnings),
    asks,
  };
  return { ...planned, writes: isDryRun ? [] : planned.writes, answer };
}

/** Throws where a member's drafts need an approval that this one lacks. */
export function requireApproved({ mirror }: Pick<Deps, 'mirror'>, { stored, edits }: HeldDraft): void {
  if (publishingOf(mirror, stored.member_id) !== 'approved' || stored.approved_by !== null) return;
  const message = `draft ${stored.id} needs an approval by another user than ${editorsOf({ ...stored, edits }).join(' and ')}: POST /draft/approve?id=${stored.id}`;
  throw new ServiceError('integrity', message);
}

/** Throws where a publish would disturb an experiment of the ym-profile, unless the caller accepts that. */
function requireNoExperiment(
  mirror: Deps['mirror'],
  { id, member_id: owner, ym_profile_id: ymProfileId }: StoredDraft,
  {
    experimentId,
    isDuringExperiment = false,
  }: { experimentId?: number | undefined; isDuringExperiment?: boolean | undefined },
): void {
  const found = openExperimentOf(mirror, owner, ymProfileId);
  if (found === undefined || found.id === experimentId) return;
  if (found.draft_id === id) {
    const message = `draft ${id} is tested by experiment ${found.id}: POST /experiment/end?id=${found.id} with the outcome "publish" publishes it`;
    throw new ServiceError('integrity', message);
  }
  if (found.state !== 'running' || isDuringExperiment) return;
  const message = `experiment ${found.id} runs on ym-profile ${ymProfileId}, and this would end its phase: send during_experiment: true`;
  throw new ServiceError('integrity', message);
}

/** Warnings for a scheduled draft whose publish an experiment would prevent. */
function experimentWarnings(
  mirror: Deps['mirror'],
  { id, member_id: owner, ym_profile_id: ymProfileId }: StoredDraft,
  { isDuringExperiment = false }: Publishing,
): readonly string[] {
  const found = openExperimentOf(mirror, owner, ymProfileId);
  if (found === undefined) return [];
  const { id: experimentId } = found;
  if (found.draft_id === id) {
    return [`draft ${id} is tested by experiment ${experimentId}: where that is not ended by then, it is suspended`];
  }
  const advice = 'send during_experiment: true to end its phase then';
  return isDuringExperiment ? [] : [`where experiment ${experimentId} runs at that time, it is suspended; ${advice}`];
}

/** Throws unless the draft is in the state that the caller has seen, and open or suspended. */
async function requirePublishable(deps: Deps, held: HeldDraft, { ifMatch, endOf }: Publishing): Promise<void> {
  await requireSeen(deps, held, ifMatch, endOf === undefined ? 'if_match' : 'draft_etag');
  requireChangeable(held.stored);
}

function requireYmProfile({ mirror }: Pick<Deps, 'mirror'>, owner: number, stored: StoredDraft): StoredTierSet {
  const current = storedTierSet(mirror, owner, stored.ym_profile_id);
  if (current === undefined) throw notFound('ym-profile', stored.ym_profile_id, 'ym_profile_id');
  return current;
}

/** A ym-profile has one scheduled draft. The store checks it once more, together with the write. */
const alreadyScheduled = ({ id, ym_profile_id: ymProfileId, publish_at: at }: StoredDraft) =>
  new ServiceError(
    'integrity',
    `ym-profile ${ymProfileId} has a scheduled draft already: draft ${id}, at ${at}; POST /draft/unschedule?id=${id} opens it`,
  );

function requireFuture(at: string, nowMs: number): string {
  if ((epochMsOf(at) ?? 0) > nowMs) return at;
  throw invalid([{ path: 'at', message: `is ${at} UTC, allowed: a time after now, which is ${dateText(nowMs)} UTC` }]);
}
