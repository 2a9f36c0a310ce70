import { type Member, memberResource, withInitials } from '@auction-tiers/contract';
import type { Mirror } from './mirror.ts';

/** How the auctions of a member are decided, counted and told. */
export type MemberSettings = Pick<
  Member,
  | 'timezone'
  | 'currency'
  | 'calendar'
  | 'alerts'
  | 'publishing'
  | 'record_share'
  | 'report_breakdowns'
  | 'report_changes'
>;

const unset = { ...withInitials(memberResource, {}), report_changes: null } as unknown as MemberSettings;

/** The settings of a member; those that nobody has set where there is no such member, or it cannot be read. */
export const settingsOf = (mirror: Pick<Mirror, 'row'>, memberId: number): MemberSettings =>
  mirror.row('member', memberId, memberId) ?? unset;
