import { drawClusters, placeOf, type Schedule } from './assignment.ts';
import { tableOf, toDose } from './dose.ts';
import { drawSellerSchedule } from './seller-schedule.ts';

/** Draws a switchback of clusters, or of the whole seller. `draw`: an even draw from 0 to under 1, one for each name. */
export function drawSchedule(cells: Schedule['cells'], days: number, draw: (name: string) => number): Schedule {
  if (typeof cells === 'number') return drawClusters(cells, days, draw);
  return drawSellerSchedule(cells, days, draw, canEstimate);
}

/** The schedule of an experiment: drawn from its salt, so every process has the same one. */
export function scheduleOf(salt: string, cells: Schedule['cells'], days: number): Schedule {
  return drawSchedule(cells, days, (name) => placeOf(salt, `cell ${name}`).draw);
}

/** What a day has to tell, on average, of an effect that takes two days: 155 of 232 schedules of four weeks have it. */
export const leastOfDay = 0.04;

function canEstimate(schedule: Schedule): boolean {
  const days = schedule.shares[0]!.length;
  const values = new Float64Array(days);
  const { counted } = toDose(tableOf(schedule, days, values), values, schedule, { paused: new Set() });
  return counted.reduce((sum, dose) => sum + dose * dose, 0) >= leastOfDay * days;
}
