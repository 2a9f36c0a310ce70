import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dmas, dmasLike, dmasOfState, findDma, findDmaByName, isStateCode } from '@auction-tiers/dma-data';
import type { Dma } from '@auction-tiers/dma-data';

const anyMarket = fc.constantFrom(...dmas);
const names = (markets: readonly Dma[]) => markets.map((dma) => dma.name);

test('there are 210 markets, sorted by id, with distinct ids and names', () => {
  expect(dmas).toHaveLength(210);
  expect(dmas.map((dma) => dma.id)).toEqual([...new Set(dmas.map((dma) => dma.id))].toSorted((a, b) => a - b));
  expect(new Set(dmas.map((dma) => dma.name.toLowerCase())).size).toBe(210);
});

test('a market has the form of the original service', () => {
  expect(findDma(506)).toEqual({
    id: 506,
    name: 'Boston MA-Manchester NH',
    code: '506',
    country_id: 233,
    country_name: 'United States',
    country_code: 'US',
    states: ['MA', 'NH'],
  });
});

test('names are in canonical form: no comma, no doubled or outer space, a state code', () => {
  const malformed = dmas.filter(({ name }) => /,| {2}|^ | $/.test(name) || !/\b[A-Z]{2}\b/.test(name));
  expect(names(malformed)).toEqual([]);
});

test('every market has one to three states, all of them real, and 21 have more than one', () => {
  const odd = dmas.filter(({ states }) => states.length < 1 || states.length > 3 || !states.every(isStateCode));
  expect(names(odd)).toEqual([]);
  expect(dmas.filter(({ states }) => states.length > 1)).toHaveLength(21);
});

test.for([
  [737, 'Mankato MN'],
  [557, 'Knoxville TN'],
  [547, 'Toledo OH'],
  [538, 'Rochester NY'],
  [581, 'Terre Haute IN'],
  [630, 'Birmingham AL'],
] as const)('market %i, which wrong lists give otherwise, is %s', ([id, name]) => {
  expect(findDma(id)?.name).toBe(name);
});

test.for([620, 646, 499, 882, 0, -500, 500.5, Number.NaN])('%d is no market, or a retired one', (id) => {
  expect(findDma(id)).toBeUndefined();
});

test.for([
  ['Charlotte', 'a name without its state'],
  ['Portland-Auburn, ME', 'the comma form'],
  ['', 'no text'],
] as const)('"%s" is not a canonical name: %s', ([name]) => {
  expect(findDmaByName(name)).toBeUndefined();
});

test('every market is found by its id, by its name in any case, and by each of its states', () => {
  fc.assert(
    fc.property(anyMarket, fc.infiniteStream(fc.boolean()), (dma, upper) => {
      const inAnyCase = (text: string) =>
        text.replaceAll(/./g, (letter) => (upper.next().value === true ? letter.toUpperCase() : letter.toLowerCase()));
      expect(findDma(dma.id)).toBe(dma);
      expect(findDmaByName(`  ${inAnyCase(dma.name)} `)).toBe(dma);
      expect(dmasLike(inAnyCase(dma.name))).toContain(dma);
      for (const state of dma.states) {
        expect(dmasOfState(inAnyCase(state))).toContain(dma);
        expect(dmasLike(inAnyCase(state))).toContain(dma);
      }
    }),
    { numRuns: 500 },
  );
});

test('like_name IN gives exactly the markets of Indiana, so not Binghamton', () => {
  expect(names(dmasLike('IN'))).toEqual([
    'Ft. Wayne IN',
    'Indianapolis IN',
    'Terre Haute IN',
    'Lafayette IN',
    'South Bend-Elkhart IN',
    'Evansville IN',
  ]);
});

test('like_name accepts a state code in lower case, and finds a state that is second in the name', () => {
  expect(dmasLike('ny')).toEqual(dmasLike('NY'));
  expect(names(dmasLike('ny'))).toContain('Burlington VT-Plattsburgh NY');
  expect(names(dmasLike('ny'))).not.toContain('Albany GA');
});

test('like_name with any other text is a substring of the name in any case', () => {
  expect(names(dmasLike('PORT'))).toEqual([
    'Portland-Auburn ME',
    'Norfolk-Portsmouth-Newport News VA',
    'Shreveport LA',
    'Davenport IA-Rock Island-Moline IL',
    'Beaumont-Port Arthur TX',
    'Biloxi-Gulfport MS',
    'Portland OR',
  ]);
  expect(names(dmasLike('(canton)'))).toEqual(['Cleveland-Akron (Canton) OH']);
  expect(dmasLike('Puerto Rico')).toEqual([]);
});

test('two letters that are not a state code, such as PR, are a substring like any other', () => {
  expect(names(dmasLike('PR'))).toContain('Providence RI-New Bedford MA');
  expect(dmasOfState('PR')).toEqual([]);
});

test('like_name agrees with a substring search for every text that is not a state code', () => {
  const piece = fc
    .tuple(anyMarket, fc.nat(60), fc.nat(60))
    .map(([dma, from, length]) => dma.name.slice(from, from + length).toLowerCase());
  fc.assert(
    fc.property(
      piece.filter((text) => !isStateCode(text)),
      (text) => {
        const expected = dmas.filter((dma) => dma.name.toLowerCase().includes(text));
        expect(dmasLike(text)).toEqual(expected);
      },
    ),
  );
});
