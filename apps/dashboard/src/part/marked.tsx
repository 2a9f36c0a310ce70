interface MarkedProps {
  readonly text: string;
  /** What a search looks for; null: there is no search. */
  readonly phrase: RegExp | null;
}

/** A text in which the phrase of a search is marked wherever it occurs. */
export function Marked({ text, phrase }: MarkedProps) {
  if (phrase === null) return text;
  const each = new RegExp(phrase, 'giu');
  const found = [...text.matchAll(each)];
  return text
    .split(each)
    .flatMap((rest, at) => [rest, ...(at < found.length ? [<mark key={found[at]!.index}>{found[at]![0]}</mark>] : [])]);
}
