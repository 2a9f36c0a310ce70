import {
  deviationsOf,
  findsOf,
  type Model,
  type QuietBuyer,
  rangeOf,
  type UsualRange,
  type WindowCounts,
} from '@auction-tiers/alert';
import { addDays, calendarOf, type LocalHour } from '@auction-tiers/calendar';
import { dateText, type Handlers, type UsualDay, type UsualFigure, usualFigures } from '@auction-tiers/contract';
import { formatEarned } from '@auction-tiers/tier-engine';
import { type Counted, readHours } from '../../alert/hour-counts.ts';
import type { UsualModels, UsualSettings } from '../../alert/usual-models.ts';
import { cutsOf } from '../../report/cut.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { settingsOf } from '../../mirror/member-settings.ts';

/** Prices are CPM micros; money earned is the sum of prices, divided by 1,000. */
const [microsPerUnit, perThousand] = [1_000_000, 1000];
/** The figure of the model for a figure of the answer, and its unit there. */
const figures: Readonly<Record<UsualFigure, readonly [name: string, unit: number]>> = {
  net: ['net', microsPerUnit * perThousand],
  auctions: ['auctions', 1],
  fill: ['fill', 1],
  net_cpm: ['price', microsPerUnit],
  forgone: ['forgone', microsPerUnit * perThousand],
};

type UsualDeps = Pick<Deps, 'mirror' | 'follower' | 'liveReport' | 'buyerNames' | 'clock' | 'usual'>;

/** What is usual on a day, by the models that the alerts judge by. */
export function usualHandlers(deps: UsualDeps): Handlers['usual'] {
  return {
    async day(call, { ym_profile_id: ymProfileId, date, member_id: memberId }): Promise<UsualDay> {
      const owner = sellerOf(call, memberId);
      await deps.follower.fresh(owner);
      if (deps.mirror.row('ym-profile', owner, ymProfileId) === undefined) {
        throw notFound('ym-profile', ymProfileId, 'ym_profile_id');
      }
      const member = settingsOf(deps.mirror, owner);
      const { timezone, currency, alerts, calendar } = member;
      const zone = calendarOf(timezone);
      const subject = { memberId: owner, ymProfileId };
      const counted = { store: deps.liveReport.stored, subject, zone, cuts: cutsOf(member) };
      const nowMs = deps.clock.epochMs();
      const today = zone.dayAt(nowMs);
      const day = date ?? today;
      const settings = { alerts, calendar };
      const { model, hourCount } = await deps.usual.of(counted, settings, day);
      const hours = zone.hoursOf(day);
      const buyerName = (id: number) => deps.buyerNames.nameOf(id) ?? null;
      const buyers = buyersOf(model);
      const buyersIn = (then: Model | null, some: readonly LocalHour[]) =>
        buyers.map((id) => ({
          buyer_id: id,
          buyer_name: buyerName(id),
          bid_rate: inUnit(then && rangeOf(then, `buyer:${id}`, some), 1),
          net_cpm: inUnit(then && rangeOf(then, `buyer_price:${id}`, some), microsPerUnit),
        }));
      const untilMs = day === today ? nowMs : null;
      const soFar = until(hours, untilMs);
      const now = day === today ? await deps.usual.followed(counted, settings, nowMs) : null;
      return {
        ym_profile_id: ymProfileId,
        date: day,
        timezone,
        currency,
        calendar: calendar?.find((one) => one.date === day) ?? null,
        is_learning: model === null,
        learned_hours: hourCount,
        until: untilMs === null ? null : dateText(untilMs),
        day: rangesOf(model, soFar),
        buyers: buyersIn(model, soFar),
        hours: hours.map((hour) => {
          // As the alerts of this hour: the level of the day so far is known.
          const then = now !== null && hour.endMs > nowMs ? now.model : model;
          return {
            hour: dateText(hour.startMs),
            local: zone.localText(hour.startMs),
            figures: rangesOf(then, [hour]),
            buyers: buyersIn(then, [hour]),
          };
        }),
        quiet_buyers: (day > today ? [] : await quietOn(deps.usual, counted, settings, day, nowMs)).map((quiet) => ({
          buyer_id: quiet.buyer,
          buyer_name: buyerName(quiet.buyer),
          since: dateText(quiet.sinceMs),
          hours: quiet.hours,
          every_days: quiet.everyDays,
          is_rarer: quiet.isRarer,
          missed_net: formatEarned(BigInt(Math.round(quiet.missedNet))),
        })),
        finds:
          model === null
            ? []
            : findsOf(model, hours).map(({ name, half, hour, day: ofDay }) => ({
                figure: name,
                half_hour: half,
                hour,
                day: ofDay,
              })),
      };
    },
  };
}

/** The hours of a day up to a moment, the last one cut there. */
const until = (hours: readonly LocalHour[], untilMs: number | null): readonly LocalHour[] =>
  untilMs === null
    ? hours
    : hours
        .filter(({ startMs }) => startMs < untilMs)
        .map((hour) => ({ ...hour, endMs: Math.min(hour.endMs, untilMs) }));

const inUnit = (range: UsualRange | null, unit: number): UsualRange | null =>
  range && { low: range.low / unit, expected: range.expected / unit, high: range.high / unit };

function rangesOf(model: Model | null, hours: readonly LocalHour[]): UsualDay['day'] {
  const ranges = usualFigures.map((figure) => {
    const [name, unit] = figures[figure];
    return [figure, inUnit(model && rangeOf(model, name, hours), unit)];
  });
  return Object.fromEntries(ranges) as UsualDay['day'];
}

const buyersOf = (model: Model | null): number[] =>
  [...(model?.figures.keys() ?? [])].flatMap((name) => (name.startsWith('buyer:') ? Number(name.slice(6)) : []));

/**
 * The buyers that were quiet at the end of a day, or are now: by their gaps, and those without a bid in the last whole
 * hour whose bids the alerts miss.
 */
async function quietOn(
  usual: UsualModels,
  counted: Counted,
  settings: UsualSettings,
  day: string,
  nowMs: number,
): Promise<readonly QuietBuyer[]> {
  const { zone } = counted;
  if (day !== zone.dayAt(nowMs)) return (await usual.of(counted, settings, addDays(day, 1))).quiet;
  const { model, hours, ofDay } = await usual.followed(counted, settings, nowMs);
  const { startMs, endMs } = zone.hourAt(nowMs);
  const [present] = await readHours(counted, startMs, endMs);
  const found = await usual.quietAt(counted, settings, nowMs);
  const still = found.filter(({ buyer }) => !present!.bids.get(buyer));
  const last = hours.at(-1);
  if (model === null || last === undefined) return still;
  const missed = [...deviationsOf(model, 'hour', [last]), ...ofDay]
    .filter(({ name, excess, isRise }) => name.startsWith('buyer:') && excess > 1 && !isRise)
    .flatMap(({ name, everyDays }): QuietBuyer[] => {
      const buyer = Number(name.slice(6));
      const since = sinceLastBid([...hours, present!], buyer);
      return since === null ? [] : [{ buyer, everyDays, isRarer: false, ...since }];
    });
  const byBuyer = new Map([...missed, ...still].map((one) => [one.buyer, one]));
  return [...byBuyer.values()].toSorted((one, other) => other.everyDays - one.everyDays);
}

const sum = (hours: readonly WindowCounts[], of: (hour: WindowCounts) => number): number =>
  hours.reduce((total, hour) => total + of(hour), 0);

/** Since when a buyer has not bid, of the last hours; null: it bids. Its money is in proportion to the hours before. */
function sinceLastBid(
  hours: readonly WindowCounts[],
  buyer: number,
): Pick<QuietBuyer, 'sinceMs' | 'hours' | 'missedNet'> | null {
  const from = hours.findLastIndex(({ bids }) => Boolean(bids.get(buyer))) + 1;
  const silent = hours.slice(from).filter(({ auctions }) => auctions > 0);
  // The present hour alone may have begun just now.
  if (silent.length < 2) return null;
  const before = hours.slice(0, from);
  const rate =
    sum(before, ({ buyerNet }) => buyerNet.get(buyer) ?? 0) /
    Math.max(
      1,
      sum(before, (hour) => hour.auctions),
    );
  return { sinceMs: silent[0]!.startMs, hours: silent.length, missedNet: rate * sum(silent, (hour) => hour.auctions) };
}
