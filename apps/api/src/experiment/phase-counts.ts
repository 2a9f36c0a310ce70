import type { Arm, ExperimentCountsData, Place } from '@auction-tiers/experiment';
import { bucketCount, buyerBlockCount, changeBin } from '@auction-tiers/experiment';
import type { AuctionRequest, Decision } from '@auction-tiers/tier-engine';

/** Cells of a row: auctions, sold under control and treatment, and what both earn; of buyers bids and their prices. */
const width = 5;
/** Buyers whose part is counted: the first that win, among which the largest are found at once. */
const mostBuyers = 32;
/** Differences are of bins from -127 to 127. */
const middleBin = 128;
const arms = ['C', 'T'] as const;

/** What the two arms make of one auction. */
export interface Outcome {
  readonly control: Decision;
  readonly treatment: Decision;
  readonly controlMicros: number;
  readonly treatmentMicros: number;
}

/**
 * What this process has counted of a phase since it was last taken: the rows of `ExperimentCounts`, in arrays. With its
 * names of rows an auction of 10 bids took 43 us to count, and so it takes 9. It is the reference in the test.
 */
export class PhaseCounts {
  readonly #hours = new Map<number, Float64Array>();
  readonly #units = new Float64Array(2 * bucketCount * width);
  readonly #changes = new Float64Array(2 * middleBin * width);
  readonly #withoutUnit = new Float64Array(width);
  readonly #buyers = new Map<number, number>();
  readonly #buyerSums = new Float64Array(mostBuyers * buyerBlockCount * 2 * width);
  /** By buyer: the number of the last auction that it bid in. */
  readonly #seen = new Float64Array(mostBuyers);
  readonly #ids = { C: new Set<number>(), T: new Set<number>() };
  #auctions = 0;

  get isEmpty(): boolean {
    return this.#ids.C.size + this.#ids.T.size === 0;
  }

  count(arm: Arm, place: Place, hasUnit: boolean, hour: number, request: AuctionRequest, outcome: Outcome): void {
    const side = arm === 'C' ? 0 : 1;
    let hours = this.#hours.get(hour);
    if (hours === undefined) this.#hours.set(hour, (hours = new Float64Array(2 * width)));
    add(hours, side * width, outcome);
    add(this.#units, (2 * place.bucket + side) * width, outcome);
    const change = outcome.treatmentMicros - outcome.controlMicros;
    if (change !== 0) add(this.#changes, (middleBin + changeBin(change)) * width, outcome);
    if (!hasUnit) add(this.#withoutUnit, 0, outcome);
    this.#countBuyers(2 * (place.bucket % buyerBlockCount) + side, request, outcome);
    this.#ids[arm].add(place.id);
  }

  #countBuyers(block: number, { bids }: AuctionRequest, outcome: Outcome): void {
    const { control, treatment, controlMicros, treatmentMicros } = outcome;
    this.#follow(bids[control.winnerPlace]?.memberId);
    this.#follow(bids[treatment.winnerPlace]?.memberId);
    const auction = ++this.#auctions;
    const sums = this.#buyerSums;
    for (let place = 0; place < bids.length; place++) {
      const buyer = this.#buyers.get(bids[place]!.memberId ?? 0);
      if (buyer === undefined) continue;
      const at = (buyer * 2 * buyerBlockCount + block) * width;
      if (this.#seen[buyer] !== auction) {
        this.#seen[buyer] = auction;
        sums[at]!++;
      }
      sums[at + 1]!++;
      sums[at + 2]! += control.netMicros[place]!;
      if (place === control.winnerPlace) sums[at + 3]! += controlMicros;
      if (place === treatment.winnerPlace) sums[at + 4]! += treatmentMicros;
    }
  }

  #follow(member: number | null | undefined): void {
    if (member === null || member === undefined) return;
    if (this.#buyers.size < mostBuyers && !this.#buyers.has(member)) this.#buyers.set(member, this.#buyers.size);
  }

  /** Gives what was counted, and begins again. A second of it is far below what a double holds exactly. */
  take(): ExperimentCountsData {
    const rows: Record<string, { readonly low: number[]; readonly carries: null }> = {};
    const note = (name: string, sums: Float64Array, at: number) => {
      if (sums[at] === 0) return;
      rows[name] = { low: Array.from(sums.subarray(at, at + width)), carries: null };
      sums.fill(0, at, at + width);
    };
    for (const [side, arm] of arms.entries()) {
      for (const [hour, sums] of this.#hours) note(`hour/${hour}/${arm}`, sums, side * width);
      for (let bucket = 0; bucket < bucketCount; bucket++) {
        note(`unit/${bucket}/${arm}`, this.#units, (2 * bucket + side) * width);
      }
      for (const [member, buyer] of this.#buyers) {
        for (let block = 0; block < buyerBlockCount; block++) {
          const at = (buyer * 2 * buyerBlockCount + 2 * block + side) * width;
          note(`buyer/${member}/${block}/${arm}`, this.#buyerSums, at);
        }
      }
    }
    for (let bin = 1 - middleBin; bin < middleBin; bin++)
      note(`change/${bin}`, this.#changes, (middleBin + bin) * width);
    note('without_unit', this.#withoutUnit, 0);
    const { C, T } = this.#ids;
    const data = { rows, units: { level: 0, C: [...C], T: [...T] } };
    this.#hours.clear();
    C.clear();
    T.clear();
    return data;
  }
}

function add(sums: Float64Array, at: number, { controlMicros, treatmentMicros }: Outcome): void {
  sums[at]!++;
  if (controlMicros > 0) sums[at + 1]!++;
  if (treatmentMicros > 0) sums[at + 2]!++;
  sums[at + 3]! += controlMicros;
  sums[at + 4]! += treatmentMicros;
}
