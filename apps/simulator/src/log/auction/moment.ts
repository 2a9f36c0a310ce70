const isoPattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?(Z| ?UTC|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/** The largest number that counts as seconds (until the year 5138), and as milliseconds; above are microseconds. */
const [mostSeconds, mostMilliseconds] = [1e11, 1e14];
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** What `readMoment` takes, in words. */
export const momentsAllowed =
  'an ISO 8601 moment, or seconds, milliseconds or microseconds since 1970, up to the year 9999';

/**
 * A moment of a log in whole milliseconds since the epoch: ISO 8601 (UTC if it names no zone; a day is its midnight), or a
 * number since 1970, also as text, whose size tells seconds, milliseconds and microseconds apart. undefined: it is neither.
 */
export function readMoment(value: unknown): number | undefined {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value !== 'string') return undefined;
  return /^\d{1,20}(?:\.\d{1,9})?$/.test(value) ? ofNumber(Number(value)) : ofIso(value);
}

function ofNumber(value: number): number | undefined {
  if (!(value >= 0)) return undefined;
  const ms = value < mostSeconds ? value * 1000 : value < mostMilliseconds ? value : value / 1000;
  return ms <= lastMs ? Math.floor(ms) : undefined;
}

function ofIso(text: string): number | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    isoPattern.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  if (!isDay(date)) return undefined;
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(.\d\d):?/, '$1:') : 'Z';
  const ms = Date.parse(`${date}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(ms) || ms > lastMs ? undefined : ms;
}

/** Date.parse takes 30 February for a day in March. */
function isDay(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}
