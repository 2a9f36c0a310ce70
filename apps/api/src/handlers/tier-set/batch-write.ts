import { type CallContext, type Plain, ServiceError } from '@auction-tiers/contract';
import type { Actor, BatchResult, Hold, Idempotency, Write } from '@auction-tiers/store';
import { formatRevision } from '../../mirror/stream-position.ts';
import { warnOfRepeat } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import type { Written } from '../request/quota.ts';
import { toError } from '../request/refusal.ts';

/** Times a batch write is planned again because the member's objects were changed between its read and its write. */
const maxAttempts = 8;
/** This many attempts let the member's other writes go on, which may overtake them; later attempts make them wait. */
const attemptsWithoutHold = 2;

/** Warnings that one answer carries at most. */
const maxWarnings = 50;

/** The warnings that an answer carries: the first ones, and how many more there are. */
export function boundWarnings(warnings: readonly string[]): string[] {
  const more = warnings.length - maxWarnings;
  return [...warnings.slice(0, maxWarnings), ...(more > 0 ? [`and ${more} more warnings`] : [])];
}

/** One write of a batch write. */
export interface PlannedWrite {
  readonly write: Write;
  /** The stored object; null: it is created. */
  readonly before: Plain | null;
  /** What its refusal names: where the caller sent the object (`tiers.3`), or the object. */
  readonly path?: string;
  /** Of a create whose id was drawn: where the id is taken, the next attempt draws another one. */
  readonly isIdDrawn?: boolean;
}

/** What a batch write does to the member's objects as they are now. */
export interface PlannedBatchWrite<Answer extends object> {
  readonly writes: readonly PlannedWrite[];
  /** What is answered, but for the revision, which is known only after the write. */
  readonly answer: Answer;
  readonly warnings: readonly string[];
}

export interface BatchWriteRequest<Answer extends object> {
  readonly owner: number;
  /** The ym-profile whose tier set is made, if one is. */
  readonly ymProfileId?: number;
  readonly actor: Actor;
  /** Answers what would be done, and does nothing. */
  readonly isDryRun: boolean;
  /** Left out of a dry run. */
  readonly idempotency?: Idempotency | undefined;
  /**
   * Plans the writes, or throws why it cannot be done; called again where another write came between. It reads the mirror
   * before it first awaits anything: the write is refused where the member has a newer change than the mirror has then.
   */
  readonly plan: () => Promise<PlannedBatchWrite<Answer>>;
}

/**
 * Makes planned writes in one batch write, whole or not at all, or says what they would do. Import, restore and publish
 * replace a tier set by it; `plan` may add writes of other services.
 */
export async function makeBatchWrite<Answer extends object>(
  deps: Deps,
  call: CallContext,
  request: BatchWriteRequest<Answer>,
): Promise<Answer & { readonly revision: string }> {
  const { store, follower, audit } = deps;
  const { owner, ymProfileId, isDryRun, idempotency } = request;
  // Before the writes are planned: objects that it names may have been deleted since they were made.
  const earlier = idempotency === undefined ? null : await store.earlierBatch(owner, idempotency);
  if (earlier !== null) return answerTo(earlier);

  for (let attempts = 1; ; attempts++) {
    const hold = attempts > attemptsWithoutHold ? await store.holdWrites(owner) : undefined;
    const { result, planned } = await attemptUnder(hold, attempts > 1);
    const { answer, warnings } = planned;
    const refused = result.ok ? undefined : planned.writes[result.index ?? -1];
    const isOvertaken = !result.ok && isPassing(result.refusal.kind, refused);
    if (isOvertaken && attempts < maxAttempts) continue;
    if (!result.ok) throw toBatchWriteError(result, refused, ymProfileId);
    for (const warning of boundWarnings(warnings)) call.warn(warning);
    if (!isDryRun) await follower.committedBatch(owner, result);
    if (!isDryRun && !('earlierAnswer' in result)) tellAuditors(planned.writes);
    return answerTo(result, answer);
  }

  function tellAuditors(writes: readonly PlannedWrite[]): void {
    const kind = request.actor.step?.kind;
    if (kind === 'restore' || kind === 'undo') audit.tell('restore', call, { service: 'ym-profile', id: ymProfileId });
    for (const { write, before } of writes) {
      if (write.operation === 'delete') continue;
      audit.live(write.resource.service, { before, after: { ...write.value, id: write.id } }, call);
    }
  }

  async function attemptUnder(hold: Hold | undefined, isRepeat: boolean) {
    try {
      return await attemptBatchWrite(deps, request, hold, isRepeat);
    } finally {
      await hold?.release();
    }
  }

  function answerTo(result: BatchResult, answer?: Answer): Answer & { readonly revision: string } {
    if (!result.ok) throw toBatchWriteError(result, undefined, ymProfileId);
    const partition = follower.positions.partitionOf(owner);
    const revision = formatRevision(partition, { ...result, epoch: follower.positions.position(partition).epoch });
    if (answer !== undefined && !('earlierAnswer' in result)) return { ...answer, revision };
    warnOfRepeat(call);
    const text = 'earlierAnswer' in result ? result.earlierAnswer : '{}';
    return { ...(JSON.parse(text) as Answer), revision };
  }
}

/** Plans the writes against what is stored now, and makes them unless the member's objects have changed meanwhile. */
async function attemptBatchWrite<Answer extends object>(
  { settings, store, follower, quota }: Deps,
  { owner, actor, isDryRun, idempotency, plan }: BatchWriteRequest<Answer>,
  hold: Hold | undefined,
  isRepeat: boolean,
) {
  await follower.fresh(owner);
  const { revision: knownRevision } = follower.positions.position(follower.positions.partitionOf(owner));
  const planned = await plan();
  const { writes, answer } = planned;
  // The first attempt has counted the bytes: they are not counted again.
  const release = await quota.admit(owner, writes.map(toWritten), isDryRun || isRepeat);
  const result = await store
    .writeBatch(
      owner,
      writes.map(({ write }) => write),
      actor,
      {
        knownRevision,
        limits: {
          'ym-auction-tier': settings.MAX_TIERS_PER_MEMBER,
          'ym-profile': settings.MAX_YM_PROFILES_PER_MEMBER,
          profile: settings.MAX_PROFILES_PER_MEMBER,
          draft: settings.MAX_DRAFTS_PER_MEMBER,
        },
        isDryRun,
        ...(hold === undefined ? {} : { hold }),
        ...(idempotency === undefined ? {} : { idempotency: { ...idempotency, answer: JSON.stringify(answer) } }),
      },
    )
    .finally(release);
  return { result, planned };
}

/** A write as the quotas of a member see it. */
const toWritten = ({ write, before }: PlannedWrite): Written => ({
  service: write.resource.service,
  id: before === null ? null : write.id,
  before,
  after: write.operation === 'delete' ? null : write.value,
});

/** Whether another attempt may succeed: a drawn id that is taken is drawn again. */
const isPassing = (kind: string, refused: PlannedWrite | undefined) =>
  kind === 'changed' || (kind === 'exists' && refused?.isIdDrawn === true);

/** The error of a batch write that the store refuses; `refused` is the write that it refused, if it was one. */
function toBatchWriteError(
  { refusal }: Extract<BatchResult, { readonly ok: false }>,
  refused: PlannedWrite | undefined,
  ymProfileId: number | undefined,
): ServiceError {
  if (refusal.kind === 'changed') {
    const whose = ymProfileId === undefined ? 'your member' : `ym-profile ${ymProfileId}'s member`;
    const message = `the objects of ${whose} are being changed by others at the same time; try again`;
    return new ServiceError('conflict', message);
  }
  const { write, path } = refused ?? {};
  const error = toError(refusal, write?.resource.service ?? 'ym-profile', write?.id ?? ymProfileId);
  if (path === undefined || refusal.kind === 'limit') return error;
  const issues = error.issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
  return new ServiceError(error.kind, `${path}.${error.message}`, { issues });
}
