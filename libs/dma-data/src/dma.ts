import { parseMarketName } from './market-name.ts';
import names from './markets.json' with { type: 'json' };
import { isStateCode } from './state.ts';

/** A US market area as in `/dma` of the original service, but without `active`, which depends on the installation. */
export interface Dma {
  /** The market's number, 500 to 881; the value of OpenRTB's `device.geo.metro`. */
  readonly id: number;
  /** Canonical name: cities, a space, the state code, no comma ("Portland-Auburn ME"). */
  readonly name: string;
  /** The id as a string. */
  readonly code: string;
  readonly country_id: 233;
  readonly country_name: 'United States';
  readonly country_code: 'US';
  /** The 1 to 3 state codes in the name, in its order. The market may include parts of other states. */
  readonly states: readonly string[];
}

/**
 * All 210 US television markets, by id.
 *
 * The gaps are intended: 620 and 646, found in older lists, are retired (both are now part of 630). Lists that give 737 to
 * Knoxville, or move Toledo, Rochester or Terre Haute, are wrong.
 */
export const dmas: readonly Dma[] = Object.entries(names).map(([code, name]) => ({
  id: Number(code),
  name,
  code,
  country_id: 233,
  country_name: 'United States',
  country_code: 'US',
  states: parseMarketName(name).states,
}));

const byId: ReadonlyMap<number, Dma> = new Map(dmas.map((dma) => [dma.id, dma]));
const byName: ReadonlyMap<string, Dma> = new Map(dmas.map((dma) => [dma.name.toLowerCase(), dma]));

/** The market with that number; undefined for unknown and retired numbers (620, 646). */
export function findDma(id: number): Dma | undefined {
  return byId.get(id);
}

/** The market with exactly that canonical name, in any case, surrounding space ignored. For other spellings: `resolveDma`. */
export function findDmaByName(name: string): Dma | undefined {
  return byName.get(name.trim().toLowerCase());
}

/**
 * The markets with a state code in their name, by id. The code is two letters in any case.
 * Empty for NJ and DE, which are in no name (`explainNoMarkets` says why), and for texts that are not a state code.
 */
export function dmasOfState(code: string): readonly Dma[] {
  const state = code.toUpperCase();
  return dmas.filter((dma) => dma.states.includes(state));
}

/**
 * The markets that `?like_name=` selects, by id. A two-letter state code in any case gives that state's markets, so that
 * `IN` gives those of Indiana and not Binghamton. Any other text is a case-insensitive substring of the name; spaces
 * count, and the empty text is in every name.
 */
export function dmasLike(text: string): readonly Dma[] {
  if (isStateCode(text)) return dmasOfState(text);
  const part = text.toLowerCase();
  return dmas.filter((dma) => dma.name.toLowerCase().includes(part));
}
