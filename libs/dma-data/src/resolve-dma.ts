import { aliasTable } from './alias-table.ts';
import { dmas, findDma, findDmaByName } from './dma.ts';
import type { Dma } from './dma.ts';
import { citySpellings, derivedSpellings, foldSpelling } from './spelling.ts';

/** One market, or, by id, those that the text may have meant: several, one that only lists the city, or none. */
export type DmaResolution =
  | { readonly ok: true; readonly dma: Dma }
  | { readonly ok: false; readonly candidates: readonly Dma[] };

type Index = ReadonlyMap<string, readonly Dma[]>;

let indexes: { readonly canonical: Index; readonly aliases: Index; readonly cities: Index } | undefined;

/**
 * The market that a text from elsewhere means: its number ("501"), its canonical name, or another public spelling
 * ("Portland-Auburn, ME", "Dallas-Fort Worth", "Boston"), whatever the case, the punctuation and the spacing.
 *
 * A lead city that several markets share ("Portland": 500 and 820) is never resolved; nor is a city that a market
 * lists after its first ("Oakland"). The markets that list the city are then the candidates.
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

/** Made when a text is first asked for: it takes longer than loading all markets. */
function createIndexes() {
  const handSpellings = new Map(aliasTable.map(([id, ...spellings]) => [id, spellings.map(foldSpelling)]));
  return {
    canonical: indexBy((dma) => [foldSpelling(dma.name)]),
    aliases: indexBy((dma) => [...derivedSpellings(dma.name), ...(handSpellings.get(dma.id) ?? [])]),
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
