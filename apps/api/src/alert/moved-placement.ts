import { type Anomaly, windows } from '@auction-tiers/alert';
import { english } from '@auction-tiers/figure';
import { ReportCounts, type Value, valueCell } from '@auction-tiers/tally';
import type { Counted } from './hour-counts.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** The days before, in whose same hours the share of a placement is compared, and how many of them must be known. */
const [daysBefore, fewestDays] = [7, 3];
/** Fewer auctions show no share. */
const fewestAuctions = 50;
/** By so much a share must lie outside what it was on every one of the days before. */
const leastDistance = 0.1;

/** What the share of a placement is one of, by the kind of an alert. */
const counted = { auctions: 'auctions', fill: 'sales', net: 'net', price: 'net' } as const;
type Kind = keyof typeof counted;
const cellOf = { auctions: valueCell.auctions, sales: valueCell.won, net: valueCell.net } as const;

/** The share of each placement in what was counted; null: too little was. */
type Shares = ReadonlyMap<Value, number> | null;

interface MovedPlacement {
  readonly placement: Value;
  readonly share: number;
  /** The lowest and the highest share of the days before. */
  readonly low: number;
  readonly high: number;
}

/**
 * What an alert says of the placement whose share fell, or rose, most against the same hours of each of the last days.
 * Empty: no placement left what it was on all of them by a tenth of everything, or placements are not counted.
 */
export async function movedPlacementWords(from: Counted, anomaly: Anomaly, nowMs: number): Promise<string> {
  const kind = anomaly.name as Kind;
  if (!Object.hasOwn(counted, kind)) return '';
  const what = counted[kind];
  const { zone } = from;
  const hours = windows[anomaly.window].hours;
  const startMs = zone.hourAt(nowMs - Math.max(1, hours) * hourMs).startMs;
  const sharesAt = (days: number) =>
    sharesIn(from, cellOf[what], { fromMs: startMs - days * dayMs, toMs: nowMs - days * dayMs });
  const now = await sharesAt(0);
  if (now === null) return '';
  const before: ReadonlyMap<Value, number>[] = [];
  for (let days = 1; days <= daysBefore; days++) {
    const shares = await sharesAt(days);
    if (shares !== null) before.push(shares);
  }
  const moved = before.length < fewestDays ? null : farthest(now, before, anomaly.isRise);
  if (moved === null) return '';
  const [share, low, high] = [moved.share, moved.low, moved.high].map((one) => english.percent(one, 0));
  const usual = low === high ? low : `${low} to ${high}`;
  return `; placement ${moved.placement} has ${share} of the ${what}, in these hours of ${before.length} days before ${usual}`;
}

async function sharesIn(
  { store, subject, cuts }: Counted,
  cell: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<Shares> {
  const counts = new ReportCounts(Number.POSITIVE_INFINITY);
  const by = { tier: false, buyer: false, breakdowns: ['placement'] } as const;
  await store.read(subject, store.hours({ cuts }, fromMs, toMs), by, () => counts);
  const table = counts.valuesOf('placement');
  const rows = Array.from(table.rows());
  // The first row is of all placements without one of their own.
  const sumOf = (of: number) =>
    [0, ...rows.map(([, row]) => row)].reduce((sum, row) => sum + table.sums.number(row + of), 0);
  const sum = sumOf(cell);
  if (sum === 0 || sumOf(valueCell.auctions) < fewestAuctions) return null;
  return new Map(rows.map(([value, row]) => [value, table.sums.number(row + cell) / sum]));
}

function farthest(
  now: ReadonlyMap<Value, number>,
  before: readonly ReadonlyMap<Value, number>[],
  isRise: boolean,
): MovedPlacement | null {
  let [found, most]: [MovedPlacement | null, number] = [null, leastDistance];
  for (const placement of new Set([now, ...before].flatMap((shares) => [...shares.keys()]))) {
    // Auctions without a placement are not one.
    if (placement === '') continue;
    const share = now.get(placement) ?? 0;
    const then = before.map((shares) => shares.get(placement) ?? 0);
    const [low, high] = [Math.min(...then), Math.max(...then)];
    const distance = isRise ? share - high : low - share;
    if (distance >= most) [found, most] = [{ placement, share, low, high }, distance];
  }
  return found;
}
