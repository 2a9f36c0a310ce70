const [zero, colon, point, letterZ] = [48, 58, 46, 90];
const [msPerSecond, msPerMinute, msPerHour, msPerDay] = [1000, 60_000, 3_600_000, 86_400_000];

/** The day that was written last, up to the hour: most auctions are of today. */
let day = dayOf(0);

interface Day {
  readonly startMs: number;
  readonly bytes: Uint8Array;
}

function dayOf(startMs: number): Day {
  const [date = ''] = new Date(startMs).toISOString().split('T');
  return { startMs, bytes: Uint8Array.from(`${date}T`, (character) => character.charCodeAt(0)) };
}

/** A moment, given in milliseconds since the epoch, as `toISOString` writes it. Needs 32 bytes. Throws where that does. */
export function putMoment(bytes: Uint8Array, start: number, timeMs: number): number {
  const startMs = Math.floor(timeMs / msPerDay) * msPerDay;
  if (startMs !== day.startMs) day = dayOf(startMs);
  for (let at = 0; at < day.bytes.length; at++) bytes[start + at] = day.bytes[at]!;
  const ms = timeMs - startMs;
  let at = start + day.bytes.length;
  at = putTwo(bytes, at, Math.floor(ms / msPerHour), colon);
  at = putTwo(bytes, at, Math.floor((ms % msPerHour) / msPerMinute), colon);
  at = putTwo(bytes, at, Math.floor((ms % msPerMinute) / msPerSecond), point);
  const fraction = ms % msPerSecond;
  bytes[at] = zero + Math.floor(fraction / 100);
  return putTwo(bytes, at + 1, fraction % 100, letterZ);
}

/** A number of two digits, and what stands behind it. */
function putTwo(bytes: Uint8Array, start: number, value: number, behind: number): number {
  const tens = Math.floor(value / 10);
  bytes[start] = zero + tens;
  bytes[start + 1] = zero + (value - 10 * tens);
  bytes[start + 2] = behind;
  return start + 3;
}
