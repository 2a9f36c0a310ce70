/** JSON that is always the same, as bytes eight at a time; the last eight are filled up with zeros. */
export interface Piece {
  /** Numbers only in so far as they are copied in one go: ASCII never looks like a NaN, whose bits a copy may change. */
  readonly eights: Float64Array;
  readonly length: number;
}

/** A piece of ASCII text. */
export function piece(text: string): Piece {
  const bytes = new Uint8Array((text.length + 7) & ~7);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const view = new DataView(bytes.buffer);
  const eights = Float64Array.from({ length: bytes.length >> 3 }, (_, at) => view.getFloat64(8 * at, true));
  return { eights, length: text.length };
}
