import { isStateCode } from './state.ts';

/** A city that a market's name lists, with the state that the name gives it. */
export interface City {
  readonly name: string;
  readonly state: string;
}

/** What a market's name says. Both lists are in the order of the name; the first city is the lead city. */
export interface MarketName {
  readonly cities: readonly City[];
  readonly states: readonly string[];
}

// "Tri-Cities" is the one name with a hyphen that does not part two cities.
const separator = /[&()]|-(?!Cities)/;

/**
 * Reads a canonical name. A state code belongs to every city since the code before it:
 * in "Greenville-Spartanburg SC-Asheville NC-Anderson SC", SC is Greenville's and Spartanburg's.
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
