import { spreadOf, standardErrorOf, total } from '@auction-tiers/inference';
import { type Arm, bucketCount } from './assignment.ts';
import { buyerBlockCount, countCell, type ExperimentCounts } from './counts.ts';

/** An estimate with its standard error. */
export interface Estimated {
  readonly mean: number;
  readonly error: number;
  readonly degreesOfFreedom: number;
}

type Row = ReturnType<ExperimentCounts['rowsOf']>[number];

/** Sums rows by group; rows of the group undefined are left out. */
function sumBy(rows: readonly Row[], groupOf: (key: readonly string[]) => string | undefined) {
  const groups = new Map<string, Float64Array>();
  for (const { key, cells } of rows) {
    const group = groupOf(key);
    if (group === undefined) continue;
    const sums = groups.get(group);
    if (sums === undefined) groups.set(group, cells.slice());
    else for (const [at, value] of cells.entries()) sums[at]! += value;
  }
  return [...groups.values()];
}

/** A figure of a row. */
type Figure = (cells: Float64Array) => number;
const ofControl: Figure = (cells) => cells[countCell.control]!;
const ofTreatment: Figure = (cells) => cells[countCell.treatment]!;
const ofRules: Figure = (cells) => ofTreatment(cells) - ofControl(cells);

function ratioOf(rows: readonly Float64Array[], figure: Figure, sizeOf: Figure): Estimated {
  const [values, sizes] = [Float64Array.from(rows, figure), Float64Array.from(rows, sizeOf)];
  const mean = total(values) / total(sizes);
  return { mean, error: standardErrorOf(values, sizes), degreesOfFreedom: rows.length - 1 };
}

const auctionsOf: Figure = (cells) => cells[countCell.auctions]!;

/** Fewer clusters of a kind do not show their variation. */
const leastClusters = 5;
/** With more clusters, their number less 1 approximates the degrees of freedom, whose exact value takes cubic time. */
const mostForSpread = 60;

/**
 * The rules part per auction, over the auctions of both arms, with the largest standard error among the kinds of
 * cluster: units (by 1,024 buckets), hours, days, and cells of a switchback. Money in CPM micros. Undefined without an
 * auction.
 */
export function estimateRules(counts: ExperimentCounts): Estimated | undefined {
  const [hours, units, cells] = [counts.rowsOf('hour'), counts.rowsOf('unit'), counts.rowsOf('cell')];
  if (hours.length === 0) return undefined;
  const kinds = [
    sumBy(units, ([bucket]) => bucket),
    sumBy(hours, ([hour]) => hour),
    sumBy(hours, ([hour]) => String(Math.floor(Number(hour) / 24))),
    sumBy(cells, ([cluster, day]) => `${cluster}/${day}`),
  ];
  const known = kinds.filter((rows) => rows.length >= leastClusters).map((rows) => withSpread(rows));
  const mean = ratioOf(kinds[1]!, ofRules, auctionsOf).mean;
  const widest = known.toSorted((one, other) => other.error - one.error)[0];
  return widest === undefined ? undefined : { ...widest, mean };
}

/** The rules part per auction in these hours, each a cluster. The error is unknown if there are few hours. */
export function estimateRulesInHours(hours: readonly Row[]): Estimated & { readonly isErrorKnown: boolean } {
  const rows = sumBy(hours, ([hour]) => hour);
  return { ...ratioOf(rows, ofRules, auctionsOf), isErrorKnown: rows.length >= leastClusters };
}

function withSpread(rows: readonly Float64Array[]): Estimated {
  const estimate = ratioOf(rows, ofRules, auctionsOf);
  if (rows.length > mostForSpread) return estimate;
  const sizes = Float64Array.from(rows, auctionsOf);
  const { degreesOfFreedom } = spreadOf(sizes, (row, column) => (row === column ? 1 : 0), 0);
  return { ...estimate, degreesOfFreedom };
}

/** The number of unit buckets whose sums the draft changes: at least this many units are affected. */
export function countChangedUnits(counts: ExperimentCounts): number {
  return sumBy(counts.rowsOf('unit'), ([bucket]) => bucket).filter((cells) => ofRules(cells) !== 0).length;
}

/** The three parts of the effect by arms, per auction in CPM micros. */
export interface SplitEstimate {
  /** What the auctions of C earn. */
  readonly control: Estimated;
  readonly total: Estimated;
  readonly rulesInT: Estimated;
  readonly buyers: Estimated;
}

/** Ratios of sums over 1,024 buckets of units, for each arm. Undefined until both arms have 20 buckets. */
export function estimateSplit(counts: ExperimentCounts): SplitEstimate | undefined {
  const rows = counts.rowsOf('unit');
  const of = (arm: Arm) => sumBy(rows, ([bucket, own]) => (own === arm ? bucket : undefined));
  const [controls, treated] = [of('C'), of('T')];
  if (controls.length < leastBuckets || treated.length < leastBuckets) return undefined;
  const own = ratioOf(controls, ofControl, auctionsOf);
  return {
    control: own,
    total: less(ratioOf(treated, ofTreatment, auctionsOf), own),
    rulesInT: ratioOf(treated, ofRules, auctionsOf),
    buyers: less(ratioOf(treated, ofControl, auctionsOf), own),
  };
}

const leastBuckets = Math.ceil(bucketCount / 50);

function less(one: Estimated, other: Estimated): Estimated {
  return {
    mean: one.mean - other.mean,
    error: Math.hypot(one.error, other.error),
    degreesOfFreedom: Math.min(one.degreesOfFreedom, other.degreesOfFreedom),
  };
}

/** Combines estimates of phases, weighted by their auctions. */
export function combine(phases: readonly (Estimated & { readonly weight: number })[]): Estimated {
  const weight = phases.reduce((sum, phase) => sum + phase.weight, 0);
  let [mean, variance, degreesOfFreedom] = [0, 0, Infinity];
  for (const phase of phases) {
    const share = phase.weight / weight;
    mean += share * phase.mean;
    variance += (share * phase.error) ** 2;
    degreesOfFreedom = Math.min(degreesOfFreedom, phase.degreesOfFreedom);
  }
  return { mean, error: Math.sqrt(variance), degreesOfFreedom };
}

/** The change of a buyer, T against C, in logarithms; null: too few blocks have the buyer in both arms. */
export interface BuyerEstimate {
  readonly member: number;
  /** In both arms. */
  readonly spent: number;
  /** Spend per auction in each arm, under the tiers that decided; also for a buyer that no longer pays anything. */
  readonly spendByArm: Readonly<Record<Arm, Estimated>> | null;
  readonly spend: Estimated | null;
  readonly meanBid: Estimated | null;
  readonly bidRate: Estimated | null;
}

/** The least blocks of each arm. */
const leastBlocks = 12;

/**
 * The change of each buyer's spend per auction, mean bid and bids per auction, by blocks of units, or by cells of a
 * switchback (`isBlockCounted`: the cells that count). Spend is what the buyer pays under the tiers that decided.
 */
export function estimateBuyers(counts: ExperimentCounts, isBlockCounted: (block: string, arm: Arm) => boolean) {
  const auctions = blocksOfAuctions(counts);
  const byMember = new Map<string, Row[]>();
  for (const row of counts.rowsOf('buyer')) {
    const [member = '', block = '', arm = ''] = row.key;
    if (!isBlockCounted(block, arm as Arm)) continue;
    const rows = byMember.get(member);
    if (rows === undefined) byMember.set(member, [row]);
    else rows.push(row);
  }
  return Array.from(byMember, ([member, rows]): BuyerEstimate => {
    const blocksOf = (arm: Arm) => {
      const byBlock = rowsByBlock(rows, arm);
      const blocks = [...auctions[arm]].filter(([block]) => isBlockCounted(block, arm));
      return blocks.map(([block, size]) => ({ cells: byBlock.get(block) ?? none, size }));
    };
    const own = { C: blocksOf('C'), T: blocksOf('T') };
    const sideOf = (arm: Arm, figure: Figure, sizeOf: Figure | null) => ratioOfBlocks(own[arm], figure, sizeOf);
    const logOf = (figures: Readonly<Record<Arm, Figure>>, sizes: Figure | null): Estimated | null => {
      const [one, other] = [sideOf('T', figures.T, sizes), sideOf('C', figures.C, sizes)].map(toLogarithm);
      return one && other ? less(one, other) : null;
    };
    const [spendT, spendC] = [sideOf('T', ofTreatment, null), sideOf('C', ofControl, null)];
    const spent = rows.reduce((sum, { key, cells }) => sum + (key[2] === 'T' ? ofTreatment : ofControl)(cells), 0);
    return {
      member: Number(member),
      spent,
      spendByArm: spendT === null || spendC === null ? null : { C: spendC, T: spendT },
      spend: logOf({ C: ofControl, T: ofTreatment }, null),
      meanBid: logOf({ C: ofBidSum, T: ofBidSum }, ofBids),
      bidRate: logOf({ C: ofBids, T: ofBids }, null),
    };
  }).toSorted((one, other) => other.spent - one.spent);
}

const ofBids: Figure = (cells) => cells[countCell.controlSold]!;
const ofBidSum: Figure = (cells) => cells[countCell.treatmentSold]!;

function rowsByBlock(rows: readonly Row[], arm: Arm): ReadonlyMap<string, Float64Array> {
  return new Map(rows.flatMap(({ key, cells }) => (key[2] === arm ? [[key[1]!, cells] as const] : [])));
}

/** Auctions by arm and block. */
function blocksOfAuctions(counts: ExperimentCounts): Readonly<Record<Arm, ReadonlyMap<string, number>>> {
  const blocks = { C: new Map<string, number>(), T: new Map<string, number>() };
  const cells = counts.rowsOf('cell');
  const rows = cells.length > 0 ? cells : counts.rowsOf('unit');
  for (const { key, cells: own } of rows) {
    const arm = key.at(-1) as Arm;
    const block = cells.length > 0 ? `${key[0]}.${key[1]}` : String(Number(key[0]) % buyerBlockCount);
    blocks[arm].set(block, (blocks[arm].get(block) ?? 0) + auctionsOf(own));
  }
  return blocks;
}

const none = new Float64Array(5);

/** A ratio of sums over blocks; `sizeOf` null: per auction. */
function ratioOfBlocks(
  blocks: readonly { readonly cells: Float64Array; readonly size: number }[],
  figure: Figure,
  sizeOf: Figure | null,
): Estimated | null {
  if (blocks.length < leastBlocks) return null;
  const values = Float64Array.from(blocks, ({ cells }) => figure(cells));
  const sizes = Float64Array.from(blocks, ({ cells, size }) => (sizeOf === null ? size : sizeOf(cells)));
  if (!(total(sizes) > 0)) return null;
  return {
    mean: total(values) / total(sizes),
    error: standardErrorOf(values, sizes),
    degreesOfFreedom: blocks.length - 1,
  };
}

/** The logarithm of an estimate, with its error by the delta method. */
function toLogarithm(estimate: Estimated | null): Estimated | null {
  if (estimate === null || !(estimate.mean > 0)) return null;
  return { ...estimate, mean: Math.log(estimate.mean), error: estimate.error / estimate.mean };
}
