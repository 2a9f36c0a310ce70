import { randomBytes } from 'node:crypto';
import { calendarOf } from '@auction-tiers/calendar';
import {
  type CallContext,
  dateText,
  effectOf,
  type EndExperiment,
  epochMsOf,
  type Experiment,
  type ExperimentClusters,
  experimentDays,
  isWholeSeller,
  type NamedExperiment,
  type ResumeExperiment,
  ServiceError,
  type StartExperiment,
  type StoredDraft,
  type StoredExperiment,
  storedExperimentResource,
  toEngineTier,
  toExperiment,
} from '@auction-tiers/contract';
import { daysToShow, movedMinimums } from '@auction-tiers/experiment';
import { english } from '@auction-tiers/figure';
import { cellsOf, dayOf, daysOfStep, wholeSteps } from '../../experiment/cells.ts';
import { maxLossMicros, moneyOf } from '../../experiment/money.ts';
import { openExperimentOf } from '../../experiment/open-experiments.ts';
import { draftActor } from '../draft/draft-write.ts';
import { publishNow, requireApproved } from '../draft/publish.ts';
import { requireSeen } from '../draft/seen.ts';
import { requireDraftOf } from '../draft/stored-draft.ts';
import { idempotencyOf, requireMatch, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound, unreadable } from '../request/refusal.ts';
import { experimentUpdate, pausedFor } from '../tier-set/experiment-write.ts';
import { makeBatchWrite, type PlannedWrite } from '../tier-set/batch-write.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { readBuyersBefore } from './buyers-before.ts';
import { proposedClusters } from './past-days.ts';
import { readEvidence } from './plan.ts';
import { requireTreatment, treatmentOf } from './treatment.ts';
import { settingsOf } from '../../mirror/member-settings.ts';

const { service } = storedExperimentResource;
const hoursPerDay = 24;
const msPerDay = hoursPerDay * 60 * 60 * 1000;

/** An experiment of a member, from the mirror. Throws where there is none. */
export function requireExperiment({ mirror }: Pick<Deps, 'mirror'>, owner: number, id: number): StoredExperiment {
  const unread = mirror.findUnreadable(service, owner, id);
  if (unread !== undefined) throw unreadable(service, id, unread.problem);
  const stored = mirror.row(service, owner, id);
  if (stored === undefined) throw notFound(service, id);
  return stored;
}

/** Makes one write of an experiment; `plan` throws where the experiment's state does not allow it. */
async function act(
  deps: Deps,
  call: CallContext,
  { id, member_id: asked, if_match: ifMatch, ...sent }: NamedExperiment,
  [name, plan]: readonly [name: string, plan: (stored: StoredExperiment) => PlannedWrite | Promise<PlannedWrite>],
): Promise<number> {
  const owner = sellerOf(call, asked);
  await makeBatchWrite(deps, call, {
    owner,
    actor: draftActor(call),
    isDryRun: false,
    ...idempotencyOf(call, `experiment/${name}`, { id, ...sent }),
    plan: async () => {
      const stored = requireExperiment(deps, owner, id);
      requireMatch(ifMatch, toExperiment(stored), service);
      return { writes: [await plan(stored)], answer: { id }, warnings: [] };
    },
  });
  return owner;
}

async function change(
  deps: Deps,
  call: CallContext,
  input: NamedExperiment,
  [name, changesOf]: readonly [
    name: string,
    changesOf: (stored: StoredExperiment) => Partial<StoredExperiment> | Promise<Partial<StoredExperiment>>,
  ],
): Promise<Experiment> {
  const plan = async (stored: StoredExperiment) => experimentUpdate(stored, await changesOf(stored));
  const owner = await act(deps, call, input, [name, plan]);
  await deps.experiments.settled();
  return toExperiment(requireExperiment(deps, owner, input.id));
}

/** Starts an experiment: from now on auctions are decided under both tier sets. */
export async function startExperiment(deps: Deps, call: CallContext, input: StartExperiment): Promise<Experiment> {
  const asked = sellerOf(call, input.member_id);
  await deps.follower.fresh(asked);
  const { design, clusters: chosen, ym_profile_id: of } = requireExperiment(deps, asked, input.id);
  const isSwitchback = design === 'switchback';
  const proposed = isSwitchback && chosen === null ? await proposedClusters(deps, asked, of) : null;
  const buyers_before = isSwitchback ? await readBuyersBefore(deps, { member_id: asked, ym_profile_id: of }) : [];
  return change(deps, call, input, [
    'start',
    async (stored) => {
      const { id, state, member_id: owner, ym_profile_id: ymProfileId } = stored;
      if (state !== 'planned') throw wrongState(stored, 'planned');
      const other = openExperimentOf(deps.mirror, owner, ymProfileId);
      if (other !== undefined) {
        const message = `ym-profile ${ymProfileId} has an experiment already: ${other.id}, which is ${other.state}; end it before experiment ${id} starts`;
        throw new ServiceError('integrity', message);
      }
      await requireDraftSeen(deps, stored, input.draft_etag);
      requireTestable(deps, stored);
      const nowMs = deps.clock.epochMs();
      const end_at = stored.end_at ?? dateText(nowMs + experimentDays * msPerDay);
      requireNotOver(stored, end_at, nowMs);
      if (input.underpowered !== true) await requirePower(deps, call, stored, epochMsOf(end_at) ?? nowMs);
      return {
        state: 'running',
        start_at: dateText(nowMs),
        end_at,
        salt: randomBytes(16).toString('hex'),
        open_ym_profile_id: ymProfileId,
        minimums: minimumsOf(deps, stored),
        buyers_before,
        treatment_revision: deps.mirror.revisionOf(owner),
        ...(stored.design === 'switchback' ? cellsFrom(deps, stored, { nowMs, proposed }) : {}),
      };
    },
  ]);
}

/** Throws where an experiment cannot show the effect of its hypothesis by its end, as far as recorded auctions tell. */
async function requirePower(deps: Deps, call: CallContext, planned: StoredExperiment, endMs: number): Promise<void> {
  const { id, member_id: owner, draft_id: draftId, hypothesis } = planned;
  const percent = effectOf(hypothesis);
  // An earlier version took hypotheses without an effect.
  if (percent === undefined) return;
  const { evidence } = await readEvidence(deps, call, owner, draftId);
  const isOfSeller = planned.clusters !== null && isWholeSeller(planned.clusters.by);
  const needed = evidence === null ? undefined : daysToShow(evidence, { ...planned, isOfSeller }, percent);
  const days = Math.round((endMs - deps.clock.epochMs()) / msPerDay);
  if (needed === undefined || (needed !== null && needed <= days)) return;
  const when = needed === null ? 'not within a year' : `after ${needed} days`;
  const message = `experiment ${id} would show an effect of ${english.percent(percent / 100, 0, 3)} ${when}, and it ends after ${days}: send a later end_at, another design or share, or underpowered: true`;
  throw new ServiceError('integrity', message, { details: { days_needed: needed } });
}

/** Throws where the draft that an experiment tests has been changed since its caller has seen it. */
async function requireDraftSeen(
  deps: Deps,
  { draft_id: id, member_id: owner }: StoredExperiment,
  tag: string | undefined,
): Promise<void> {
  if (tag !== undefined) await requireSeen(deps, requireDraftOf(deps.mirror, owner, id), tag, 'draft_etag');
}

/** The minimum prices in the live tiers and in the draft, of the buyers whose minimum the draft changes. */
function minimumsOf(
  { mirror }: Pick<Deps, 'mirror'>,
  { member_id: owner, ym_profile_id: ymProfileId, draft_id: draftId }: StoredExperiment,
): StoredExperiment['minimums'] {
  const live = storedTierSet(mirror, owner, ymProfileId)?.tiers.map(toEngineTier) ?? [];
  const moved = movedMinimums(live, treatmentOf(requireDraftOf(mirror, owner, draftId)).tiers);
  return Array.from(moved, ([member_id, minimum]) => ({ member_id, ...minimum }));
}

/** The attributes that a switchback gets at its start. Throws without clusters, or without time for a pair of weeks. */
function cellsFrom(
  { mirror }: Pick<Deps, 'mirror'>,
  { id, member_id: owner, clusters, end_at: end }: StoredExperiment,
  { nowMs, proposed }: { readonly nowMs: number; readonly proposed: ExperimentClusters | null },
): Partial<StoredExperiment> {
  const found = clusters ?? proposed;
  if (found === null) {
    const message = `experiment ${id} has no clusters, and no attribute shares out the net of the last days into 8 to 40 of 2 % each: send clusters`;
    throw new ServiceError('integrity', message);
  }
  const { timezone } = settingsOf(mirror, owner);
  // The first midnight is up to a day from now.
  const untilMs = end === null ? nowMs + (experimentDays + 1.1) * msPerDay : (epochMsOf(end) ?? 0);
  // The time as `start_at` stores it, in whole seconds.
  const step = daysOfStep(found.by);
  const starts = wholeSteps(calendarOf(timezone), step, epochMsOf(dateText(nowMs)) ?? nowMs, untilMs);
  if (starts.length === 1) {
    const message = `experiment ${id} is to end at ${end} UTC, allowed for this switchback: ${step} whole days or more after ${dateText(starts[0]!)} UTC, the next midnight in ${timezone}`;
    throw new ServiceError('integrity', message);
  }
  return { clusters: found, timezone, end_at: dateText(starts.at(-1)!) };
}

export const pauseExperiment = (deps: Deps, call: CallContext, input: NamedExperiment): Promise<Experiment> =>
  change(deps, call, input, [
    'pause',
    (stored) => {
      if (stored.state !== 'running') throw wrongState(stored, 'running');
      const by = `paused by ${call.caller.username}`;
      return pausedFor(call.note === undefined ? by : `${by}: ${call.note}`);
    },
  ]);

export async function resumeExperiment(deps: Deps, call: CallContext, input: ResumeExperiment): Promise<Experiment> {
  const { share, max_loss: maxLoss } = input;
  const owner = sellerOf(call, input.member_id);
  await deps.follower.fresh(owner);
  const { lostMicros, lastHour } = await deps.experiments.counted(owner, input.id);
  return change(deps, call, input, [
    'resume',
    async (stored) => {
      if (stored.state !== 'paused') throw wrongState(stored, 'paused');
      await requireDraftSeen(deps, stored, input.draft_etag);
      if (share !== undefined && (stored.design !== 'split' || share === 0)) {
        throw new ServiceError('integrity', `share is ${share}, allowed: above 0, for a split only`);
      }
      const guard = { ...stored.guard, ...(maxLoss === undefined ? {} : { max_loss: maxLoss }) };
      requireMoneyLeft(stored, guard.max_loss, lostMicros);
      requireTestable(deps, stored);
      requireNotOver(stored, stored.end_at, deps.clock.epochMs());
      // The steps were planned for another share.
      const changes = share === undefined ? {} : { share, steps: null };
      const pauses = [...stored.pauses, ...pausedDays(deps, stored, lastHour)];
      // While it was paused, the draft's content may have changed.
      const treatment_revision = deps.mirror.revisionOf(owner);
      return { state: 'running', reason: null, guard, pauses, treatment_revision, ...changes };
    },
  ]);
}

/** The days of a switchback that a pause affects: from the day of the last hour with an auction to the present one. */
function pausedDays(
  { clock }: Pick<Deps, 'clock'>,
  stored: StoredExperiment,
  lastHour: number | undefined,
): StoredExperiment['pauses'] {
  const cells = cellsOf(stored);
  if (cells === null) return [];
  const to_day = Math.floor(dayOf(cells, clock.epochMs()));
  const from_day = Math.min(to_day, lastHour === undefined ? 0 : Math.floor(lastHour / hoursPerDay));
  return to_day < 0 ? [] : [{ from_day, to_day }];
}

/** Ends an experiment; with `publish` the draft goes live in the same step. */
export async function endExperiment(deps: Deps, call: CallContext, input: EndExperiment): Promise<Experiment> {
  const { outcome, id, note } = input;
  const endWith = (stored: StoredExperiment): Partial<StoredExperiment> => {
    if (stored.state !== 'running' && stored.state !== 'paused') throw wrongState(stored, 'running or paused');
    return { state: 'ended', outcome, open_ym_profile_id: null };
  };
  const owner = sellerOf(call, input.member_id);
  await deps.follower.fresh(owner);
  const { design, draft_id: draftId, ym_profile_id: ymProfileId } = requireExperiment(deps, owner, id);
  if (design === 'hold_back' && outcome === 'drop') {
    const message = `outcome is "drop", allowed for the hold-back of a draft that is live: "publish"; POST /ym-profile/restore?id=${ymProfileId} goes back to the previous tiers`;
    throw new ServiceError('integrity', message);
  }
  if (outcome === 'drop' || design === 'hold_back') {
    return change(deps, call, input, [
      'end',
      async (stored) => {
        await requireDraftSeen(deps, stored, input.draft_etag);
        return endWith(stored);
      },
    ]);
  }
  await publishNow(deps, call, {
    owner,
    id: draftId,
    note: note ?? call.note,
    ifMatch: input.draft_etag,
    isDryRun: false,
    ...idempotencyOf(call, 'experiment/end', { id, outcome }),
    endOf: () => {
      const stored = requireExperiment(deps, owner, id);
      requireMatch(input.if_match, toExperiment(stored), service);
      return { experimentId: id, write: experimentUpdate(stored, endWith(stored)) };
    },
  });
  return toExperiment(requireExperiment(deps, owner, id));
}

/** Removes a planned or ended experiment; its counts expire by themselves. */
export async function removeExperiment(
  deps: Deps,
  call: CallContext,
  input: NamedExperiment,
): Promise<{ readonly id: number }> {
  await act(deps, call, input, [
    'remove',
    (stored) => {
      if (stored.open_ym_profile_id !== null) throw wrongState(stored, 'planned or ended');
      return { write: { operation: 'delete', resource: storedExperimentResource, id: stored.id }, before: stored };
    },
  ]);
  return { id: input.id };
}

const wrongState = ({ id, state }: StoredExperiment, allowed: string) =>
  new ServiceError('integrity', `experiment ${id} is ${state}, allowed: ${allowed}`);

/** Throws unless an experiment's draft may decide auctions; in all designs but a shadow it needs the usual approval. */
function requireTestable(
  deps: Deps,
  { design, draft_id: id, before_draft_id: before, member_id: owner }: StoredExperiment,
): void {
  if (before !== null) return requireTreatment(requireDraftOf(deps.mirror, owner, before));
  const held = requireDraftOf(deps.mirror, owner, id);
  const { state }: StoredDraft = held.stored;
  if (state !== 'open' && state !== 'suspended') {
    throw new ServiceError('integrity', `draft ${id} is ${state}, allowed: open or suspended`);
  }
  if (design !== 'shadow') requireApproved(deps, held);
  requireTreatment(held);
}

function requireNotOver({ id }: StoredExperiment, end: string | null, nowMs: number): void {
  if (end === null || (epochMsOf(end) ?? 0) > nowMs) return;
  const message = `experiment ${id} was to end at ${end} UTC, and it is ${dateText(nowMs)}: end it, or plan another one`;
  throw new ServiceError('integrity', message);
}

/** Throws where the draft has lost all that `max_loss` allows. */
function requireMoneyLeft({ id }: StoredExperiment, maxLoss: string, lostMicros: bigint): void {
  if (lostMicros < maxLossMicros(maxLoss)) return;
  const message = `the draft of experiment ${id} has lost ${moneyOf(lostMicros)}, and max_loss is ${english.price(Number(maxLoss))}: send a larger max_loss`;
  throw new ServiceError('integrity', message);
}
