import { calendarOf, type Day } from '@auction-tiers/calendar';
import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;

function eachMinute(tell: () => void): () => void {
  const timer = setInterval(tell, minuteMs);
  return () => clearInterval(timer);
}

/** When the present minute began, milliseconds. It is updated each minute in a page that is left open. */
export const useNow = (): number => useSyncExternalStore(eachMinute, () => Date.now() - (Date.now() % minuteMs));

/** The day that the clock of a time zone shows. */
export const useDay = (timeZone: string): Day =>
  useSyncExternalStore(eachMinute, () => calendarOf(timeZone).dayAt(Date.now()));
