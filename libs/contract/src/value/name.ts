/**
 * A name in the form in which names are compared everywhere: without case, in any script, and with accents however they
 * are encoded. Upper case last, because it does not depend on the letters around: a final sigma equals any other, and
 * "Straße" equals "STRASSE". Seats of auctions are resolved by it, so ASCII takes the short way to the same result.
 */
export const nameKey = (name: string): string =>
  isBeyondAscii.test(name) ? name.normalize('NFC').toLowerCase().toUpperCase() : name.toUpperCase();

const isBeyondAscii = /[^\0-\x7f]/;
