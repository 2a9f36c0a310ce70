const listedIds = 10;

/** The beginning of a sentence: `Tier 7`, or `12 tiers (1, 2, 3 and 9 more)`. */
export function listOf(noun: string, ids: readonly number[]): string {
  const shown = ids.slice(0, listedIds).join(', ');
  const more = ids.length > listedIds ? ` and ${ids.length - listedIds} more` : '';
  return ids.length === 1 ? `${capital(noun)} ${shown}` : `${ids.length} ${noun}s (${shown}${more})`;
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A number within a sentence, with a true minus sign. */
export function figure(value: number): string {
  return String(value).replace('-', '\u2212');
}
