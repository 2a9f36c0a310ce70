import { calendarOf } from '@auction-tiers/calendar';
import {
  type BackAnswer,
  type CallContext,
  changedFields,
  type RestoreInput,
  ServiceError,
  toContent,
  ymProfileResource,
} from '@auction-tiers/contract';
import { requireMoment } from '../history/moment.ts';
import { type Back, askedOf, takeBack } from '../history/restore.ts';
import { idempotencyOf, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { makeBatchWrite } from '../tier-set/batch-write.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { besideScheduled } from './beside-scheduled.ts';
import { draftActor } from './draft-write.ts';
import { newDraft } from './new-draft.ts';
import { movesPublishers } from './publishers.ts';

/** Takes a ym-profile back in one step, or makes a draft of what that would lead to: live or not, by the same plan. */
export const goBack = (deps: Deps, call: CallContext, input: RestoreInput, back: Back): Promise<BackAnswer> =>
  input.as_draft === true
    ? draftBack(deps, call, input, back)
    : takeBack(deps, call, input, { back, beside: (change) => besideScheduled(deps, change) });

async function draftBack(deps: Deps, call: CallContext, input: RestoreInput, back: Back): Promise<BackAnswer> {
  const { id, revision, note, dry_run: isDryRun = false } = input;
  const owner = sellerOf(call, input.member_id);
  return makeBatchWrite<Omit<BackAnswer, 'revision'>>(deps, call, {
    owner,
    actor: draftActor(note === undefined ? call : { ...call, note }),
    isDryRun,
    ...(isDryRun ? {} : idempotencyOf(call, `ym-profile/${back.act} as a draft`, { id, revision, note })),
    plan: async () => {
      const base_revision = deps.mirror.revisionOf(owner);
      const asked = await askedOf(deps, owner, input);
      const { current } = asked.now;
      if (current === undefined) throw deleted(id);
      const planned = await back.plan(deps, asked);
      const wanted = planned.wanted.ym_profile;
      const warnings = [...planned.warnings, ...notCarried(current, planned.wanted)];
      if (isDryRun) return { writes: [], answer: { ...planned.answer, draft_id: null }, warnings };
      const made = await newDraft(deps, call, {
        given: {
          ym_profile_id: id,
          member_id: owner,
          note: note ?? null,
          name: await nameOf(deps, asked, back),
          ...(movesPublishers(current.ym_profile, wanted) ? { publisher_ids: wanted.publisher_ids ?? [] } : {}),
        },
        ymProfile: current.ym_profile,
        live: toContent(current),
        content: toContent(planned.wanted),
        base_revision,
      });
      return {
        writes: made.writes,
        answer: { ...planned.answer, draft_id: made.id },
        warnings: [...warnings, ...made.warnings],
      };
    },
  });
}

const deleted = (id: number) =>
  new ServiceError(
    'integrity',
    `ym-profile ${id} was deleted, and a draft is of one that exists: an administrator restores it with the header X-Break-Glass`,
  );

/** Warns of what the draft would not take back: attributes of the ym-profile itself other than its publishers. */
function notCarried(current: StoredTierSet, wanted: StoredTierSet): string[] {
  const changed = changedFields(ymProfileResource, current.ym_profile, wanted.ym_profile);
  const fields = changed.filter((field) => field !== 'publisher_ids');
  if (fields.length === 0) return [];
  return [`the draft does not change ${fields.join(', ')} of the ym-profile back; PUT /ym-profile does`];
}

/** Which step or moment the draft takes back, by the member's clock: `Undo of 2026-11-27 18:00 by ann`. */
async function nameOf(
  deps: Deps,
  { owner, revision, now }: { owner: number; revision: string; now: { current: StoredTierSet | undefined } },
  { act }: Back,
): Promise<string> {
  const moment = await requireMoment(deps, owner, revision);
  const change = await deps.store.changeAt(moment.partition, moment.revision);
  if (change === null) return act === 'undo' ? 'Undo of a step' : 'Back to an earlier moment';
  const at = calendarOf(now.current?.timezone ?? 'UTC')
    .localText(change.timeMs)
    .slice(0, 16);
  return act === 'undo' ? `Undo of ${at} by ${change.user}` : `Back to ${at}`;
}
