import { dmas, findDma, findDmaByName } from './dma.ts';
import type { Dma } from './dma.ts';
import { citySpellings, derivedSpellings, foldSpelling } from './spelling.ts';
import otherSpellings from './spellings.json' with { type: 'json' };

/** The market; or, if it is ambiguous, the candidates by id: none, several, or one with the city later in its name. */
export type DmaResolution =
  | { readonly ok: true; readonly dma: Dma }
  | { readonly ok: false; readonly candidates: readonly Dma[] };

type Index = ReadonlyMap<string, readonly Dma[]>;

let indexes: { readonly canonical: Index; readonly aliases: Index; readonly cities: Index } | undefined;

/**
 * The market that a text from another source names: by number ("501"), canonical name, or another public spelling
 * ("Portland-Auburn, ME", "Dallas-Fort Worth", "Boston"). Case, punctuation and spacing are ignored.
 *
 * The lead city of several markets ("Portland": 500 and 820) is not resolved, nor is a city that is not the first of a
 * name ("Oakland"). The markets that list the city are then the candidates.
 */
export function resolveDma(text: string): DmaResolution {
  const trimmed = text.trim();
  const exact = (/^\d{3}$/.test(trimmed) ? findDma(Number(trimmed)) : undefined) ?? findDmaByName(trimmed);
  if (exact !== undefined) return { ok: true, dma: exact };

  const key = foldSpelling(text);
  const { canonical, aliases, cities } = (indexes ??= createIndexes());
  const spelled = canonical.get(key) ?? aliases.get(key) ?? [];
  const [only, ...others] = spelled;
  if (only !== undefined && others.length === 0) return { ok: true, dma: only };
  const candidates = new Set([...spelled, ...(cities.get(key) ?? [])]);
  return { ok: false, candidates: [...candidates].toSorted((a, b) => a.id - b.id) };
}

/**
 * Public spellings that do not follow from the rules in `spelling.ts`, by market: names abbreviated to at most 26
 * characters in a ranking of 2012-13, cities that the canonical name omits, and spellings of a geolocation table of 2004
 * with its errors ("Spartenburg", "Port Author"), which occur in data made with that table.
 */
const spellingsByCode: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(otherSpellings));

/** Created at the first use, as this takes longer than loading all markets. */
function createIndexes() {
  return {
    canonical: indexBy((dma) => [foldSpelling(dma.name)]),
    aliases: indexBy((dma) => [
      ...derivedSpellings(dma.name),
      ...(spellingsByCode.get(dma.code) ?? []).map(foldSpelling),
    ]),
    cities: indexBy((dma) => citySpellings(dma.name)),
  };
}

function indexBy(spellingsOf: (dma: Dma) => readonly string[]): Index {
  const index = new Map<string, Dma[]>();
  for (const dma of dmas) {
    for (const spelling of new Set(spellingsOf(dma))) {
      const markets = index.get(spelling);
      if (markets === undefined) index.set(spelling, [dma]);
      else markets.push(dma);
    }
  }
  return index;
}
