export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Finds a text that somebody typed, as one phrase: in either case, with `x` for `×` in sizes; null: nothing was typed. */
export function phraseOf(typed: string): RegExp | null {
  const text = typed.trim().replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return text === '' ? null : new RegExp(text.replaceAll(/[x×]/gi, '[x×]').replaceAll(/\s+/g, String.raw`\s+`), 'iu');
}

/** The text to show of a longer one: `short`, or from the phrase on where only the whole text has it: `… Boston DMA`. */
export function excerptOf(short: string, whole: string, phrase: RegExp | null): string {
  if (phrase === null || phrase.test(short)) return short;
  const at = whole.search(phrase);
  return at < 0 ? short : `… ${whole.slice(whole.lastIndexOf(' ', at) + 1)}`;
}
