import type { Report } from '../model/issue.ts';
import type { DaypartTarget, DaypartWindow } from '../model/targeting.ts';
import { days } from '../model/targeting.ts';
import type { DimensionDefinition, JsonValue } from './dimension.ts';
import { closedList, emptyIncludeProblem } from './list-dimension.ts';

const dayNames = closedList<DaypartWindow['day']>([...days, 'all']);

/** The clock of the target's time zone must show an hour of one of the windows. */
export const daypartDimension: DimensionDefinition<DaypartTarget, never> = {
  compile(target, { report, zoneClock }) {
    const { timezone } = target;
    const clock = zoneClock(timezone);
    if (clock === undefined) {
      report('.timezone', `${JSON.stringify(timezone)} is unknown; allowed is an IANA name such as America/New_York`);
    }
    if (target.windows.length === 0) report('.windows', emptyIncludeProblem);
    for (const [at, window] of target.windows.entries()) {
      reportWindow(window, (path, message) => report(`.windows[${at}]${path}`, message));
    }
    const isOpen = openHours(target);
    return {
      holds: ({ timeMs }) => isOpen[clock?.hourOfWeek(timeMs) ?? -1] === true,
      difference: ({ timeMs }) => ({
        action: 'include',
        seen: showHour(clock?.hourOfWeek(timeMs) ?? -1),
        wanted: {
          timezone,
          windows: target.windows.map(({ day, startHour, endHour }) => ({ day, startHour, endHour })),
        },
      }),
    };
  },
};

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** By hour of the week: whether one of the windows covers it. */
export function openHours({ windows }: DaypartTarget): boolean[] {
  return days.flatMap((name) =>
    hoursOfDay.map((hour) =>
      windows.some(
        ({ day, startHour, endHour }) => (day === 'all' || day === name) && hour >= startHour && hour <= endHour,
      ),
    ),
  );
}

function reportWindow(window: DaypartWindow, report: Report): void {
  const { day, startHour, endHour } = window;
  const problem = dayNames.problem(day);
  if (problem !== undefined) report('.day', problem);
  for (const name of ['startHour', 'endHour'] as const) {
    const hour = window[name];
    if (!hoursOfDay.includes(hour))
      report(`.${name}`, `${hour} is not an hour; allowed is a whole number from 0 to 23`);
  }
  if (startHour > endHour) {
    report('', `starts at hour ${startHour}, after its end at ${endHour}; a window over midnight takes two windows`);
  }
}

function showHour(hourOfWeek: number): JsonValue {
  const day = days[Math.floor(hourOfWeek / 24)];
  return day === undefined ? null : { day, hour: hourOfWeek % 24 };
}
