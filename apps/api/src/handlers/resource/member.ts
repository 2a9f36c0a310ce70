import {
  type CallContext,
  dateText,
  type Handlers,
  invalid,
  type Member,
  memberResource,
  type Plain,
  selectRows,
  ServiceError,
} from '@auction-tiers/contract';
import { oldRates } from '../request/currency.ts';
import type { Deps } from '../request/deps.ts';
import { requireAdmin, requireManager } from '../request/condition.ts';
import { danglingReferences } from '../request/refusal.ts';
import { reportChanges, tellCuts } from './report-change.ts';
import { storedHandlers } from './stored.ts';
import { settingsOf } from '../../mirror/member-settings.ts';

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

  function warnOfRates({ warn }: Pick<CallContext, 'warn'>, { currency, ...member }: Member): void {
    if (member.currency_rates !== null && Object.hasOwn(member.currency_rates, currency))
      warn(`currency_rates.${currency} has no effect: prices in ${currency} are not converted`);
    const old = oldRates(member, clock.epochMs());
    if (old !== undefined) warn(old);
  }

  /** Throws for a channel that does not exist: alerts meant for it would reach no one. */
  async function requireChannels(
    owner: number,
    alerts?: { readonly channels?: readonly number[] | null | undefined } | null,
  ) {
    if (!alerts?.channels) return;
    await follower.fresh(owner);
    const issues = alerts.channels.flatMap((id, index) =>
      mirror.row('channel', owner, id) === undefined
        ? [{ path: `alerts.channels.${index}`, message: `is ${id}, but channel ${id} does not exist` }]
        : [],
    );
    if (issues.length > 0) throw danglingReferences(issues);
  }

  return {
    async list(call, input) {
      if (call.caller.memberId !== null || input.member_id !== undefined) {
        const page = await stored.list(call, input);
        for (const member of page.items) warnOfRates(call, member);
        return page;
      }
      await follower.freshEverywhere();
      return selectRows(memberResource.fields, mirror.allRows('member'), input, call.warn);
    },
    async getTagged(call, input) {
      const tagged = await stored.getTagged(call, adminMeans(call.caller.memberId, input));
      warnOfRates(call, tagged.item);
      return tagged;
    },
    async create(call, { first_ym_profile: ymProfile, ...sent }) {
      const body = withRatesDate(sent, clock.epochMs());
      requireAdmin(call, 'members');
      requireAllowedShare(body.record_share);
      if (body.alerts?.channels?.length) throw invalid([{ path: 'alerts.channels', message: newMember }]);
      const made = await (ymProfile === undefined
        ? stored.create(call, body)
        : createWithYmProfile(call, body, ymProfile));
      warnOfRates(call, made);
      return made;
    },
    async update(call, input) {
      requireManager(call, 'the settings of a member');
      requireAllowedShare(input.changes.record_share);
      const id = call.caller.memberId ?? input.id;
      await requireChannels(id, input.changes.alerts);
      await follower.fresh(id);
      const before = mirror.row('member', id, id);
      const { currency } = settingsOf(mirror, id);
      const { currency: wanted = currency } = input.changes;
      if (wanted !== currency)
        call.warn(`prices and totals in ${currency} are named ${wanted} now: nothing is converted`);
      const changes = withRatesDate(input.changes, clock.epochMs());
      const asked = adminMeans(call.caller.memberId, { ...input, changes });
      const counted = before === undefined ? null : reportChanges(before, changes, clock.epochMs());
      const after = await stored.update(call, asked, counted === null ? {} : { value: { report_changes: counted } });
      if (counted !== null && after.timezone !== before?.timezone)
        for (const sentence of await tellCuts(deps, after)) call.warn(sentence);
      warnOfRates(call, after);
      return after;
    },
  };
}

interface SentRates {
  readonly currency_rates?: Readonly<Record<string, string | null>> | null | undefined;
  readonly currency_rates_date?: string | null | undefined;
}

/** New rates are of this moment unless their writer says of which one. */
const withRatesDate = <Body extends SentRates>(body: Body, nowMs: number): Body =>
  body.currency_rates === undefined || body.currency_rates === null || body.currency_rates_date !== undefined
    ? body
    : { ...body, currency_rates_date: dateText(nowMs) };

/** For an administrator, the id of a member object is also the member to act for. */
function adminMeans<Input extends { readonly id: number; readonly member_id?: number | undefined }>(
  memberId: number | null,
  input: Input,
): Input {
  return memberId === null ? { ...input, member_id: input.id } : input;
}
