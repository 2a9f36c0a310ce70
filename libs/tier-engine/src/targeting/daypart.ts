import type { Report } from '../issue.ts';
import type { ConditionCompiler, JsonValue } from './condition.ts';
import { closedList, emptyIncludeProblem } from './list.ts';
import type { DaypartTarget, DaypartWindow } from './model.ts';
import { days } from './model.ts';

const dayNames = closedList<DaypartWindow['day']>([...days, 'all']);

/** The clock of the target's time zone must show an hour of one of the windows. */
export const compileDaypart: ConditionCompiler<DaypartTarget> = (target, { report, zoneClock }) => {
  const { timezone } = target;
  const clock = zoneClock(timezone);
  if (clock === undefined) {
    report('.timezone', `${JSON.stringify(timezone)} is unknown; allowed is an IANA name such as America/New_York`);
  }
  if (target.windows.length === 0) report('.windows', emptyIncludeProblem);
  const isOpen = new Uint8Array(7 * 24);
  for (const [at, window] of target.windows.entries()) {
    reportWindow(window, (path, message) => report(`.windows[${at}]${path}`, message));
    for (const [day, name] of days.entries()) {
      if (window.day !== 'all' && window.day !== name) continue;
      isOpen.fill(1, day * 24 + window.startHour, day * 24 + window.endHour + 1);
    }
  }
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
};

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
