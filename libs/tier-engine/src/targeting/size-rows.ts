import type { Impression, Size } from '../impression.ts';
import type { ValueKey, ValueRows } from './value-rows.ts';

const bitsOfHeight = 15;
const mostPacked = 2 ** bitsOfHeight - 1;
const noSizes: readonly Size[] = [];

/** Rows of the size, of which an impression has any number: any one that passes is enough. */
export class SizeRows {
  readonly #rows: ValueRows;
  readonly #any: Int32Array;

  constructor(rows: ValueRows, rowWords: number) {
    this.#rows = rows;
    this.#any = new Int32Array(rowWords);
  }

  narrow(passing: Int32Array, { sizes = noSizes }: Impression): void {
    if (sizes.length <= 1) return this.#rows.narrow(passing, toKey(sizes[0]), { sizes });
    const any = this.#any.fill(0);
    for (const size of sizes) this.#rows.widen(any, toKey(size), { sizes: [size] });
    for (let at = 0; at < any.length; at++) passing[at]! &= any[at]!;
  }
}

/** A small whole number for every size that there is in earnest; a text for others. */
function toKey(size: Size | undefined): ValueKey {
  if (size === undefined) return undefined;
  const { width, height } = size;
  return isPackable(width) && isPackable(height) ? (width << bitsOfHeight) | height : `${width}x${height}`;
}

function isPackable(length: number): boolean {
  return (length & mostPacked) === length;
}
