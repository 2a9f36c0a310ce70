import type { DuckDBListVector, DuckDBVector } from '@duckdb/node-api';

/** Private fields of the client's vectors. The public way is a call per value, which takes several times as long. */
interface Arrays {
  /** Numbers, or places in an enumeration; undefined: texts. */
  readonly items: ArrayLike<number> | undefined;
  /** A bit per value. */
  readonly validity: { readonly data: BigUint64Array | null };
  /** The start and the length of each list. */
  readonly entryData: BigUint64Array;
}

/** How a value is read. */
export interface Reader {
  readonly read: (value: unknown) => unknown;
  /** What the texts of the column's enumeration are read as; undefined: it has none. */
  readonly texts: readonly unknown[] | undefined;
}

/** The values of a vector of doubles, texts or enumerated texts; undefined where there is none. */
export function valuesOf(vector: DuckDBVector, { read, texts }: Reader): unknown[] {
  const { items, validity } = vector as unknown as Arrays;
  const count = vector.itemCount;
  const values: unknown[] = [];
  if (items === undefined) {
    for (let at = 0; at < count; at++) {
      const text = vector.getItem(at);
      values.push(text === null ? undefined : read(text));
    }
    return values;
  }
  for (let at = 0; at < count; at++) values.push(texts === undefined ? items[at] : texts[items[at]!]);
  const isValid = validityOf(validity);
  if (isValid !== undefined) for (let at = 0; at < count; at++) if (!isValid(at)) values[at] = undefined;
  return values;
}

/** Adds to each text the text of the same row in a further vector. */
export function appendTexts(values: unknown[], vector: DuckDBVector): void {
  for (let at = 0; at < values.length; at++) {
    if (values[at] !== undefined) values[at] = `${values[at] as string}${vector.getItem(at) as string}`;
  }
}

/** Where the lists of a vector lie in its child. */
interface Entries {
  /** By row, where its list begins; -1: there is none. */
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

function entriesOf(vector: DuckDBListVector): Entries {
  const { entryData, validity } = vector as unknown as Arrays;
  const count = vector.itemCount;
  // The lower halves of the 64-bit numbers, which hold their values: a bigint would be an object per row.
  const words = new Uint32Array(entryData.buffer, entryData.byteOffset, 4 * count);
  const isValid = validityOf(validity);
  const [starts, lengths] = [new Int32Array(count).fill(-1), new Int32Array(count)];
  for (let row = 0; row < count; row++) {
    if (isValid !== undefined && !isValid(row)) continue;
    starts[row] = words[4 * row]!;
    lengths[row] = words[4 * row + 2]!;
  }
  return { starts, lengths };
}

/** Lists whose values are all in one array. */
export interface Lists extends Entries {
  readonly values: readonly unknown[];
}

export function listsOf(vector: DuckDBListVector, reader: Reader): Lists {
  return { ...entriesOf(vector), values: valuesOf(vector.childVector, reader) };
}

/** Lists of numbers, in the client's own memory. */
export interface NumberLists extends Entries {
  readonly items: Float64Array;
  readonly isValid: ((at: number) => boolean) | undefined;
}

export function numberListsOf(vector: DuckDBListVector): NumberLists {
  const { items, validity } = vector.childVector as unknown as Arrays;
  return { ...entriesOf(vector), items: items as Float64Array, isValid: validityOf(validity) };
}

/** undefined: every value is valid. */
function validityOf({ data }: Arrays['validity']): ((at: number) => boolean) | undefined {
  if (data === null) return undefined;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return (at) => ((bytes[at >>> 3]! >>> (at & 7)) & 1) === 1;
}
