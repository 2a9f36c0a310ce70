import { type CallContext, type ImportAnswer, type ImportInput, ServiceError } from '@auction-tiers/contract';
import type { BatchResult, Idempotency } from '@auction-tiers/store';
import { formatRevision, parseRevision } from '../../mirror/follower.ts';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/owner.ts';
import { notFound, toError } from '../request/refusal.ts';
import { actorOf, idempotencyOf, requireTag } from '../request/write-condition.ts';
import { fileWarnings } from './file-warning.ts';
import { toImportAnswer } from './import-answer.ts';
import { drawnIds, fileIds, settle, type Settled, toWrites, unusedIds } from './imported-tier-set.ts';
import { planImport } from './plan.ts';
import { storedTierSet, tierSetTag } from './stored-tier-set.ts';

/** Times an import starts again because the member's objects were changed between its read and its write. */
const maxAttempts = 8;

/** Warnings that one answer carries; of a file of thousands of tiers nobody reads more. */
const maxWarnings = 50;

/** Replaces a tier set by that of a file, in one step, or says what that would do. */
export async function importTierSet(deps: Deps, call: CallContext, input: ImportInput): Promise<ImportAnswer> {
  const { store, follower } = deps;
  const owner = sellerOf(call, input.member_id);
  const { id, file, dry_run: isTrial = false } = input;
  const { idempotency } = isTrial ? {} : idempotencyOf(call, 'ym-profile/import', { id, file });
  // First of all: what a file may name can have gone since it was imported.
  const earlier = idempotency === undefined ? null : await store.earlierBatch(owner, idempotency);
  if (earlier !== null) return answerTo(earlier);

  for (let attempts = 1; ; attempts++) {
    const { result, answer, warnings, refusedAt } = await attemptImport(deps, call, owner, input, idempotency);
    const isOvertaken = !result.ok && (result.refusal.kind === 'changed' || result.refusal.kind === 'exists');
    if (isOvertaken && attempts < maxAttempts) continue;
    if (!result.ok) throw toStepError(result, refusedAt(result.place), id);
    for (const warning of warnings.slice(0, maxWarnings)) call.warn(warning);
    if (warnings.length > maxWarnings) call.warn(`and ${warnings.length - maxWarnings} more warnings`);
    if (!isTrial) await follower.committedStep(owner);
    return answerTo(result, answer);
  }

  function answerTo(result: BatchResult, answer?: Omit<ImportAnswer, 'revision'>): ImportAnswer {
    if (!result.ok) throw toStepError(result, undefined, id);
    const revision = formatRevision(follower.partitionOf(owner), result.revision);
    if (answer !== undefined && !('earlierAnswer' in result)) return { ...answer, revision };
    call.warn('this was done before, by a request with the same Idempotency-Key: here is its answer');
    const text = 'earlierAnswer' in result ? result.earlierAnswer : '{}';
    return { ...(JSON.parse(text) as Omit<ImportAnswer, 'revision'>), revision };
  }
}

/** Plans on what is stored now, and has the store carry it out unless the member's objects have changed meanwhile. */
async function attemptImport(
  deps: Deps,
  call: CallContext,
  owner: number,
  { id, file, dry_run: isTrial = false, if_match: ifMatch }: ImportInput,
  idempotency: Idempotency | undefined,
) {
  const { settings, store, follower, mirror } = deps;
  const warnings: string[] = [];
  await follower.fresh(owner);
  const current = storedTierSet(mirror, owner, id);
  if (current === undefined) throw notFound('ym-profile', id);
  requireTag(ifMatch, tierSetTag(current), `the tier set of ym-profile ${id}`);
  const knownRevision = parseRevision(follower.revisionOf(owner))?.revision ?? 0;
  const warn = (message: string) => void warnings.push(message);
  const plan = planImport(deps, { ...call, warn }, current, file);
  // Up to here nothing was awaited since the revision was read.
  const outcome = settle(plan, isTrial ? unusedIds(plan) : await drawnIds(store, plan));
  const shown = isTrial ? settle(plan, fileIds(plan, current)) : outcome;
  const answer = toImportAnswer(id, isTrial, shown);
  warnings.push(...(await fileWarnings(store, current.ym_profile, file)));
  const writes = toWrites(outcome);
  const result = await store.writeBatch(
    owner,
    writes.map(({ write }) => write),
    actorOf(call),
    {
      knownRevision,
      limits: { 'ym-auction-tier': settings.MAX_TIERS_PER_MEMBER },
      isTrial,
      ...(idempotency === undefined ? {} : { idempotency: { ...idempotency, answer: JSON.stringify(answer) } }),
    },
  );
  return { result, answer, warnings, refusedAt: (place: number | null) => writes[place ?? -1]?.settled };
}

/** What a caller is told when the store refuses an import; `refused`: the object that it refused, where it is one. */
export function toStepError(
  { refusal }: Extract<BatchResult, { readonly ok: false }>,
  refused: Settled | undefined,
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
