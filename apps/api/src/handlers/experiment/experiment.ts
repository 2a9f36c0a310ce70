import {
  type CallContext,
  dateText,
  effectOf,
  epochMsOf,
  type Experiment,
  type Handlers,
  invalid,
  isSameValue,
  type Plain,
  ServiceError,
  type StoredExperiment,
  storedExperimentResource,
  toExperiment,
} from '@auction-tiers/contract';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { danglingReferences } from '../request/refusal.ts';
import type { Subscriptions } from '../request/subscriptions.ts';
import { storedHandlers } from '../resource/stored.ts';
import { endExperiment, pauseExperiment, removeExperiment, resumeExperiment, startExperiment } from './act.ts';
import { readPlan } from './plan.ts';
import { resultHandlers } from './result.ts';

/** The draft and the member that a body names. */
interface Named {
  readonly draft_id?: number | undefined;
  readonly member_id?: number | undefined;
}

/** The handlers of experiments. */
export function experimentHandlers(deps: Deps, subscriptions: Subscriptions): Handlers['experiment'] {
  const stored = storedHandlers<Experiment>(storedExperimentResource, deps, {
    toShown: (row) => toExperiment(row as StoredExperiment),
    permitChange: requirePlanned,
  });

  /** The ym-profile of the draft that a new or changed experiment names. */
  async function ofDraft(call: CallContext, { draft_id: draftId, member_id: asked }: Named): Promise<Plain> {
    if (draftId === undefined) return {};
    const owner = sellerOf(call, call.caller.memberId === null ? asked : undefined);
    await deps.follower.fresh(owner);
    const draft = deps.mirror.row('draft', owner, draftId);
    if (draft !== undefined) return { ym_profile_id: draft['ym_profile_id'] };
    throw danglingReferences([{ path: 'draft_id', message: `is ${draftId}, but draft ${draftId} does not exist` }]);
  }

  return {
    list: (call, input) => stored.list(call, input),
    getTagged: (call, input) => stored.getTagged(call, input),
    async create(call, body) {
      requireAhead(deps, body.end_at);
      requireEffect(body.hypothesis);
      const named = await ofDraft(call, body);
      const value = {
        ...named,
        state: 'planned',
        start_at: null,
        timezone: null,
        reason: null,
        outcome: null,
        phases: [],
        minimums: [],
        buyers_before: [],
        pauses: [],
        created_by: call.caller.username,
        salt: null,
        open_ym_profile_id: null,
        before_draft_id: null,
        treatment_revision: null,
      };
      return stored.create(call, body, { value });
    },
    async update(call, input) {
      const { changes, member_id } = input;
      const owner = call.caller.memberId ?? member_id;
      const before = owner === undefined ? undefined : deps.mirror.row('experiment', owner, input.id);
      if (changes.end_at !== before?.['end_at']) requireAhead(deps, changes.end_at);
      if (changes.hypothesis !== before?.['hypothesis']) requireEffect(changes.hypothesis);
      const value = await ofDraft(call, { draft_id: changes.draft_id, member_id: member_id ?? changes.member_id });
      return stored.update(call, input, { value });
    },
    remove: (call, input) => removeExperiment(deps, call, input),
    start: (call, input) => startExperiment(deps, call, input),
    pause: (call, input) => pauseExperiment(deps, call, input),
    resume: (call, input) => resumeExperiment(deps, call, input),
    end: (call, input) => endExperiment(deps, call, input),
    ...resultHandlers(deps, subscriptions),
    plan: (call, input) => readPlan(deps, call, input),
  };
}

/** Throws for a hypothesis that does not say by how much: its plan could not tell whether that can be shown. */
function requireEffect(hypothesis: string | undefined): void {
  if (hypothesis === undefined || effectOf(hypothesis) !== undefined) return;
  const message = 'names no effect, allowed: a text with a change of net in per cent, such as `Net rises by 2 %`';
  throw invalid([{ path: 'hypothesis', message }]);
}

/** Throws for an end that is not ahead. */
function requireAhead({ clock }: Pick<Deps, 'clock'>, end: string | null | undefined): void {
  const ms = typeof end === 'string' ? epochMsOf(end) : undefined;
  if (ms === undefined || ms > clock.epochMs()) return;
  throw invalid([
    { path: 'end_at', message: `is ${end}, allowed: a time after now, ${dateText(clock.epochMs())} UTC` },
  ]);
}

/** Throws for a change of a started experiment, except of its name: it tests what was planned. */
function requirePlanned(_call: CallContext, before: Plain, after: Plain): void {
  if (before['state'] === 'planned') return;
  const changed = Object.keys(after).filter((name) => name !== 'name' && !isSameValue(before[name], after[name]));
  if (changed.length === 0) return;
  const issues = changed.map((path) => ({ path, message: 'stays once the experiment was started' }));
  const message = `experiment ${String(before['id'])} is ${String(before['state'])}, and only its name may change, not: ${changed.join(', ')}`;
  throw new ServiceError('integrity', message, { issues });
}
