const msPerDay = 86_400_000;

/** Whether a text is the IANA name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // Intl also takes offsets such as +05:30; they are no IANA names.
  if (/^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Gives the local day of a moment, as days since 1970-01-01. `timeZone` is an IANA name; throws a RangeError for any other
 * text. A moment that a `Date` cannot hold has its day in UTC.
 */
export function createDayOf(timeZone: string): (timeMs: number) => number {
  if (timeZone === 'UTC') return (timeMs) => Math.floor(timeMs / msPerDay);
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  return (timeMs) => {
    if (Number.isNaN(new Date(timeMs).getTime())) return Math.floor(timeMs / msPerDay);
    const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, value]));
    const numberOf = (type: 'year' | 'month' | 'day') => Number(parts.get(type));
    const year = parts.get('era')?.startsWith('B') === true ? 1 - numberOf('year') : numberOf('year');
    // Date.UTC takes years below 100 for those of the twentieth century.
    return Math.floor(new Date(0).setUTCFullYear(year, numberOf('month') - 1, numberOf('day')) / msPerDay);
  };
}
