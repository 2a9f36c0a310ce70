export { againstPeriod, type Days, likeDaysBefore } from './against.ts';
export {
  addDays,
  type Day,
  dayOfNumber,
  daysBetween,
  hourText,
  isDay,
  monthOf,
  numberOfDay,
  weekdayOf,
  weekOf,
} from './day.ts';
export { formatIn, isTimezone } from './format.ts';
export { type NamedDay, namedDaysIn, namedDaysText } from './named-day.ts';
export { calendarOf, type Clock, type LocalHour, type Span, type ZoneCalendar } from './zone-calendar.ts';
