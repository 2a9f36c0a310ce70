import type { Report } from '../model/issue.ts';
import type { Day, DaypartTarget, DaypartWindow } from '../model/targeting.ts';
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
    const isOpen = new Uint8Array(7 * 24);
    for (const { day, hour } of hoursOf(target)) isOpen[24 * days.indexOf(day) + hour] = 1;
    return {
      holds: ({ timeMs }) => isOpen[clock?.hourOfWeek(timeMs) ?? -1] === 1,
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

/** The hours of the week that the windows cover, unordered, possibly with duplicates. */
export function hoursOf({ windows }: DaypartTarget): { readonly day: Day; readonly hour: number }[] {
  return windows.flatMap(({ day: wanted, startHour, endHour }) => {
    const hours = hoursOfDay.filter((hour) => hour >= startHour && hour <= endHour);
    return days
      .filter((day) => wanted === 'all' || wanted === day)
      .flatMap((day) => hours.map((hour) => ({ day, hour })));
  });
}

function reportWindow({ day, startHour, endHour }: DaypartWindow, report: Report): void {
  const problem = dayNames.problem(day);
  if (problem !== undefined) report('.day', problem);
  if (!isHour(startHour)) report('.startHour', `${startHour} is not an hour; allowed is a whole number from 0 to 23`);
  if (!isHour(endHour)) report('.endHour', `${endHour} is not an hour; allowed is a whole number from 0 to 23`);
  if (startHour > endHour) {
    report('', `starts at hour ${startHour}, after its end at ${endHour}; a window over midnight takes two windows`);
  }
}

function isHour(hour: number): boolean {
  return Number.isInteger(hour) && hour >= 0 && hour <= 23;
}

function showHour(hourOfWeek: number): JsonValue {
  const day = days[Math.floor(hourOfWeek / 24)];
  return day === undefined ? null : { day, hour: hourOfWeek % 24 };
}
