/** Longer lists are cut: a sentence is for people, `Finding.tierIds` has them all. */
const mostNamed = 5;

/** `tier 7`, `tiers 7 and 8`, or `9 tiers (1, 2, 3, 4, 5 and 4 more)`. */
export function named(noun: string, names: readonly (number | string)[]): string {
  if (names.length === 1) return `${noun} ${names[0]}`;
  if (names.length <= mostNamed) return `${plural(noun)} ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const first = names.slice(0, mostNamed).join(', ');
  return `${names.length} ${plural(noun)} (${first} and ${names.length - mostNamed} more)`;
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
