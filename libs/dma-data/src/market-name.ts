import { isStateCode } from './state.ts';

/** A city in a market's name, with its state there. */
export interface City {
  readonly name: string;
  readonly state: string;
}

/** A parsed market name. Both lists are in the order of the name; the first city is the lead city. */
export interface MarketName {
  readonly cities: readonly City[];
  readonly states: readonly string[];
}

// "Tri-Cities" is the only name with a hyphen that does not separate two cities.
const separator = /[&()]|-(?!Cities)/;

/**
 * Parses a canonical name. A state code belongs to all cities after the previous code:
 * in "Greenville-Spartanburg SC-Asheville NC-Anderson SC", SC belongs to Greenville and Spartanburg.
 */
export function parseMarketName(name: string): MarketName {
  const cities: City[] = [];
  const states = new Set<string>();
  let waiting: string[] = [];
  for (const part of name.split(separator).map((text) => text.trim())) {
    const [, city = part, state] = /^(.*?) ?\b([A-Z]{2})$/.exec(part) ?? [];
    if (city !== '') waiting.push(city);
    if (state === undefined || !isStateCode(state)) continue;
    cities.push(...waiting.map((each) => ({ name: each, state })));
    states.add(state);
    waiting = [];
  }
  return { cities, states: [...states] };
}
