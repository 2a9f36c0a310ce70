import { ExactSums, type SumsData } from '@auction-tiers/tally';
import type { Arm, Place } from './assignment.ts';

/** The part of a buyer in one auction. */
export interface CountedBuyer {
  readonly member: number;
  /** The number of its bids, and the sum of their net prices. */
  readonly bids: number;
  readonly bidMicros: number;
  /** What the buyer pays, net, under each tier set; 0: it does not win. */
  readonly controlMicros: number;
  readonly treatmentMicros: number;
}

/** The winning buyer under a tier set, and the tier of its bid; null: none. */
export interface Winners {
  readonly buyer: number | null;
  readonly tier: number | null;
}

/** One auction that an experiment decided. */
export interface CountedAuction {
  readonly arm: Arm;
  readonly place: Place;
  /** Whether the seed was used as the unit, because there was none. */
  readonly isWithoutUnit: boolean;
  /** The index of its cluster in a switchback; -1: in no cluster; null: another design. */
  readonly cluster: number | null;
  /** Whole hours since the local midnight before the start. */
  readonly hour: number;
  /** R(C,b) and R(T,b): the net in CPM micros under either tier set, 0 where nothing is sold. */
  readonly controlMicros: number;
  readonly treatmentMicros: number;
  readonly controlWinners: Winners;
  readonly treatmentWinners: Winners;
  /** The watched buyers that bid. */
  readonly buyers: readonly CountedBuyer[];
}

/** Counts as plain data. Rows of the same name are added. */
export interface ExperimentCountsData {
  readonly rows: Readonly<Record<string, SumsData>>;
  readonly units: UnitsData;
}

/** Cells of a row. In rows of buyers `controlSold` is the number of bids, `treatmentSold` the sum of their prices. */
export const countCell = { auctions: 0, controlSold: 1, treatmentSold: 2, control: 3, treatment: 4 } as const;
const width = 5;

/** The parts of a day that are counted separately, to show the course after a change of arm. */
export const partsPerDay = 4;
const [hoursPerDay, hoursPerPart] = [24, 6];
/** The part of the day of an hour, which is counted from the midnight before the start. */
export const partOfDay = (hour: number): number => Math.floor((hour % hoursPerDay) / hoursPerPart);
/** The number of blocks of units that a split counts for each buyer. */
export const buyerBlockCount = 64;

/** The counts of one phase of an experiment: exact sums, which can be added across processes in any order. */
export class ExperimentCounts {
  readonly #sums = new ExactSums(width, { rows: 4096 });
  readonly #rows = new Map<string, number>();
  /** Rows by the first part of their names. */
  readonly #kinds = new Map<string, { readonly key: readonly string[]; readonly row: number }[]>();
  readonly #units = new UnitSample();

  /** Counts an auction. Never throws, because the caller has already decided the auction. */
  add(auction: CountedAuction): void {
    const { arm, place, cluster, hour, controlMicros, treatmentMicros } = auction;
    const day = Math.floor(hour / hoursPerDay);
    const { bucket } = place;
    const addTo = (row: string) => {
      const at = this.#place(row);
      const { cells } = this.#sums;
      cells[at]!++;
      if (controlMicros > 0) cells[at + countCell.controlSold]!++;
      if (treatmentMicros > 0) cells[at + countCell.treatmentSold]!++;
      this.#sums.add(at + countCell.control, controlMicros);
      this.#sums.add(at + countCell.treatment, treatmentMicros);
    };
    addTo(`hour/${hour}/${arm}`);
    addTo(`unit/${bucket}/${arm}`);
    const isInCell = cluster !== null && cluster >= 0;
    if (isInCell) addTo(`cell/${cluster}/${day}/${partOfDay(hour)}/${arm}`);
    if (controlMicros !== treatmentMicros) addTo(`change/${changeBin(treatmentMicros - controlMicros)}`);
    if (auction.isWithoutUnit) addTo('without_unit');
    for (const kind of ['buyer', 'tier'] as const) {
      const [one, other] = [auction.controlWinners[kind], auction.treatmentWinners[kind]];
      if (one !== null) this.#addWin(`won/${kind}/${one}`, countCell.controlSold, countCell.control, controlMicros);
      if (other !== null) {
        this.#addWin(`won/${kind}/${other}`, countCell.treatmentSold, countCell.treatment, treatmentMicros);
      }
    }
    const block = isInCell ? `${cluster}.${day}` : String(bucket % buyerBlockCount);
    for (const buyer of auction.buyers) {
      // By part of the day, in all auctions: those that the buyer bid in, and its net under control.
      const pace = this.#place(`pace/${buyer.member}/${day}/${partOfDay(hour)}`);
      this.#sums.cells[pace]!++;
      this.#sums.add(pace + countCell.control, buyer.controlMicros);
      if (cluster !== null && !isInCell) continue;
      const at = this.#place(`buyer/${buyer.member}/${block}/${arm}`);
      this.#sums.cells[at]!++;
      this.#sums.add(at + countCell.controlSold, buyer.bids);
      this.#sums.add(at + countCell.treatmentSold, buyer.bidMicros);
      this.#sums.add(at + countCell.control, buyer.controlMicros);
      this.#sums.add(at + countCell.treatment, buyer.treatmentMicros);
    }
    this.#units.add(place.id, arm);
  }

  #addWin(row: string, wins: number, net: number, micros: number): void {
    const at = this.#place(row);
    this.#sums.cells[at + wins]!++;
    this.#sums.add(at + net, micros);
  }

  merge({ rows, units }: ExperimentCountsData): void {
    for (const [name, sums] of Object.entries(rows)) this.#sums.merge(this.#place(name), sums);
    this.#units.merge(units);
  }

  toData(): ExperimentCountsData {
    const rows = Object.fromEntries(Array.from(this.#rows, ([name, row]) => [name, this.#sums.toData(row)]));
    return { rows, units: this.#units.toData() };
  }

  /** Returns the counts since the last call, and resets them. */
  take(): ExperimentCountsData {
    const data = this.toData();
    this.#sums.clear();
    this.#rows.clear();
    this.#kinds.clear();
    this.#units.clear();
    return data;
  }

  /** Rows of a kind: the parts of their names, and their cells as doubles. */
  rowsOf(kind: string): { readonly key: readonly string[]; readonly cells: Float64Array }[] {
    return (this.#kinds.get(kind) ?? []).map(({ key, row }) => ({ key, cells: this.#sums.numbers(row, width) }));
  }

  /** The exact sums of an arm. */
  totalsOf(arm: Arm): ArmTotals {
    const sums = [0n, 0n, 0n, 0n, 0n];
    for (const { key, row } of this.#kinds.get('hour') ?? []) {
      if (key[1] !== arm) continue;
      for (let cell = 0; cell < width; cell++) sums[cell]! += this.#sums.exact(row + cell);
    }
    const [auctions, controlSold, treatmentSold] = sums.map(Number);
    const units = this.#units.counts[arm];
    return {
      auctions: auctions!,
      controlSold: controlSold!,
      treatmentSold: treatmentSold!,
      control: sums[countCell.control]!,
      treatment: sums[countCell.treatment]!,
      units,
    };
  }

  /** Distinct units by arm in the sample, and how many units each of them stands for. */
  get units() {
    return this.#units.counts;
  }

  #place(name: string): number {
    let row = this.#rows.get(name);
    if (row !== undefined) return row;
    row = this.#sums.append();
    this.#rows.set(name, row);
    const [kind = '', ...key] = name.split('/');
    const rows = this.#kinds.get(kind);
    if (rows === undefined) this.#kinds.set(kind, [{ key, row }]);
    else rows.push({ key, row });
    return row;
  }
}

/** The totals of an arm. Money in CPM micros; `control` is R(C,b) and `treatment` R(T,b) of its auctions. */
export interface ArmTotals {
  readonly auctions: number;
  readonly controlSold: number;
  readonly treatmentSold: number;
  readonly control: bigint;
  readonly treatment: bigint;
  /** Distinct units; a very large number is estimated from an even sample. */
  readonly units: number;
}

/** Differences in CPM micros are binned by sign and half powers of 2, so that the largest can be left out. */
export function changeBin(difference: number): number {
  const size = 1 + Math.floor(2 * Math.log2(Math.abs(difference)));
  return difference < 0 ? -size : size;
}

/** Distinct units as plain data: by arm the ids that 2 to the `level` divides. */
export interface UnitsData {
  readonly level: number;
  readonly C: readonly number[];
  readonly T: readonly number[];
}

/** The most ids kept; beyond it every other unit is dropped, by its id, so all processes drop the same ones. */
const mostUnits = 262_144;

/**
 * Distinct units by arm, exact up to 262,144, then an even sample of them (Flajolet, On adaptive sampling, Computing 43
 * (1990)). Units are sampled, not auctions, so that a test of their shares stays exact.
 */
class UnitSample {
  readonly #ids = { C: new Set<number>(), T: new Set<number>() };
  #level = 0;

  get counts() {
    const of = 2 ** this.#level;
    const [controls, treated] = [this.#ids.C.size, this.#ids.T.size];
    return { C: controls * of, T: treated * of, sampledC: controls, sampledT: treated, of };
  }

  add(id: number, arm: Arm): void {
    if (id % 2 ** this.#level !== 0) return;
    this.#ids[arm].add(id);
    this.#shrink();
  }

  merge({ level, C, T }: UnitsData): void {
    this.#raiseTo(level);
    for (const id of C) this.add(id, 'C');
    for (const id of T) this.add(id, 'T');
  }

  toData(): UnitsData {
    return { level: this.#level, C: [...this.#ids.C], T: [...this.#ids.T] };
  }

  clear(): void {
    this.#level = 0;
    for (const ids of Object.values(this.#ids)) ids.clear();
  }

  #shrink(): void {
    while (this.#ids.C.size + this.#ids.T.size > mostUnits) this.#raiseTo(this.#level + 1);
  }

  #raiseTo(level: number): void {
    if (level <= this.#level) return;
    this.#level = level;
    for (const ids of Object.values(this.#ids)) {
      for (const id of ids) if (id % 2 ** level !== 0) ids.delete(id);
    }
  }
}
