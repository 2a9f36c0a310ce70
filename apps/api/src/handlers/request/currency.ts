import { type Caller, epochMsOf, freshRateDays, type Member } from '@auction-tiers/contract';
import type { Mirror } from '../../mirror/mirror.ts';
import { settingsOf } from '../../mirror/member-settings.ts';

type Row = Readonly<Record<string, unknown>>;

/** The currency that answers name. */
export class Currencies {
  readonly #mirror: Pick<Mirror, 'row' | 'ownerOf'>;

  constructor(mirror: Pick<Mirror, 'row' | 'ownerOf'>) {
    this.#mirror = mirror;
  }

  /** The currency of a member, ISO 4217. */
  ofMember(id: number): string {
    return settingsOf(this.#mirror, id).currency;
  }

  /**
   * The currency of all money in an answer; undefined: an administrator's answer is about members with several
   * currencies, or about none. `members`: those that it is about.
   */
  of({ memberId }: Pick<Caller, 'memberId'>, members: () => readonly number[]): string | undefined {
    if (memberId !== null) return this.ofMember(memberId);
    const found = new Set(members().map((id) => this.ofMember(id)));
    return found.size === 1 ? [...found][0] : undefined;
  }

  /** As `of`, for what a handler has returned. */
  ofAnswer(caller: Pick<Caller, 'memberId'>, input: unknown, output: unknown): string | undefined {
    return this.of(caller, () => {
      const asked = (input as Row | undefined)?.['member_id'];
      const { items, auctions } = output as { readonly items?: readonly Row[]; readonly auctions?: readonly Row[] };
      const rows = typeof asked === 'number' ? [input as Row] : (items ?? auctions ?? [output as Row]);
      return rows.flatMap(({ member_id: id, ym_profile_id: ymProfileId }) => {
        if (typeof id === 'number') return id;
        return (typeof ymProfileId === 'number' ? this.#mirror.ownerOf('ym-profile', ymProfileId) : null) ?? [];
      });
    });
  }
}

const dayMs = 86_400_000;

/** A warning that the rates of a member are old; undefined: they are not, or it has none. */
export function oldRates(
  member: Partial<Pick<Member, 'currency_rates' | 'currency_rates_date'>> | undefined,
  nowMs: number,
): string | undefined {
  const { currency_rates: rates = null, currency_rates_date: date = null } = member ?? {};
  const ms = date === null ? undefined : epochMsOf(date);
  if (rates === null || ms === undefined || nowMs - ms <= freshRateDays * dayMs) return undefined;
  const days = Math.floor((nowMs - ms) / dayMs);
  return `currency_rates are those of ${date} UTC, ${days} days ago: set newer ones`;
}
