const stateCodes: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO ' +
    'MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
);

/** Which markets cover a state that is in no market's name. */
const coveredElsewhere: ReadonlyMap<string, string> = new Map([
  ['NJ', 'New Jersey (NJ) is covered by New York NY (501) and Philadelphia PA (504)'],
  ['DE', 'Delaware (DE) is covered by Philadelphia PA (504) and Salisbury MD (576)'],
]);

/** Whether the text is the two-letter code, in any case, of one of the 50 states or of DC. Territories are not. */
export function isStateCode(text: string): boolean {
  return /^[a-z]{2}$/i.test(text) && stateCodes.has(text.toUpperCase());
}

/**
 * Why a state has no markets, as a sentence for a warning next to an empty answer. Undefined for a state with markets
 * (all but NJ and DE) and for texts that are not a state code.
 */
export function explainNoMarkets(stateCode: string): string | undefined {
  const covered = coveredElsewhere.get(stateCode.toUpperCase());
  if (covered === undefined) return undefined;
  return `No market carries this state in its name: ${covered}.`;
}
