/** Names of before for cities that are called otherwise today. Browsers list either. */
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

export interface ZoneOption {
  readonly value: string;
  /** As one says it: `America/New York`. */
  readonly label: string;
}

/** The time zones of the browser by their names of today, with UTC and the one that is set, which it may know by another name. */
export const zonesWith = (zone: string): readonly ZoneOption[] =>
  [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_/]+/g, ' ')
    .trim();

/** Whether a search finds a zone: by its city, its region or both, also by its name of before. */
export function isZoneFound(zone: string, search: string): boolean {
  const text = plain(`${zone} ${before.get(zone) ?? ''}`);
  return plain(search)
    .split(' ')
    .every((word) => text.includes(word));
}
