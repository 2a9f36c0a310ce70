const msPerQuarter = 900_000;

/** The name of a stored hour: its beginning in UTC, as `2026-11-21T08:00`. */
export const hourName = (startMs: number): string => new Date(startMs).toISOString().slice(0, 16);

/** The names that hours of any zone may have which begin at or after `fromMs` and before `toMs`. */
export function hourNamesBetween(fromMs: number, toMs: number): string[] {
  const names: string[] = [];
  for (let quarter = Math.ceil(fromMs / msPerQuarter); quarter * msPerQuarter < toMs; quarter++) {
    names.push(hourName(quarter * msPerQuarter));
  }
  return names;
}
