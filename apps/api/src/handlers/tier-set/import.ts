import {
  type CallContext,
  type DraftedObject,
  fileIds,
  type ImportAnswer,
  type ImportInput,
  ServiceError,
  toDraftedInSteps,
} from '@auction-tiers/contract';
import type { BatchResult, Hold, Idempotency } from '@auction-tiers/store';
import { formatRevision } from '../../mirror/place.ts';
import { inSlices, jsonInSteps } from '../../slice/slice.ts';
import type { Deps } from '../request/deps.ts';
import { notFound, toError } from '../request/refusal.ts';
import { actorOf, idempotencyOf, requireTag, sellerOf } from '../request/condition.ts';
import { fileWarnings } from './file-warning.ts';
import { toImportAnswer } from './import-answer.ts';
import { drawnIds, toWrites, toWritten, unusedIds } from './import-write.ts';
import { requireDraft } from './require-draft.ts';
import { storedTierSet, tierSetTag } from './stored-tier-set.ts';

/** Times an import starts again because the member's objects were changed between its read and its write. */
const maxAttempts = 8;
/** So many attempts let the member's other writes go on, which may overtake them; the later ones keep them waiting. */
const attemptsWithoutHold = 2;

/** Warnings that one answer carries at most. */
const maxWarnings = 50;

/** Replaces a tier set by that of a file, in one batch write, or says what that would do. */
export async function importTierSet(deps: Deps, call: CallContext, input: ImportInput): Promise<ImportAnswer> {
  const { store, follower } = deps;
  const owner = sellerOf(call, input.member_id);
  const { id, file, dry_run: isTrial = false } = input;
  const { idempotency } = isTrial ? {} : idempotencyOf(call, 'ym-profile/import', { id, file });
  // Before the file is checked: what it names may have been deleted since the first import.
  const earlier = idempotency === undefined ? null : await store.earlierBatch(owner, idempotency);
  if (earlier !== null) return answerTo(earlier);

  for (let attempts = 1; ; attempts++) {
    const hold = attempts > attemptsWithoutHold ? await store.holdWrites(owner) : undefined;
    const { result, answer, warnings, refusedAt } = await attemptUnder(hold, attempts > 1);
    const isOvertaken = !result.ok && (result.refusal.kind === 'changed' || result.refusal.kind === 'exists');
    if (isOvertaken && attempts < maxAttempts) continue;
    if (!result.ok) throw toImportError(result, refusedAt(result.place), id);
    for (const warning of warnings.slice(0, maxWarnings)) call.warn(warning);
    if (warnings.length > maxWarnings) call.warn(`and ${warnings.length - maxWarnings} more warnings`);
    if (!isTrial) await follower.committedBatch(owner, result);
    return answerTo(result, answer);
  }

  async function attemptUnder(hold: Hold | undefined, isRepeat: boolean) {
    try {
      return await attemptImport(deps, call, owner, input, { idempotency, hold, isRepeat });
    } finally {
      await hold?.release();
    }
  }

  function answerTo(result: BatchResult, answer?: Omit<ImportAnswer, 'revision'>): ImportAnswer {
    if (!result.ok) throw toImportError(result, undefined, id);
    const partition = follower.places.partitionOf(owner);
    const revision = formatRevision(partition, { ...result, epoch: follower.places.position(partition).epoch });
    if (answer !== undefined && !('earlierAnswer' in result)) return { ...answer, revision };
    call.warn('an earlier request with the same Idempotency-Key has done this; this is its answer');
    const text = 'earlierAnswer' in result ? result.earlierAnswer : '{}';
    return { ...(JSON.parse(text) as Omit<ImportAnswer, 'revision'>), revision };
  }
}

interface Attempt {
  readonly idempotency: Idempotency | undefined;
  readonly hold: Hold | undefined;
  readonly isRepeat: boolean;
}

/** Resolves the file against what is stored now, and writes it unless the member's objects have changed meanwhile. */
async function attemptImport(
  deps: Deps,
  call: CallContext,
  owner: number,
  { id, file, dry_run: isTrial = false, if_match: ifMatch }: ImportInput,
  { idempotency, hold, isRepeat }: Attempt,
) {
  const { settings, store, follower, mirror, quota } = deps;
  const warnings: string[] = [];
  await follower.fresh(owner);
  const current = storedTierSet(mirror, owner, id);
  if (current === undefined) throw notFound('ym-profile', id);
  if (ifMatch !== undefined) requireTag(ifMatch, tierSetTag(current), `the tier set of ym-profile ${id}`);
  const { revision: knownRevision } = follower.places.position(follower.places.partitionOf(owner));
  const warn = (message: string) => void warnings.push(message);
  // The objects were read at the known revision; the write is refused where the member has a newer change.
  const resolved = await requireDraft(deps, { ...call, warn }, current, file);
  const ids = isTrial ? unusedIds(resolved) : await drawnIds(store, resolved);
  const imported = await inSlices(toDraftedInSteps(resolved, ids));
  const shown = isTrial ? await inSlices(toDraftedInSteps(resolved, fileIds(resolved, current))) : imported;
  const answer = await toImportAnswer(id, isTrial, shown);
  warnings.push(...(await fileWarnings(deps, current, file)));
  const writes = toWrites(imported);
  // What an earlier attempt did not write is not counted again.
  const release = await quota.admit(owner, toWritten(imported), isTrial || isRepeat);
  const result = await store
    .writeBatch(
      owner,
      writes.map(({ write }) => write),
      actorOf(call),
      {
        knownRevision,
        limits: {
          'ym-auction-tier': settings.MAX_TIERS_PER_MEMBER,
          profile: settings.MAX_PROFILES_PER_MEMBER,
        },
        isTrial,
        ...(hold === undefined ? {} : { hold }),
        ...(idempotency === undefined
          ? {}
          : { idempotency: { ...idempotency, answer: await inSlices(jsonInSteps(answer)) } }),
      },
    )
    .finally(release);
  return { result, answer, warnings, refusedAt: (place: number | null) => writes[place ?? -1]?.imported };
}

/** The error of an import that the store refuses; `refused` is the object that it refused, if it was one. */
function toImportError(
  { refusal }: Extract<BatchResult, { readonly ok: false }>,
  refused: DraftedObject | undefined,
  ymProfileId: number,
): ServiceError {
  if (refusal.kind === 'changed') {
    const message = `the objects of ym-profile ${ymProfileId}'s member are being changed by others at the same time; try again`;
    return new ServiceError('conflict', message);
  }
  const error = toError(refusal, refused?.resource.service ?? 'ym-profile', refused?.id ?? ymProfileId);
  if (refused === undefined || refusal.kind === 'limit') return error;
  const issues = error.issues.map(({ path, message }) => ({ path: `${refused.path}.${path}`, message }));
  return new ServiceError(error.kind, `${refused.path}.${error.message}`, { issues });
}
