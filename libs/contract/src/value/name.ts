/**
 * A name in the form in which names are compared everywhere: without case, in any script, and with accents however they
 * are encoded. By way of upper case, so that "Straße" equals "STRASSE"; and every sigma is the same one, for which of the two
 * it is in lower case depends on the letters around it. Seats of auctions are resolved by this key, so ASCII, for which
 * lower case alone gives the same, is quick.
 */
export const nameKey = (name: string): string =>
  isBeyondAscii.test(name)
    ? name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
    : name.toLowerCase();

const isBeyondAscii = /[^\0-\x7f]/;
