const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });

/** Of ISO 8601: `16 Nov`, in UTC. */
export function dayText(iso: string): string {
  return day.format(new Date(iso));
}

/** `16 Nov 2026, 08:00 UTC` */
export function momentText(iso: string): string {
  const moment = new Date(iso);
  return `${dayOfYear.format(moment)}, ${time.format(moment)} UTC`;
}

/** `08:00`, in UTC. */
export function timeText(iso: string): string {
  return time.format(new Date(iso));
}
