import { parseMarketName } from './market-name.ts';

const shortWords: ReadonlyMap<string, string> = new Map([
  ['fort', 'ft'],
  ['mount', 'mt'],
  ['saint', 'st'],
  ['and', ''],
]);

/**
 * A spelling in the form in which spellings are compared: lower case, letters and digits only, "Fort", "Mount" and
 * "Saint" abbreviated, "and" and "&" removed. "Dallas-Fort Worth, TX" and "Dallas-Ft. Worth TX" have the same form.
 */
export function foldSpelling(text: string): string {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  return words.map((word) => shortWords.get(word) ?? word).join('');
}

/**
 * The folded spellings that follow from a canonical name: the first city, the first two and so on, each without a state
 * and with one. A lead city alone is combined with its own state only, because "Greenville NC" must not mean the market
 * of Greenville SC and Asheville NC; longer lists occur in public sources with any of the states.
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
