import { type Arm, daysPerWeek, type Schedule, type WholeSeller } from './assignment.ts';

/** The duration of a whole seller's switchback is a multiple of this: each weekday is then equally often in either arm. */
export const daysOfSeller = 28;
const weeks = daysOfSeller / daysPerWeek;
/** A seller changes its arm after this many days, so that an answer of buyers has time to begin. */
const runLengths = [2, 3, 4];
/** Whole weeks in this order, so that a steady rise or fall of the market is in neither arm. */
const armOfWeek: readonly Arm[] = ['C', 'T', 'T', 'C'];
/** More than half of the draws can be estimated. */
const mostAttempts = 1000;

/**
 * Draws which whole days of a seller the draft decides: in runs of 2 to 4 days, each weekday equally often, drawn again
 * until `canEstimate`. By weeks nothing is drawn.
 */
export function drawSellerSchedule(
  cells: WholeSeller,
  days: number,
  draw: (name: string) => number,
  canEstimate: (schedule: Schedule) => boolean,
): Schedule {
  if (days < daysOfSeller || days % daysOfSeller !== 0) {
    throw new RangeError(
      `A switchback of the whole seller has ${days} days; allowed are multiples of ${daysOfSeller}.`,
    );
  }
  const parts = days / daysOfSeller;
  if (cells === 'seller_weeks') {
    const ofPart = armOfWeek.flatMap((arm) => Array.from({ length: daysPerWeek }, () => arm));
    return toSchedule(cells, Array.from({ length: parts }, () => ofPart).flat());
  }
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const drawn = Array.from({ length: parts }, (_, at) => {
      return alternations[Math.floor(draw(`run ${attempt} ${at}`) * alternations.length)]!;
    }).flat();
    const schedule = toSchedule(cells, drawn);
    if (areRunsShort(drawn) && canEstimate(schedule)) return schedule;
  }
  throw new RangeError(`No schedule of ${days} days can be estimated.`);
}

function toSchedule(cells: WholeSeller, arms: readonly Arm[]): Schedule {
  return { cells, arms: [arms], shares: [arms.map((arm) => Number(arm === 'T'))] };
}

/** Where two drawn parts meet, a run may become too long. */
function areRunsShort(arms: readonly Arm[]): boolean {
  const longest = runLengths.at(-1)!;
  return arms.every((arm, day) => day < longest || arms.slice(day - longest, day).some((before) => before !== arm));
}

/** All alternations of four weeks: there are 232. */
const alternations: readonly (readonly Arm[])[] = (['C', 'T'] as const).flatMap((arm) => completed([], arm));

function completed(before: readonly Arm[], next: Arm): (readonly Arm[])[] {
  if (before.length === daysOfSeller) return [before];
  return runLengths.flatMap((length) => {
    const arms = [...before, ...Array.from({ length }, () => next)];
    return arms.length <= daysOfSeller && areWeekdaysEven(arms) ? completed(arms, next === 'C' ? 'T' : 'C') : [];
  });
}

/** Whether no weekday is in one arm more often than in half of the weeks. */
function areWeekdaysEven(arms: readonly Arm[]): boolean {
  const counts = new Map<string, number>();
  for (const [day, arm] of arms.entries()) {
    const name = `${arm}${day % daysPerWeek}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts.values()].every((count) => count <= weeks / 2);
}
