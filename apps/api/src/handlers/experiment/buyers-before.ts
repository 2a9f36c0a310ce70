import { addDays } from '@auction-tiers/calendar';
import type { StoredExperiment } from '@auction-tiers/contract';
import { type PartOfDay, partOfDay, usualOfBuyers } from '@auction-tiers/experiment';
import { readHours } from '../../alert/hour-counts.ts';
import { cutsOf } from '../../report/cut.ts';
import { presentZone } from '../../report/stored-counts.ts';
import type { Deps } from '../request/deps.ts';

/** Whole local days before the start in which buyers are as usual. */
const daysBefore = 14;

/** What the large buyers of a ym-profile did in the two weeks before the present day, by its report. */
export async function readBuyersBefore(
  { liveReport, mirror, clock }: Pick<Deps, 'liveReport' | 'mirror' | 'clock'>,
  { member_id: memberId, ym_profile_id: ymProfileId }: Pick<StoredExperiment, 'member_id' | 'ym_profile_id'>,
): Promise<StoredExperiment['buyers_before']> {
  const cuts = cutsOf(mirror.row('member', memberId, memberId));
  const zone = presentZone(cuts);
  const today = zone.dayAt(clock.epochMs());
  const counted = { store: liveReport.stored, subject: { memberId, ymProfileId }, zone, cuts };
  const hours = await readHours(counted, zone.startOf(addDays(today, -daysBefore)), zone.startOf(today));
  const parts = hours.map(({ startMs, auctions, bids, buyerNet: net }): PartOfDay => {
    const { hour } = zone.clockAt(startMs);
    return { day: zone.dayAt(startMs), part: partOfDay(hour), auctions, bids, net };
  });
  return usualOfBuyers(parts).map(({ member: member_id, logNet: log_net, ...rest }) => ({
    member_id,
    log_net,
    ...rest,
  }));
}
