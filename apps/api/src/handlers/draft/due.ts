import {
  type CallContext,
  cut,
  type ErrorKind,
  ServiceError,
  type StoredDraft,
  toServiceError,
} from '@auction-tiers/contract';
import { scopesOf } from '../../auth/account.ts';
import { isWhole } from '../../auth/look-up.ts';
import type { DueDraft } from '../../draft-schedule/draft-schedule.ts';
import type { Deps } from '../request/deps.ts';
import { makeBatchWrite } from '../tier-set/batch-write.ts';
import { draftActor, draftUpdate, unscheduled } from './draft-write.ts';
import { NotDue, publishNow } from './publish.ts';

/** Temporary failures: the publish is tried again until it succeeds or cannot succeed. */
const passing: ReadonlySet<ErrorKind> = new Set(['conflict', 'rate_exceeded', 'unavailable', 'outcome_unknown']);

const longestReason = 1000;

/**
 * Publishes a draft whose time has come, in the name of the user who scheduled it, or suspends it where it cannot be
 * published. Does nothing where it is not scheduled for this time (any more). Rejects where it is to be tried again.
 */
export async function publishDue(deps: Deps, due: DueDraft): Promise<void> {
  const { owner, id, at } = due;
  await deps.follower.fresh(owner);
  const stored = scheduledDraft(deps, due);
  if (stored === undefined) return;
  const call = callOf(stored);
  try {
    await requirePublisher(deps, call, owner);
    const { revision } = await publishNow(deps, call, { owner, id, note: undefined, isDryRun: false, dueAt: at });
    deps.log.info({ ...due, revision }, 'a scheduled draft was published');
  } catch (error) {
    if (error instanceof NotDue) return;
    const found = toServiceError(error);
    if (passing.has(found.kind)) throw error;
    if (found.kind === 'unknown') deps.log.error({ error, ...due }, 'a scheduled draft failed unexpectedly');
    await suspend(deps, call, due, cut(found.message, longestReason));
    deps.log.warn({ ...due, reason: found.message }, 'a scheduled draft could not be published and was suspended');
  }
}

/** Throws where the user who scheduled the draft may not publish for the member now. */
async function requirePublisher({ store }: Pick<Deps, 'store'>, { caller }: CallContext, owner: number): Promise<void> {
  const { username } = caller;
  const user = await store.credentials.findUser(username);
  // The name may have been given to a user of another member since, which this member is not told.
  const isOwn = user !== null && (user.memberId === null || user.memberId === owner);
  if (isOwn && isWhole(user) && user.state === 'enabled' && scopesOf(user).includes('publish')) return;
  const problem = isOwn ? 'may not publish now' : 'does not exist any more';
  throw new ServiceError('forbidden', `it was scheduled by user ${JSON.stringify(username)}, who ${problem}`);
}

async function suspend(deps: Deps, call: CallContext, due: DueDraft, reason: string): Promise<void> {
  await makeBatchWrite(deps, call, {
    owner: due.owner,
    actor: draftActor(call),
    isDryRun: false,
    plan: async () => {
      const stored = scheduledDraft(deps, due);
      const changes = { state: 'suspended', suspended_reason: reason, publish_at: null, ...unscheduled } as const;
      return {
        writes: stored === undefined ? [] : [draftUpdate(stored, changes)],
        answer: { id: due.id },
        warnings: [],
      };
    },
  });
}

/** The draft, if it is scheduled for this time. */
function scheduledDraft({ mirror }: Pick<Deps, 'mirror'>, { owner, id, at }: DueDraft): StoredDraft | undefined {
  const stored = mirror.row('draft', owner, id);
  return stored?.state === 'scheduled' && stored.publish_at === at ? stored : undefined;
}

/** The call context of a publish that no request asks for. */
const callOf = ({ id, member_id: memberId, scheduled_by: user, created_by: maker }: StoredDraft): CallContext => ({
  caller: { userId: 0, username: user ?? maker, role: 'seller', memberId, scopes: ['read', 'write', 'publish'] },
  requestId: `draft-${id}`,
  warn: () => {},
});
