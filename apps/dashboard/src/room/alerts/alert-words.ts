const kindWords: Readonly<Record<string, string>> = {
  auctions: 'traffic',
  fill: 'fill',
  price: 'net CPM',
  net: 'net',
  tier: 'a tier',
  buyer: 'a buyer',
};

/** How unlikely it is, in a sentence; nothing where it is no chance. */
export function chanceWords(everyDays: number): string {
  if (everyDays === 0) return '';
  if (everyDays >= 3650) return 'By chance that comes less often than once in ten years.';
  return `By chance that comes about once in ${Math.max(1, Math.round(everyDays))} days.`;
}

/** What else is off because of it, in a sentence: names as the service has them, such as `fill,tier:5`. */
export function alsoWords(also: string | null): string {
  if (also === null || also === '') return '';
  const kinds = also.split(',').map((name) => kindWords[name.split(':')[0]!] ?? 'another figure');
  return `Also below what is usual: ${[...new Set(kinds)].join(', ')}.`;
}
