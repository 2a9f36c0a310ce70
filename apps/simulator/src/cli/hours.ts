/** Hours of recorded auctions, as moments on the hour. */
export interface RecordedHours {
  readonly from: string;
  readonly to: string;
}

/** `2026-11-21`, `2026-11-21T08` or a whole moment on the hour, UTC. */
const momentPattern = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2})(?::00(?::00(?:\.0{1,3})?)?Z?)?)?$/;

/** Reads `FROM..TO`: days, hours or moments on the hour, UTC; TO is not included. Undefined for anything else. */
export function parseHours(text: string): RecordedHours | undefined {
  const [from, to, ...rest] = text.split('..').map(toHour);
  if (from === undefined || to === undefined || rest.length > 0 || from >= to) return undefined;
  return { from, to };
}

function toHour(text: string): string | undefined {
  const [, day, hour = '00'] = momentPattern.exec(text) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:00:00Z`);
  // Engines read February 30 as a day of March.
  const moment = Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
  return moment?.startsWith(`${day}T${hour}:`) === true ? moment : undefined;
}

/** What reports call the recorded auctions of some hours. */
export const nameOfRecorded = ({ from, to }: RecordedHours): string => `recorded ${from}..${to}`;
