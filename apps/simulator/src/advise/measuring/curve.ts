/** Figures of all auctions under one alternative, less those under the present tiers. CPM micros. */
export interface Change {
  readonly net: number;
  /** What the auctions would bring with no bid in a tier: net plus forgone. */
  readonly untiered: number;
  readonly wins: number;
  readonly bids: number;
  /** What each commitment counts. */
  readonly amounts: Float64Array;
}

const firstRoom = 1024;

/** Rows of numbers in one array that grows. */
class Rows {
  #values: Float64Array;
  count = 0;
  readonly width: number;

  constructor(width: number) {
    this.width = width;
    this.#values = new Float64Array(firstRoom * width);
  }

  get values(): Float64Array {
    return this.#values;
  }

  /** Adds a row of zeros, and gives the place of its first value. */
  add(): number {
    const at = this.count++ * this.width;
    if (at + this.width > this.#values.length) {
      const larger = new Float64Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    return at;
  }
}

/** Columns of a row, before those of the commitments. */
const [atPrice, atNet, atSlope, atUntiered, atWins, atBids, firstAmount] = [0, 1, 2, 3, 4, 5, 6];

/** The prices at which bids enter a tier, or leave it. */
class Entries {
  readonly #prices = new Rows(1);
  #ascending: Float64Array | undefined;

  add(price: number, bids: number): void {
    for (let bid = 0; bid < bids; bid++) {
      // A new row may take another array.
      const at = this.#prices.add();
      this.#prices.values[at] = price;
    }
    this.#ascending = undefined;
  }

  /** How many are at this price or above it. */
  countFrom(price: number): number {
    const prices = this.ascending();
    let [low, high] = [0, prices.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (prices[middle]! < price) low = middle + 1;
      else high = middle;
    }
    return prices.length - low;
  }

  ascending(): Float64Array {
    return (this.#ascending ??= this.#prices.values.slice(0, this.#prices.count).toSorted());
  }
}

/** The place of a limit on its curve, where bids enter from high to low; null: no limit. */
export const priceOfLimit = (limitMicros: number | null): number => -(limitMicros ?? Infinity);

/**
 * The exact figures of the auctions under every minimum of one tier, or under every limit of its preference (see
 * `priceOfLimit`). At second price the net rises with a minimum that the winner reaches, so between two net bids the curve
 * is a straight line.
 */
export class Curve {
  readonly #steps: Rows;
  /** Most entries change no other figure, and prices alone sort faster. */
  readonly #entered = new Entries();
  /** Under limits, bids that others put out of the tier. */
  readonly #left = new Entries();
  /** The figures under a minimum above every bid, to which the steps are added from high to low. */
  readonly #base: Float64Array;
  readonly #present: Float64Array;
  #sorted: Float64Array | undefined;
  #prices: Float64Array | undefined;

  /** `amounts`: number of commitments. */
  constructor(amounts: number) {
    this.#steps = new Rows(firstAmount + amounts);
    this.#base = new Float64Array(firstAmount + amounts);
    this.#present = new Float64Array(firstAmount + amounts);
  }

  /** Begins an auction with its figures at the highest price; `step` adds lower ones, from high to low. */
  begin(net: number, untiered: number, wins: number, amounts: Float64Array): void {
    this.#fill(this.#present, net, 0, untiered, wins, amounts);
    add(this.#base, this.#present, 1);
  }

  /** The figures of the auction at this minimum and below. `slope` 1: its net is the minimum, not `net`. */
  step(price: number, net: number, slope: 0 | 1, untiered: number, wins: number, amounts: Float64Array): void {
    const at = this.#steps.add();
    const { values, width } = this.#steps;
    const present = this.#present;
    for (let column = 1; column < width; column++) values[at + column] = -present[column]!;
    this.#fill(present, slope === 1 ? 0 : net, slope, untiered, wins, amounts);
    for (let column = 1; column < width; column++) values[at + column]! += present[column]!;
    values[at + atPrice] = price;
    this.#sorted = undefined;
    this.#prices = undefined;
  }

  /** Bids that enter the tier at a price; negative: that leave it. */
  enter(price: number, entered: number): void {
    this.#prices = undefined;
    if (entered > 0) this.#entered.add(price, entered);
    else this.#left.add(price, -entered);
  }

  /** Subtracts the figures of the begun auction under the present tiers, so that `at` gives a change. */
  subtract(net: number, untiered: number, wins: number, bids: number, amounts: Float64Array): void {
    this.#base[atNet]! -= net;
    this.#base[atUntiered]! -= untiered;
    this.#base[atWins]! -= wins;
    this.#base[atBids]! -= bids;
    for (let index = 0; index < amounts.length; index++) this.#base[firstAmount + index]! -= amounts[index]!;
  }

  /** What a minimum changes (null and 0 are the same), or a limit. */
  at(minimum: number): Change {
    const sums = this.#sort();
    const width = this.#steps.width;
    let [low, high] = [0, this.#steps.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle * width]! >= minimum) low = middle + 1;
      else high = middle;
    }
    const row = low === 0 ? this.#base : sums.subarray((low - 1) * width, low * width);
    return {
      net: row[atNet]! + (row[atSlope] === 0 ? 0 : row[atSlope]! * minimum),
      untiered: row[atUntiered]!,
      wins: row[atWins]!,
      bids: row[atBids]! + this.#entered.countFrom(minimum) - this.#left.countFrom(minimum),
      amounts: row.slice(firstAmount),
    };
  }

  /** The prices at which anything changes, ascending, each once. */
  prices(): Float64Array {
    return (this.#prices ??= this.#mergePrices());
  }

  #mergePrices(): Float64Array {
    const steps = this.#sort();
    const { width, count } = this.#steps;
    const entered = this.#entered.ascending();
    const prices = new Float64Array(entered.length + count);
    let length = 0;
    // Merges two sorted lists: the entered prices ascend, the steps descend.
    for (let [at, step] = [0, count - 1]; at < entered.length || step >= 0; ) {
      const price = Math.min(entered[at] ?? Infinity, step < 0 ? Infinity : steps[step * width]!);
      prices[length++] = price;
      while (entered[at] === price) at++;
      while (step >= 0 && steps[step * width] === price) step--;
    }
    return prices.slice(0, length);
  }

  #fill(into: Float64Array, net: number, slope: number, untiered: number, wins: number, amounts: Float64Array): void {
    into[atNet] = net;
    into[atSlope] = slope;
    into[atUntiered] = untiered;
    into[atWins] = wins;
    for (let index = 0; index < amounts.length; index++) into[firstAmount + index] = amounts[index]!;
  }

  /** The steps from high to low, each summed with all steps above it. */
  #sort(): Float64Array {
    if (this.#sorted !== undefined) return this.#sorted;
    const { values, width, count } = this.#steps;
    const order = descending(values, width, count);
    const sums = new Float64Array(count * width);
    const total = this.#base.slice();
    for (let index = 0; index < count; index++) {
      const at = order[index]! * width;
      for (let column = 1; column < width; column++) total[column]! += values[at + column]!;
      total[atPrice] = values[at]!;
      sums.set(total, index * width);
    }
    return (this.#sorted = sums);
  }
}

function add(into: Float64Array, values: Float64Array, sign: number): void {
  for (let at = 0; at < into.length; at++) into[at]! += sign * values[at]!;
}

const wordValues = 2 ** 32;

/**
 * The places of rows by their first values, from high to low. These are whole numbers; where they fit, they are sorted as the
 * high words of numbers of 64 bits, whose low words are the places: comparing by a function takes many times as long.
 */
function descending(values: Float64Array, width: number, count: number): Uint32Array {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < count; at++) {
    least = Math.min(least, values[at * width]!);
    most = Math.max(most, values[at * width]!);
  }
  if (most - least >= wordValues) {
    const order = Uint32Array.from({ length: count }, (_, at) => at);
    return order.toSorted((left, right) => values[right * width]! - values[left * width]!);
  }
  const words = new Uint32Array(2 * count);
  for (let at = 0; at < count; at++) {
    words[2 * at + lowWord] = at;
    words[2 * at + 1 - lowWord] = most - values[at * width]!;
  }
  const ranked = new Uint32Array(new BigUint64Array(words.buffer).toSorted().buffer);
  return Uint32Array.from({ length: count }, (_, at) => ranked[2 * at + lowWord]!);
}

/** The index of the low word of a number of 64 bits, which depends on the machine. */
const lowWord = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;
