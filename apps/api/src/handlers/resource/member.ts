import {
  type CallContext,
  type Handlers,
  invalid,
  type Member,
  memberResource,
  type Plain,
  selectRows,
  ServiceError,
} from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { requireAdmin, requireManager } from '../request/condition.ts';
import { danglingReferences } from '../request/refusal.ts';
import { usualCurrency } from '../../report/live-report.ts';
import { reportChanges, tellCuts } from './report-change.ts';
import { storedHandlers } from './stored.ts';

const newMember = 'names channels, allowed for a new member: null or [], for it has none';

/** Makes a member together with its first ym-profile. */
type CreateWithYmProfile = (call: CallContext, body: Plain, ymProfile: Plain) => Promise<Member>;

/** A seller's own settings, which its managers change. An administrator creates members, and sees all of them unless it names one. */
export function memberHandlers(deps: Deps, createWithYmProfile: CreateWithYmProfile): Handlers['member'] {
  const stored = storedHandlers<Member>(memberResource, deps);
  const { mirror, follower, settings, clock } = deps;

  function requireAllowedShare(share: number | null | undefined): void {
    const most = settings.RECORD_SHARE_MAX;
    if (share === undefined || share === null || share <= most) return;
    const allowed = `null, or a share from 0 to ${most}, which is RECORD_SHARE_MAX of this installation`;
    const message = `is ${share}, allowed: ${allowed}`;
    throw new ServiceError('invalid', `record_share ${message}`, {
      issues: [{ path: 'record_share', message }],
      details: { largest_share: most },
    });
  }

  /** Throws for a channel that does not exist: alerts meant for it would reach no one. */
  async function requireChannels(
    owner: number,
    alerts?: { readonly channels?: readonly number[] | null | undefined } | null,
  ) {
    if (!alerts?.channels) return;
    await follower.fresh(owner);
    const issues = alerts.channels.flatMap((id, place) =>
      mirror.row('channel', owner, id) === undefined
        ? [{ path: `alerts.channels.${place}`, message: `is ${id}, but channel ${id} does not exist` }]
        : [],
    );
    if (issues.length > 0) throw danglingReferences(issues);
  }

  return {
    async list(call, input) {
      if (call.caller.memberId !== null || input.member_id !== undefined) {
        return stored.list(call, input);
      }
      await follower.freshEverywhere();
      return selectRows(memberResource.fields, mirror.allRows('member') as readonly Member[], input, call.warn);
    },
    getTagged: (call, input) => stored.getTagged(call, adminMeans(call.caller.memberId, input)),
    async create(call, { first_ym_profile: ymProfile, ...body }) {
      requireAdmin(call, 'members');
      requireAllowedShare(body.record_share);
      if (body.alerts?.channels?.length) throw invalid([{ path: 'alerts.channels', message: newMember }]);
      return ymProfile === undefined ? stored.create(call, body) : createWithYmProfile(call, body, ymProfile);
    },
    async update(call, input) {
      requireManager(call, 'the settings of a member');
      requireAllowedShare(input.changes.record_share);
      const id = call.caller.memberId ?? input.id;
      await requireChannels(id, input.changes.alerts);
      await follower.fresh(id);
      const before = mirror.row('member', id, id) as Member | undefined;
      const { currency = usualCurrency } = before ?? {};
      const { currency: wanted = currency } = input.changes;
      if (wanted !== currency)
        call.warn(`prices and totals in ${currency} are named ${wanted} now: nothing is converted`);
      const asked = adminMeans(call.caller.memberId, input);
      const counted = before === undefined ? null : reportChanges(before, input.changes, clock.epochMs());
      if (counted === null) return stored.update(call, asked);
      const after = await stored.update(call, asked, { value: { report_changes: counted } });
      if (after.timezone !== before?.timezone) for (const sentence of await tellCuts(deps, after)) call.warn(sentence);
      return after;
    },
  };
}

/** For an administrator, the id of a member object is also the member to act for. */
function adminMeans<Input extends { readonly id: number; readonly member_id?: number | undefined }>(
  memberId: number | null,
  input: Input,
): Input {
  return memberId === null ? { ...input, member_id: input.id } : input;
}
