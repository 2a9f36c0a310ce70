const listedIds = 10;

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 auction`, `2,000 auctions`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${value === 1 ? noun : `${noun}s`}`;
}

/** Of a share from 0 to 1. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** The beginning of a sentence: `Tier 7`, or `12 tiers (1, 2, 3 and 9 more)`. */
export function listOf(noun: string, ids: readonly number[]): string {
  const shown = ids.slice(0, listedIds).join(', ');
  const more = ids.length > listedIds ? ` and ${ids.length - listedIds} more` : '';
  return ids.length === 1 ? `${capital(noun)} ${shown}` : `${ids.length} ${noun}s (${shown}${more})`;
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
