/**
 * A name in the form in which names are compared: case-insensitive in any script, and independent of how accents are
 * encoded. Converted through upper case, so that "Straße" equals "STRASSE"; the two lower-case sigmas become one,
 * because which one is written depends on the letters around it. Seats of auctions are resolved by this key, so ASCII,
 * for which lower case alone gives the same result, takes a short path.
 */
export const nameKey = (name: string): string =>
  isBeyondAscii.test(name)
    ? name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
    : name.toLowerCase();

const isBeyondAscii = /[^\0-\x7f]/;
