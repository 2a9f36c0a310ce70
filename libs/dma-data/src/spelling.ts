import { parseMarketName } from './market-name.ts';

const shortWords: ReadonlyMap<string, string> = new Map([
  ['fort', 'ft'],
  ['mount', 'mt'],
  ['saint', 'st'],
  ['and', ''],
]);

/**
 * The form in which two spellings are compared: letters and digits only, lower case, "Fort", "Mount" and "Saint"
 * shortened, "and" and "&" left out. "Dallas-Fort Worth, TX" and "Dallas-Ft. Worth TX" fold to the same.
 */
export function foldSpelling(text: string): string {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  return words.map((word) => shortWords.get(word) ?? word).join('');
}

/**
 * The spellings that rules give for a canonical name, folded: its first city, first two cities and so on to all of
 * them, each without a state and with one. A lead city alone takes only its own state, because "Greenville NC" must
 * not mean the market of Greenville SC and Asheville NC; longer lists appear in public with any of the states.
 */
export function derivedSpellings(name: string): readonly string[] {
  const { cities, states } = parseMarketName(name);
  return cities.flatMap((city, index) => {
    const listed = cities.slice(0, index + 1).map((each) => each.name);
    const endings = index === 0 ? [city.state] : states;
    return ['', ...endings].map((ending) => foldSpelling([...listed, ending].join(' ')));
  });
}

/** Each city of a canonical name, folded, without its state and with it. */
export function citySpellings(name: string): readonly string[] {
  return parseMarketName(name).cities.flatMap((city) => [
    foldSpelling(city.name),
    foldSpelling(`${city.name} ${city.state}`),
  ]);
}
