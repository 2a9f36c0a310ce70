import { type Anomaly, windows } from '@auction-tiers/alert';
import { addDays, type ZoneCalendar } from '@auction-tiers/calendar';
import { cut } from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import { ReportCounts, type Value, valueCell } from '@auction-tiers/tally';
import type { Counted } from './hour-counts.ts';

const hourMs = 3_600_000;
/** The days before, in whose same hours the share of a placement is compared, and how many of them must be known. */
const [daysBefore, fewestDays] = [7, 3];
/** Of fewer auctions, or sales, no share is known. */
const fewest = 50;
/** By so much a share must lie outside of what it was on every one of the days before, and by so many of its standard errors. */
const [leastDistance, leastErrors] = [0.1, 4];
/** Sums of money vary as much as numbers of so many times fewer sales would: prices of a log spread of 1.05. */
const salesOfMoney = 3;
const longestName = 100;

/** What the share of a placement is one of, and the number that shows how much it varies by chance. */
const kinds = {
  auctions: { what: 'auctions', cell: valueCell.auctions, number: valueCell.auctions, perNumber: 1 },
  fill: { what: 'sales', cell: valueCell.won, number: valueCell.won, perNumber: 1 },
  net: { what: 'net', cell: valueCell.net, number: valueCell.won, perNumber: salesOfMoney },
  price: { what: 'net', cell: valueCell.net, number: valueCell.won, perNumber: salesOfMoney },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

/** What each placement had of what is counted, and the number that it is of. */
interface Parts {
  readonly of: ReadonlyMap<Value, number>;
  readonly number: number;
}

interface MovedPlacement {
  readonly placement: Value;
  readonly share: number;
  /** The lowest and the highest share of the days before. */
  readonly low: number;
  readonly high: number;
}

/**
 * What an alert says of the placement whose share fell, or rose, most against the same local hours of each of the last
 * days. Empty: no placement left what it was on all of them by a tenth of everything, by more than chance, or placements
 * are not counted each by itself.
 */
export async function movedPlacementWords(from: Counted, anomaly: Anomaly, nowMs: number): Promise<string> {
  if (!Object.hasOwn(kinds, anomaly.name)) return '';
  const kind: Kind = kinds[anomaly.name as keyof typeof kinds];
  const { zone } = from;
  const hours = Math.max(1, windows[anomaly.window].hours);
  const startMs = nowMs - hours * hourMs;
  const now = await partsIn(from, kind, zone.hourAt(startMs).startMs, nowMs);
  if (now === null) return '';
  const before: Parts[] = [];
  for (let days = 1; days <= daysBefore; days++) {
    const [first, last] = [startMs, nowMs].map((ms) => hourBefore(zone, ms, days)) as [number | null, number | null];
    const parts = first === null || last === null ? null : await partsIn(from, kind, first, last + hourMs);
    if (parts !== null) before.push(parts);
    // A weekend is held against a weekend too.
    else if (days === daysBefore) return '';
  }
  const moved = before.length < fewestDays ? null : farthest(now, before, kind, anomaly.isRise);
  if (moved === null) return '';
  const [share, low, high] = [moved.share, moved.low, moved.high].map((one) => english.percent(one, 0));
  const usual = low === high ? low : `${low} to ${high}`;
  return `; placement ${nameOf(moved.placement)} has ${share} of the ${kind.what}, in these hours of ${before.length} days before ${usual}`;
}

/** In one line and in quotes, for it may be any text. */
const nameOf = (placement: Value): string => `“${cut(String(placement).replaceAll(/\s+/g, ' '), longestName)}”`;

/** The beginning of the same local hour some days before; null: the clock skipped it. */
function hourBefore(zone: ZoneCalendar, ms: number, days: number): number | null {
  const { day, hour } = zone.hourAt(ms);
  return zone.startOfHour(addDays(day, -days), hour);
}

async function partsIn(
  { store, subject, cuts }: Counted,
  { cell, number }: Kind,
  fromMs: number,
  toMs: number,
): Promise<Parts | null> {
  const counts = new ReportCounts(Number.POSITIVE_INFINITY);
  const by = { tier: false, buyer: false, breakdowns: ['placement'] } as const;
  await store.read(subject, store.hours({ cuts }, fromMs, toMs), by, () => counts);
  const table = counts.valuesOf('placement');
  // In the first row are the placements without one of their own, which differ from hour to hour.
  if (table.sums.number(valueCell.auctions) > 0) return null;
  const rows = Array.from(table.rows());
  const counted = rows.reduce((sum, [, row]) => sum + table.sums.number(row + number), 0);
  if (counted < fewest) return null;
  return { of: new Map(rows.map(([value, row]) => [value, table.sums.number(row + cell)])), number: counted };
}

/** Shares among placements that both times have: what is new, or gone, moves no other. */
function sharesOf({ of }: Parts, isCounted: (value: Value) => boolean): ReadonlyMap<Value, number> {
  const counted = [...of].filter(([value]) => isCounted(value));
  const sum = counted.reduce((all, [, one]) => all + one, 0);
  return new Map(counted.map(([value, one]) => [value, sum === 0 ? 0 : one / sum]));
}

function farthest(now: Parts, before: readonly Parts[], { perNumber }: Kind, isRise: boolean): MovedPlacement | null {
  const isOfBefore = (value: Value) => before.some(({ of }) => of.has(value));
  const isCounted = isRise ? (value: Value) => now.of.has(value) : isOfBefore;
  const shares = sharesOf(now, isCounted);
  const sharesBefore = before.map((parts) => sharesOf(parts, isCounted));
  let [found, most]: [MovedPlacement | null, number] = [null, leastDistance];
  for (const placement of new Set([shares, ...sharesBefore].flatMap((one) => [...one.keys()]))) {
    // Auctions without a placement are not one.
    if (placement === '') continue;
    const share = shares.get(placement) ?? 0;
    const then = sharesBefore.map((one) => one.get(placement) ?? 0);
    const [low, high] = [Math.min(...then), Math.max(...then)];
    const distance = isRise ? share - high : low - share;
    const usual = then.reduce((sum, one) => sum + one, 0) / then.length;
    const error = Math.sqrt((usual * (1 - usual) * perNumber) / now.number);
    if (distance >= most && distance > leastErrors * error) [found, most] = [{ placement, share, low, high }, distance];
  }
  return found;
}
