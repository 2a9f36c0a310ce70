const fnvPrime = 0x01000193;
/** The FNV offset basis, and the same with every bit inverted: two independent halves of 64 bits. */
const fnvStarts = [0x811c9dc5, 0x7ee3623a] as const;

/** 64 bits as 16 hexadecimal digits, by FNV-1a over UTF-16 units. */
export function hash(text: string): string {
  return fnvStarts
    .map((start) => {
      let word: number = start;
      for (let at = 0; at < text.length; at++) word = Math.imul(word ^ text.charCodeAt(at), fnvPrime);
      return (word >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}
