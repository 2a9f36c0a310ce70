import type { ZoneCalendar } from '@auction-tiers/calendar';
import { deviationsOf, judge } from '../judge.ts';
import type { Deviation } from '../figure.ts';
import { follow, learnModel, type Model } from '../model.ts';
import type { HourCounts, WindowCounts } from '../series.ts';
import { binMs, binsPerHour, type Fault, type Market, PlantedMember, sumOf } from './member.ts';

export type { Fault, Market } from './member.ts';

const [binsPerHalf, dayHours, hoursPerWeek] = [6, 24, 168];
/** The hours of history that the service keeps. */
const keptHours = 5 * hoursPerWeek;

interface Watch {
  readonly market: Market;
  readonly startMs: number;
  readonly weeks: number;
  readonly faults?: readonly Fault[];
  /** Days between two times of learning; the service learns every day. */
  readonly learnDays?: number;
}

export interface Opened {
  readonly bin: number;
  readonly name: string;
  readonly window: string;
}

/** The alerts of a simulated member: the bin in which each was opened, and its name. */
export async function watchPlanted({ market, startMs, weeks, faults = [], learnDays = 1 }: Watch): Promise<Opened[]> {
  const { clock } = market;
  const member = new PlantedMember(market);
  const calendar = new Set(market.holidays?.keys());
  const hours: WindowCounts[] = [];
  const opened: Opened[] = [];
  const open = new Set<string>();
  const bins: HourCounts[] = [];
  let model: Model | null = null;
  let ofDay: readonly Deviation[] = [];
  let offMs: ReadonlyMap<string, number> = new Map();
  let hour = clock.hourAt(startMs);
  for (let bin = 0; bin < weeks * hoursPerWeek * binsPerHour; bin++) {
    const binStartMs = startMs + bin * binMs;
    bins.push(member.bin(bin, binStartMs, faults));
    if (bins.length > binsPerHour) bins.shift();
    if (model !== null && bins.length === binsPerHour) {
      const found = judge({
        nowMs: binStartMs,
        short: [
          ...deviationsOf(model, 'half', windowsOf(clock, bins.slice(-binsPerHalf))),
          ...deviationsOf(model, 'hour', windowsOf(clock, bins)),
        ],
        day: ofDay,
        offMs,
      });
      const { anomalies, isOver } = found;
      ({ offMs } = found);
      for (const { name, window } of anomalies) {
        if (!open.has(name)) opened.push({ bin, name, window });
        open.add(name);
      }
      for (const name of open) if (isOver(name)) open.delete(name);
    }
    const endMs = binStartMs + binMs;
    if (endMs !== hour.endMs) continue;
    const ended = windowsOf(clock, bins.slice(-(hour.endMs - hour.startMs) / binMs))[0]!;
    hours.push(ended);
    if (hours.length > keptHours) hours.shift();
    const { day } = hour;
    hour = clock.hourAt(endMs);
    if (model !== null) model = follow(model, ended);
    if (hour.day !== day && bin % (learnDays * dayHours * binsPerHour) < dayHours * binsPerHour) {
      const past = { clock, hours, calendar, falseAlarmsPerMonth: 1 };
      model = await learnModel(past, async () => {});
    }
    if (model !== null) ofDay = deviationsOf(model, 'day', hours.slice(-dayHours));
  }
  return opened;
}

/** Combines bins by the hours of a clock. */
export function windowsOf(clock: ZoneCalendar, bins: readonly HourCounts[]): WindowCounts[] {
  const byHour = Map.groupBy(bins, ({ startMs }) => clock.hourAt(startMs).startMs);
  return Array.from(byHour.values(), (some) => ({ ...sumOf(some), hours: some.length / binsPerHour }));
}
