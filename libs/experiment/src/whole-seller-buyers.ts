import { studentTail } from '@auction-tiers/inference';
import { countCell, type ExperimentCounts, partOfDay, partsPerDay } from './counts.ts';
import type { BuyerEstimate } from './split.ts';

/** The counts of a part of a day, by buyer: its bids, and the net that it paid under the live tiers, CPM micros. */
export interface PartOfDay {
  readonly day: number | string;
  readonly part: number;
  readonly auctions: number;
  readonly bids: ReadonlyMap<number, number>;
  readonly net: ReadonlyMap<number, number>;
}

/** What a large buyer did in the two weeks before the start of an experiment. */
export interface BuyerBefore {
  readonly member: number;
  /** The days with its net, and of them the mean and deviation of the logarithm of its net per auction. */
  readonly days: number;
  readonly logNet: number;
  readonly deviation: number;
  /** Its bids per auction in the last quarter of a day, over those of the whole day. */
  readonly late: number;
}

/** A buyer is large from this share of all spend on, and swells where the draft makes it spend over half more. */
const [largeShare, swollenBy] = [0.05, Math.log(1.5)];
/** With fewer days before, or since the start, nothing is usual. */
const leastDays = 7;
/** A buyer falls silent where the last quarter of the day has under half of the bids that it had before. */
const silentBelow = 0.5;
/** With fewer bids expected there, their lack may be chance. */
const leastLateBids = 30;
/** A buyer that does not bid at weekends is away for two days. */
const leastLastDays = 3;
/**
 * Of experiments whose buyers do as before, the share in which one seems to fall. A smaller one finds too few: of 44
 * simulated tests in which buyers learn to bid 9 % less, 6 were published with 5 %.
 */
const falseShare = 0.1;

/** The large buyers of the days before, by net; those with too few days are left out. */
export function usualOfBuyers(parts: readonly PartOfDay[]): BuyerBefore[] {
  const members = new Set(parts.flatMap(({ net }) => [...net.keys()]));
  const all = parts.reduce((sum, { net }) => [...net.values()].reduce((own, micros) => own + micros, sum), 0);
  return [...members].flatMap((member): BuyerBefore[] => {
    const paid = parts.reduce((sum, { net }) => sum + (net.get(member) ?? 0), 0);
    const logs = dailyLogarithms(parts, ({ net }) => net.get(member) ?? 0);
    if (paid < largeShare * all || logs.length < leastDays) return [];
    const logNet = meanOf(logs);
    const squares = logs.reduce((sum, value) => sum + (value - logNet) ** 2, 0);
    const late = lateShare(parts, ({ bids }) => bids.get(member) ?? 0).share;
    return [{ member, days: logs.length, logNet, deviation: Math.sqrt(squares / (logs.length - 1)), late }];
  });
}

/** The buyers that act, or seem to act, on the whole seller, which cells cannot see, by what shows it. */
export interface WholeSellerBuyers {
  /** Spends over half more where the draft decides: does it have the budget for the whole seller? */
  readonly swelling: readonly number[];
  /** Has stopped bidding in the last quarter of its days, or on the last quarter of the days. */
  readonly silent: readonly number[];
  /** What the live tiers would have it pay, under both arms, has fallen beyond its usual range. */
  readonly falling: readonly number[];
}

/** `days`: the whole days so far. `before` empty: nothing is known of the time before the start. */
export function findWholeSellerBuyers(
  counts: ExperimentCounts,
  buyers: readonly BuyerEstimate[],
  before: readonly BuyerBefore[],
  days: readonly number[],
): WholeSellerBuyers {
  const spentByAll = buyers.reduce((sum, { spent }) => sum + spent, 0);
  const swelling = buyers.flatMap(({ member, spent, spend }) =>
    spent >= largeShare * spentByAll && spend !== null && spend.mean > swollenBy ? [member] : [],
  );
  if (days.length < leastDays) return { swelling, silent: [], falling: [] };
  const parts = partsOf(counts, days);
  const membersOf = (isNamed: (buyer: BuyerBefore) => boolean) =>
    before.flatMap((buyer) => (isNamed(buyer) ? [buyer.member] : []));
  return {
    swelling,
    silent: membersOf((buyer) => isSilent(parts, buyer)),
    falling: findFalling(parts, before),
  };
}

/** What the experiment counted by day, part of the day and buyer, in both arms. */
function partsOf(counts: ExperimentCounts, days: readonly number[]): PartOfDay[] {
  const isWhole = new Set(days);
  const sums = new Map<string, { day: number; part: number; auctions: number; bids: Numbers; net: Numbers }>();
  for (const { key, cells } of counts.rowsOf('hour')) {
    const hour = Number(key[0]);
    const [day, part] = [Math.floor(hour / hoursPerDay), partOfDay(hour)];
    if (!isWhole.has(day)) continue;
    const sum = sums.get(`${day}/${part}`) ?? { day, part, auctions: 0, bids: new Map(), net: new Map() };
    sum.auctions += cells[countCell.auctions]!;
    sums.set(`${day}/${part}`, sum);
  }
  for (const { key, cells } of counts.rowsOf('pace')) {
    const [member, day, part] = key.map(Number);
    const sum = sums.get(`${day}/${part}`);
    sum?.bids.set(member!, cells[countCell.auctions]!);
    sum?.net.set(member!, cells[countCell.control]!);
  }
  return [...sums.values()];
}

type Numbers = Map<number, number>;
const hoursPerDay = 24;

function isSilent(parts: readonly PartOfDay[], { member, late }: BuyerBefore): boolean {
  const bidsOf = ({ bids }: PartOfDay) => bids.get(member) ?? 0;
  const { share, auctions, rate } = lateShare(parts, bidsOf);
  if (auctions * rate * late >= leastLateBids && share < silentBelow * late) return true;
  const days = [...new Set(parts.map(({ day }) => Number(day)))].toSorted((one, other) => one - other);
  const last = new Set(days.slice(-Math.floor(days.length / partsPerDay)));
  if (last.size < leastLastDays) return false;
  return parts.every((part) => !last.has(Number(part.day)) || bidsOf(part) === 0);
}

/**
 * The buyers that fall beyond their usual range, the share of false ones controlled over all of them (Hochberg,
 * Biometrika 75 (1988)): where all fall together, as those of a market do, each has the whole share.
 */
function findFalling(parts: readonly PartOfDay[], before: readonly BuyerBefore[]): number[] {
  const tails = before
    .map((buyer) => ({ member: buyer.member, below: probabilityBelow(parts, buyer) }))
    .toSorted((one, other) => other.below - one.below);
  const first = tails.findIndex(({ below }, at) => below <= falseShare / (at + 1));
  if (first < 0) return [];
  const members = new Set(tails.slice(first).map(({ member }) => member));
  return before.flatMap(({ member }) => (members.has(member) ? [member] : []));
}

/** The probability of a net per auction as far below that of the days before, or further, if the buyer does as then. */
function probabilityBelow(parts: readonly PartOfDay[], before: BuyerBefore): number {
  const logs = dailyLogarithms(parts, ({ net }) => net.get(before.member) ?? 0);
  const error = before.deviation * Math.sqrt(1 / before.days + 1 / logs.length);
  if (logs.length === 0 || error === 0) return logs.length === 0 ? 0 : 1;
  const fall = (before.logNet - meanOf(logs)) / error;
  const tail = studentTail(Math.abs(fall), before.days - 1);
  return fall > 0 ? tail : 1 - tail;
}

/** By day with any, the logarithm of a figure per auction. */
function dailyLogarithms(parts: readonly PartOfDay[], figure: (part: PartOfDay) => number): number[] {
  const byDay = Map.groupBy(parts, ({ day }) => day).values();
  return Array.from(byDay, (own) => sumOf(own, figure) / sumOf(own, ({ auctions }) => auctions)).flatMap((value) =>
    value > 0 ? [Math.log(value)] : [],
  );
}

/** The bids per auction in the last quarter of the days over those of all quarters, and what they are of. */
function lateShare(parts: readonly PartOfDay[], bidsOf: (part: PartOfDay) => number) {
  const lateParts = parts.filter(({ part }) => part === partsPerDay - 1);
  const auctionsOf = ({ auctions }: PartOfDay) => auctions;
  const rate = sumOf(parts, bidsOf) / sumOf(parts, auctionsOf);
  const auctions = sumOf(lateParts, auctionsOf);
  return { share: rate > 0 && auctions > 0 ? sumOf(lateParts, bidsOf) / auctions / rate : 0, auctions, rate };
}

const sumOf = (parts: readonly PartOfDay[], figure: (part: PartOfDay) => number) =>
  parts.reduce((sum, part) => sum + figure(part), 0);
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
