/** Former names of time zones whose city has another name today. Browsers list either name. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};
const before = new Map(Object.entries(renamed).map(([old, now]) => [now, old]));

/**
 * The browser's time zones by their present names, `America/New York`, with UTC and the zone that is set, maybe under a
 * former name.
 */
export const zonesWith = (zone: string) =>
  [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_/]+/g, ' ')
    .trim();

/** Whether a search finds a zone: by its city, its region or both, also by its former name. */
export function isZoneFound(zone: string, search: string): boolean {
  const text = plain(`${zone} ${before.get(zone) ?? ''}`);
  return plain(search)
    .split(' ')
    .every((word) => text.includes(word));
}
