import type { Arm, ExperimentCountsData, Place } from '@auction-tiers/experiment';
import {
  bucketCount,
  buyerBlockCount,
  changeBin,
  ExperimentCounts,
  partOfDay,
  partsPerDay,
} from '@auction-tiers/experiment';
import type { AuctionRequest, Decision } from '@auction-tiers/tier-engine';

/** Numbers of a row: auctions, sold and then net under control and treatment; of buyers bids and prices, not sold. */
const width = 5;
/** Most buyers that are counted: the first to win, which soon include the largest. With cells there are many rows. */
const [mostBuyers, mostBuyersOfCells] = [32, 12];
/** Differences are of bins from -127 to 127. */
const middleBin = 128;
const arms = ['C', 'T'] as const;
const hoursPerDay = 24;
/** A cell's part of the day and cluster make one key. */
const mostClusters = 64;

/** The cell of an auction in a switchback. `cluster`: -1 for none; `hour`: since the first day, 24 per local day. */
export interface Cell {
  readonly cluster: number;
  readonly hour: number;
}

/** The attributes of an auction that its counts depend on. */
interface Counted {
  readonly arm: Arm;
  readonly place: Place;
  readonly hasUnit: boolean;
  readonly hour: number;
  readonly cell: Cell | null;
}

/** The decisions of the two arms about one auction. */
export interface Outcome {
  readonly control: Decision;
  readonly treatment: Decision;
  readonly controlMicros: number;
  readonly treatmentMicros: number;
  /** The tiers of the winners; null: none. */
  readonly tierOfControl: number | null;
  readonly tierOfTreatment: number | null;
}

/**
 * The counts of a phase in this process since they were last taken: the rows of `ExperimentCounts`, in arrays. By names
 * of rows an auction of 10 bids took 43 us to count, now 9. That class is the reference in the test.
 */
export class PhaseCounts {
  readonly #hours = new Map<number, Float64Array>();
  readonly #units = new Float64Array(2 * bucketCount * width);
  readonly #changes = new Float64Array(2 * middleBin * width);
  readonly #withoutUnit = new Float64Array(width);
  readonly #buyers = new Map<number, number>();
  /** By block, then side, then buyer: the numbers that one auction changes are close together in memory. */
  readonly #buyerSums = new Float64Array(buyerBlockCount * 2 * mostBuyers * width);
  /** By day and part of the day, then buyer. */
  readonly #paces = new Map<number, Float64Array>();
  /** By buyer, and by tier: wins and net under either tier set. */
  readonly #won = { buyer: new Map<number, Float64Array>(), tier: new Map<number, Float64Array>() };
  /** By buyer: the number of the last auction that the buyer bid in. */
  readonly #seen = new Float64Array(mostBuyers);
  readonly #ids = { C: new Set<number>(), T: new Set<number>() };
  /** The present day's sums of each arm by part of the day and cluster. */
  readonly #cells = new Map<number, Float64Array>();
  /** The day of the cells, and the counts of earlier days that were not taken yet. */
  #day = 0;
  #before: ExperimentCounts | null = null;
  #auctions = 0;

  get isEmpty(): boolean {
    return this.#ids.C.size + this.#ids.T.size === 0 && this.#before === null;
  }

  count({ arm, place, hasUnit, hour, cell }: Counted, request: AuctionRequest, outcome: Outcome): void {
    const side = arm === 'C' ? 0 : 1;
    if (cell !== null) this.#beginDay(Math.floor(hour / hoursPerDay));
    addTo(this.#hours, hour, side, outcome);
    add(this.#units, (2 * place.bucket + side) * width, outcome);
    const change = outcome.treatmentMicros - outcome.controlMicros;
    if (change !== 0) add(this.#changes, (middleBin + changeBin(change)) * width, outcome);
    if (!hasUnit) add(this.#withoutUnit, 0, outcome);
    this.#ids[arm].add(place.id);
    this.#countWin(request, outcome.control, outcome.tierOfControl, 1, outcome.controlMicros);
    this.#countWin(request, outcome.treatment, outcome.tierOfTreatment, 2, outcome.treatmentMicros);
    if (cell === null) this.#countBuyers(2 * (place.bucket % buyerBlockCount) + side, hour, request, outcome);
    else if (cell.cluster < 0) this.#countBuyers(null, hour, request, outcome);
    else {
      addTo(this.#cells, partOfDay(hour) * mostClusters + cell.cluster, side, outcome);
      this.#countBuyers(2 * cell.cluster + side, hour, request, outcome);
    }
  }

  /** `wins`: the number of the row that counts wins under the tier set; the net is two numbers after it. */
  #countWin(
    { bids }: AuctionRequest,
    { winnerIndex }: Decision,
    tier: number | null,
    wins: number,
    micros: number,
  ): void {
    if (winnerIndex < 0) return;
    addWin(this.#won.buyer, bids[winnerIndex]!.memberId, wins, micros);
    addWin(this.#won.tier, tier, wins, micros);
  }

  /** Sets the counts of another day aside, because the keys of cells do not have the day. */
  #beginDay(day: number): void {
    if (day !== this.#day && !this.isEmpty) {
      const data = this.take();
      this.#before = new ExperimentCounts();
      this.#before.merge(data);
    }
    this.#day = day;
  }

  /** `block` null: in no cluster, where buyers are counted by part of the day only. */
  #countBuyers(block: number | null, hour: number, { bids }: AuctionRequest, outcome: Outcome): void {
    const { control, treatment, controlMicros, treatmentMicros } = outcome;
    if (block !== null) {
      this.#follow(bids[control.winnerIndex]?.memberId);
      this.#follow(bids[treatment.winnerIndex]?.memberId);
    }
    const auction = ++this.#auctions;
    const sums = this.#buyerSums;
    const paces = this.#pacesAt(hour);
    for (let index = 0; index < bids.length; index++) {
      const buyer = this.#buyers.get(bids[index]!.memberId ?? 0);
      if (buyer === undefined) continue;
      const isFirst = this.#seen[buyer] !== auction;
      this.#seen[buyer] = auction;
      if (isFirst) paces[buyer * width]!++;
      if (index === control.winnerIndex) paces[buyer * width + 3]! += controlMicros;
      if (block === null) continue;
      const at = (block * mostBuyers + buyer) * width;
      if (isFirst) sums[at]!++;
      sums[at + 1]!++;
      sums[at + 2]! += control.netMicros[index]!;
      if (index === control.winnerIndex) sums[at + 3]! += controlMicros;
      if (index === treatment.winnerIndex) sums[at + 4]! += treatmentMicros;
    }
  }

  /** The sums of buyers in an hour's part of the day. */
  #pacesAt(hour: number): Float64Array {
    const part = Math.floor(hour / hoursPerDay) * partsPerDay + partOfDay(hour);
    let paces = this.#paces.get(part);
    if (paces === undefined) this.#paces.set(part, (paces = new Float64Array(mostBuyers * width)));
    return paces;
  }

  #follow(member: number | null | undefined): void {
    if (member === null || member === undefined) return;
    const most = this.#cells.size > 0 ? mostBuyersOfCells : mostBuyers;
    if (this.#buyers.size < most && !this.#buyers.has(member)) this.#buyers.set(member, this.#buyers.size);
  }

  /** Returns the counts and resets them. The sums of a second are far below what a double holds exactly. */
  take(): ExperimentCountsData {
    const rows: Record<string, { readonly low: number[]; readonly carries: null }> = {};
    // Most rows of a second are empty, and need no name.
    const note = (nameOf: () => string, sums: Float64Array, at: number) => {
      if (sums[at] === 0) return;
      const low: number[] = [];
      for (let cell = at; cell < at + width; cell++) {
        low.push(sums[cell]!);
        sums[cell] = 0;
      }
      rows[nameOf()] = { low, carries: null };
    };
    const isSwitchback = this.#cells.size > 0;
    for (const [side, arm] of arms.entries()) {
      for (const [hour, sums] of this.#hours) note(() => `hour/${hour}/${arm}`, sums, side * width);
      for (let bucket = 0; bucket < bucketCount; bucket++) {
        note(() => `unit/${bucket}/${arm}`, this.#units, (2 * bucket + side) * width);
      }
      for (const [member, buyer] of this.#buyers) {
        for (let block = 0; block < buyerBlockCount; block++) {
          const at = ((2 * block + side) * mostBuyers + buyer) * width;
          note(() => `buyer/${member}/${isSwitchback ? `${block}.${this.#day}` : block}/${arm}`, this.#buyerSums, at);
        }
      }
      for (const [at, sums] of this.#cells) {
        const [part, cluster] = [Math.floor(at / mostClusters), at % mostClusters];
        note(() => `cell/${cluster}/${this.#day}/${part}/${arm}`, sums, side * width);
      }
    }
    for (const [part, sums] of this.#paces) {
      const name = `${Math.floor(part / partsPerDay)}/${part % partsPerDay}`;
      for (const [member, buyer] of this.#buyers) note(() => `pace/${member}/${name}`, sums, buyer * width);
    }
    for (let bin = 1 - middleBin; bin < middleBin; bin++)
      note(() => `change/${bin}`, this.#changes, (middleBin + bin) * width);
    note(() => 'without_unit', this.#withoutUnit, 0);
    for (const [kind, of] of Object.entries(this.#won)) {
      for (const [id, sums] of of) rows[`won/${kind}/${id}`] = { low: Array.from(sums), carries: null };
      of.clear();
    }
    const { C, T } = this.#ids;
    const data = { rows, units: { level: 0, C: [...C], T: [...T] } };
    this.#hours.clear();
    this.#cells.clear();
    this.#paces.clear();
    C.clear();
    T.clear();
    if (this.#before === null) return data;
    const all = this.#before;
    this.#before = null;
    all.merge(data);
    return all.toData();
  }
}

function addTo(rows: Map<number, Float64Array>, name: number, side: number, outcome: Outcome): void {
  let sums = rows.get(name);
  if (sums === undefined) rows.set(name, (sums = new Float64Array(2 * width)));
  add(sums, side * width, outcome);
}

function addWin(rows: Map<number, Float64Array>, id: number | null, wins: number, micros: number): void {
  if (id === null) return;
  let sums = rows.get(id);
  if (sums === undefined) rows.set(id, (sums = new Float64Array(width)));
  sums[wins]!++;
  sums[wins + 2]! += micros;
}

function add(sums: Float64Array, at: number, { controlMicros, treatmentMicros }: Outcome): void {
  sums[at]!++;
  if (controlMicros > 0) sums[at + 1]!++;
  if (treatmentMicros > 0) sums[at + 2]!++;
  sums[at + 3]! += controlMicros;
  sums[at + 4]! += treatmentMicros;
}
