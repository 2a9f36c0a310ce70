const leastLetters = 4;

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= leastLetters);

/** The one buyer whose name shares a word with a seat; null: none does, or several do. */
export function likelyBuyer<Buyer extends { readonly name: string }>(
  seat: string,
  buyers: readonly Buyer[],
): Buyer | null {
  const words = new Set(wordsOf(seat));
  const found = buyers.filter(({ name }) => wordsOf(name).some((word) => words.has(word)));
  return found.length === 1 ? found[0]! : null;
}
