import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dmas, resolveDma } from '@auction-tiers/dma-data';

/** The ids of what the text resolves to, or of its candidates. */
function outcome(text: string): { ok: boolean; ids: number[] } {
  const resolution = resolveDma(text);
  return resolution.ok
    ? { ok: true, ids: [resolution.dma.id] }
    : { ok: false, ids: resolution.candidates.map((dma) => dma.id) };
}

test('every market resolves by its number, its canonical name and its comma form', () => {
  for (const dma of dmas) {
    const commaForm = dma.name.replaceAll(/ ([A-Z]{2})\b/g, ', $1');
    const spellings = [dma.code, ` ${dma.code} `, dma.name, dma.name.toUpperCase(), commaForm];
    expect(spellings.map(outcome)).toEqual(spellings.map(() => ({ ok: true, ids: [dma.id] })));
  }
});

test.for([
  ['Portland', [500, 820]],
  ['Albany', [525, 532]],
  ['Charleston', [519, 564]],
  ['Columbus', [522, 535, 673]],
  ['Columbia', [546, 604]],
  ['Greenville', [545, 567, 647]],
  ['Jackson', [639, 718]],
  ['Lafayette', [582, 642]],
  ['Rochester', [538, 611]],
  ['Springfield', [543, 619, 648]],
] as const)('the lead city %s alone is never resolved: every market that lists it is a candidate', ([city, ids]) => {
  expect(outcome(city)).toEqual({ ok: false, ids });
  expect(outcome(` ${city.toLowerCase()}.`)).toEqual({ ok: false, ids });
});

test.for([
  ['Portland, ME', 500],
  ['portland or', 820],
  ['Greenville NC', 545],
  ['Greenville, SC', 567],
  ['Rochester, MN', 611],
  ['Springfield MO', 619],
  ['Columbus, MS', 673],
  ['Albany-Schenectady', 532],
] as const)('a shared lead city with its own state or a second city is one market: %s is %i', ([text, id]) => {
  expect(outcome(text)).toEqual({ ok: true, ids: [id] });
});

test.for([
  ['Boston', 506, 'a lead city that no other market leads with'],
  ['Boston, MA', 506, 'lead city and state'],
  ['Boston (Manchester)', 506, 'all cities, no state'],
  ['Dallas-Fort Worth', 623, 'Fort for Ft.'],
  ['SAINT LOUIS', 609, 'Saint for St.'],
  ['Hartford and New Haven, CT', 533, 'and for &'],
  ['Minot - Bismarck - Dickinson (Williston), ND', 687, 'space around punctuation'],
  ['Davenport-Rock Island-Moline, IL', 682, 'all cities with the last state'],
  ['Tri-Cities, TN', 531, 'a hyphen inside a city'],
  ['Utica-Rome, NY', 526, 'an alias listed by hand'],
  ['Champaign&Sprngfld-Decatur', 648, 'a name cut to fit a printed ranking'],
  ['Austin', 635, 'Austin TX leads, Austin MN is listed third by 611'],
] as const)('"%s" is %i: %s', ([text, id]) => {
  expect(outcome(text)).toEqual({ ok: true, ids: [id] });
});

test.for([
  ['Oakland', [807]],
  ['Springfield, IL', [648]],
  ['Fayetteville', [560, 670]],
] as const)('a city that a market lists after its first gives candidates, not a market: %s', ([text, ids]) => {
  expect(outcome(text)).toEqual({ ok: false, ids });
});

test.for(['', ' ', '&', '620', '646', '0501', '501.0', '5O1', 'Tri', 'Toronto', 'Greenville', 'NY', 'New York NJ'])(
  '"%s" names no one market',
  (text) => {
    expect(resolveDma(text).ok).toBe(false);
  },
);

test('case, punctuation and spacing are ignored', () => {
  const filler = fc.constantFrom(' ', '  ', ', ', '-', ' - ', '.', '/');
  fc.assert(
    fc.property(fc.constantFrom(...dmas), filler, fc.boolean(), (dma, between, upper) => {
      const text = dma.name.replaceAll(/[^A-Za-z]+/g, between);
      expect(outcome(upper ? text.toUpperCase() : text.toLowerCase())).toEqual({ ok: true, ids: [dma.id] });
    }),
    { numRuns: 1000 },
  );
});

test('any text has a result, whose candidates are sorted and distinct', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { ids } = outcome(text);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    }),
  );
});
