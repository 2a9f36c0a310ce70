import { parseMarketName } from './market-name.ts';
import { marketTable } from './market-table.ts';
import { isStateCode } from './state.ts';

/** A US market area, as the original service's `/dma` shows it, without `active`: that is data of an installation. */
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
  /** The two-letter codes that the name carries, in its order; 1 to 3 of them. A market may reach into others. */
  readonly states: readonly string[];
}

/** All 210 markets, by id. */
export const dmas: readonly Dma[] = marketTable.map(([id, name]) => ({
  id,
  name,
  code: String(id),
  country_id: 233,
  country_name: 'United States',
  country_code: 'US',
  states: parseMarketName(name).states,
}));

const byId: ReadonlyMap<number, Dma> = new Map(dmas.map((dma) => [dma.id, dma]));
const byName: ReadonlyMap<string, Dma> = new Map(dmas.map((dma) => [dma.name.toLowerCase(), dma]));

/** The market of that number, or undefined: unknown numbers and retired ones (620, 646) alike. */
export function findDma(id: number): Dma | undefined {
  return byId.get(id);
}

/** The market of exactly that canonical name, in any case, surrounding space ignored. For aliases: `resolveDma`. */
export function findDmaByName(name: string): Dma | undefined {
  return byName.get(name.trim().toLowerCase());
}

/**
 * The markets whose name carries the state, by id. The code is two letters in any case.
 * Empty for NJ and DE, which no name carries (`explainNoMarkets` says so), and for what is no state code.
 */
export function dmasOfState(code: string): readonly Dma[] {
  const state = code.toUpperCase();
  return dmas.filter((dma) => dma.states.includes(state));
}

/**
 * The markets that `?like_name=` asks for, by id. A two-letter state code in any case gives that state's markets, so
 * that `IN` gives Indiana's and not Binghamton; any other text is a case-insensitive substring of the name, as it
 * stands: spaces count, and the empty text is in every name.
 */
export function dmasLike(text: string): readonly Dma[] {
  if (isStateCode(text)) return dmasOfState(text);
  const part = text.toLowerCase();
  return dmas.filter((dma) => dma.name.toLowerCase().includes(part));
}
