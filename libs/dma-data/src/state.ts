/** The 50 states and DC by their codes. */
export const stateNames: ReadonlyMap<string, string> = new Map(
  (
    'AK Alaska, AL Alabama, AR Arkansas, AZ Arizona, CA California, CO Colorado, CT Connecticut, DC ' +
    'District of Columbia, DE Delaware, FL Florida, GA Georgia, HI Hawaii, IA Iowa, ID Idaho, IL ' +
    'Illinois, IN Indiana, KS Kansas, KY Kentucky, LA Louisiana, MA Massachusetts, MD Maryland, ME Maine, ' +
    'MI Michigan, MN Minnesota, MO Missouri, MS Mississippi, MT Montana, NC North Carolina, ND North ' +
    'Dakota, NE Nebraska, NH New Hampshire, NJ New Jersey, NM New Mexico, NV Nevada, NY New York, OH ' +
    'Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, ' +
    'TN Tennessee, TX Texas, UT Utah, VA Virginia, VT Vermont, WA Washington, WI Wisconsin, WV West ' +
    'Virginia, WY Wyoming'
  )
    .split(', ')
    .map((state) => [state.slice(0, 2), state.slice(3)] as const),
);

/** Which markets cover a state that is in no market's name. */
const coveredElsewhere: ReadonlyMap<string, string> = new Map([
  ['NJ', 'New Jersey (NJ) is covered by New York NY (501) and Philadelphia PA (504)'],
  ['DE', 'Delaware (DE) is covered by Philadelphia PA (504) and Salisbury MD (576)'],
]);

/** Whether the text is the two-letter code, in any case, of one of the 50 states or of DC. Territories are not. */
export function isStateCode(text: string): boolean {
  return /^[a-z]{2}$/i.test(text) && stateNames.has(text.toUpperCase());
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
