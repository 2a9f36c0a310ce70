import { type Found, judge } from '../judge.ts';
import { learnModel, type Model } from '../model.ts';
import type { HourCounts, WindowCounts } from '../series.ts';
import { type Fault, PlantedMember, sumOf } from './index.ts';

const [binMs, binsPerHour, binsPerLook, hoursPerWeek] = [300_000, 12, 6, 168];
const startMs = Date.UTC(2026, 8, 28);
/** The hours of history that the service keeps. */
const keptHours = 5 * hoursPerWeek;

/** The alerts of a simulated member: the bin in which each was opened, and its name. */
export function watchPlanted(
  seed: string,
  weeks: number,
  ...faults: readonly Fault[]
): { readonly bin: number; readonly name: string }[] {
  const member = new PlantedMember(seed);
  const hours: HourCounts[] = [];
  const opened: { bin: number; name: string }[] = [];
  const open = new Set<string>();
  let bins: HourCounts[] = [];
  let model: Model | null = null;
  for (let bin = 0; bin < weeks * hoursPerWeek * binsPerHour; bin++) {
    bins.push(member.bin(bin, startMs + bin * binMs, faults));
    const isHour = bin % binsPerHour === binsPerHour - 1;
    if (model !== null && bins.length >= binsPerLook) {
      const { anomalies, isOver }: Found = judge(model, windowsOf(bins.slice(-binsPerLook)));
      for (const { name } of anomalies) {
        if (!open.has(name)) opened.push({ bin, name });
        open.add(name);
      }
      for (const name of open) if (isOver(name)) open.delete(name);
    }
    if (!isHour) continue;
    hours.push(sumOf(bins.slice(-binsPerHour)));
    bins = bins.slice(-binsPerHour);
    if (hours.length > keptHours) hours.shift();
    // The service relearns every hour, this test every day.
    if ((bin + 1) % (24 * binsPerHour) === 0) model = learnModel(hours, 1);
  }
  return opened;
}

/** Combines bins by hour. */
export function windowsOf(bins: readonly HourCounts[]): WindowCounts[] {
  const byHour = Map.groupBy(bins, ({ startMs: ms }) => Math.floor(ms / (binsPerHour * binMs)));
  return Array.from(byHour.values(), (some) => ({ ...sumOf(some), hours: some.length / binsPerHour }));
}
