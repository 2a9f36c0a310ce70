const zero = 48;
const dayLength = '2026-11-21'.length;
const secondLength = '2026-11-21T08:00:00'.length;
const fractionLength = '.123'.length;
const [dash, colon, point, letterT, letterZ] = [45, 58, 46, 84, 90];
/**
 * A cache of recently read days: year, month and day as one number, by its low bits, and when the day began. The
 * auctions of a generated log are in no order of time, but from few days.
 */
const dayCount = 64;
const knownDays = new Int32Array(dayCount);
const dayStartsMs = new Float64Array(dayCount).fill(NaN);

const [msPerSecond, msPerMinute, msPerHour] = [1000, 60_000, 3_600_000];

/** The offset at which a time that starts at `start` must end: the character after the seconds tells its form. */
export function momentEnd(bytes: Uint8Array, start: number): number {
  return start + secondLength + (bytes[start + secondLength] === point ? fractionLength : 0) + 1;
}

/**
 * The moment that the bytes between two places spell, in milliseconds since the epoch; NaN unless it has the form
 * `2026-11-21T08:00:00Z` or `2026-11-21T08:00:00.123Z` and exists.
 */
export function momentAt(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const hasFraction = length === secondLength + fractionLength + 1;
  if (!hasFraction && length !== secondLength + 1) return NaN;
  const isMarked =
    bytes[start + 4] === dash &&
    bytes[start + 7] === dash &&
    bytes[start + dayLength] === letterT &&
    bytes[start + 13] === colon &&
    bytes[start + 16] === colon &&
    bytes[end - 1] === letterZ &&
    (!hasFraction || bytes[start + secondLength] === point);
  if (!isMarked) return NaN;
  const hour = digits(bytes, start + 11, 2);
  const minute = digits(bytes, start + 14, 2);
  const second = digits(bytes, start + 17, 2);
  if (hour > 23 || minute > 59 || second > 59) return NaN;
  const fractionMs = hasFraction ? digits(bytes, start + secondLength + 1, 3) : 0;
  return dayMsAt(bytes, start) + hour * msPerHour + minute * msPerMinute + second * msPerSecond + fractionMs;
}

function dayMsAt(bytes: Uint8Array, start: number): number {
  const year = digits(bytes, start, 4);
  const month = digits(bytes, start + 5, 2);
  const day = digits(bytes, start + 8, 2);
  const date = (year * 100 + month) * 100 + day;
  const slot = date & (dayCount - 1);
  if (knownDays[slot] === date) return dayStartsMs[slot]!;
  const timeMs = Date.UTC(year, month - 1, day);
  const found = new Date(timeMs);
  // Date.UTC turns a day that does not exist into another one, and the years 0 to 99 into 1900 to 1999.
  const exists = found.getUTCFullYear() === year && found.getUTCMonth() === month - 1 && found.getUTCDate() === day;
  knownDays[slot] = date;
  dayStartsMs[slot] = exists ? timeMs : NaN;
  return dayStartsMs[slot];
}

function digits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at++) {
    const digit = bytes[at]! - zero;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}
