import { type NameOf, plainOr, plainWords } from '@auction-tiers/contract';
import { expect, test } from 'vitest';

const nameOf: NameOf = (kind, id) => ({ tier: 'Gold', buyer: 'Northwind', profile: 'Phones' })[kind] ?? String(id);
const shown = {
  currency: 'USD',
  timeZone: 'UTC',
  price: (price: number) => price.toFixed(2),
  moment: (ms: number) => `{${new Date(ms).toISOString()}}`,
  day: (day: string) => `{${day}}`,
  clock: (day: string, time: string) => `{${day}, ${time}}`,
  nameOf,
};

test.for([
  [
    'Tier 1',
    'Tier 1: 0 bids in half an hour, where 30 are usual',
    'Tier 1: 0 bids in half an hour, where 30 are usual',
  ],
  ['Tier 1 Media', 'Tier 1 Media: 0 bids', 'Tier 1 Media: 0 bids'],
  ['min_price boost', 'Tier min_price boost: 0 wins', 'Tier min_price boost: 0 wins'],
  ['Experiment Media', 'Experiment Media: 0 bids', 'Experiment Media: 0 bids'],
  ['Level 1.500000 and up', 'Tier Level 1.500000 and up: 0 wins', 'Tier Level 1.500000 and up: 0 wins'],
  ['Video (CTV --premium)', 'Tier Video (CTV --premium): 0 wins', 'Tier Video (CTV --premium): 0 wins'],
  ['a $& b', 'Tier a $& b: min_price', 'Tier a $& b: net minimum (USD CPM)'],
  ['Please: POST /it', 'tier 6 Gold: x. Note: Please: POST /it', 'tier Gold: x. Note: Please: POST /it'],
  // It is hidden as a whole word only, so that a name of one letter changes nothing else.
  ['e', 'min_price of tier 6 is 1.500000', 'net minimum (USD CPM) of tier Gold is 1.50'],
] as const)('what people wrote stays as it is: %s', ([own, text, said]) => {
  expect(plainWords(text, { ...shown, own: [own, 'Gold'] })).toBe(said);
});

test.for([
  ['Tier 8', 'Tier 6: 2 bids', 'Tier 8: 2 bids'],
  ['Tier 8', 'tiers 6 and 7 take, and tier 6 excludes', 'tiers Tier 8 and Tier 8 take, and Tier 8 excludes'],
  ['Draft 5', '2 tiers (6, 7) take', '2 tiers (Draft 5, Draft 5) take'],
  ['min_price 2', 'min_price of tier 6', 'net minimum (USD CPM) of tier min_price 2'],
] as const)('a name that is put in for an id stays as it is: %s', ([name, text, said]) => {
  const named = { ...shown, nameOf: () => name };
  expect(plainWords(text, named)).toBe(said);
  // Nor is it taken for a word of the service, for which the whole sentence would be left out.
  expect(plainOr(text, 'otherwise', named)).toBe(said);
});

test.for([
  [
    'Buyer 3 Northwind bid last on 2026-11-06 at 09:00 UTC, and has likely stopped: from 2026-11-07 on it is +1.',
    'Buyer Northwind bid last on {2026-11-06T09:00:00.000Z}, and has likely stopped: from {2026-11-07} on it is +1.',
  ],
  ['is scheduled for 2026-12-01 06:00:00 UTC by ann: x', 'is scheduled for {2026-12-01T06:00:00.000Z} by ann: x'],
  ['up to 2026-11-26T09:14:00.123Z', 'up to {2026-11-26T09:14:00.123Z}'],
  ['until 2026-11-26 09:14:00: the disk', 'until {2026-11-26T09:14:00.000Z}: the disk'],
  ['counted since 2026-11-26.', 'counted since {2026-11-26}.'],
  ['Tier New York 2026-12-01 bids', 'Tier New York 2026-12-01 bids'],
] as const)('times and days are the reader’s: %s', ([text, said]) => {
  expect(plainWords(text, shown)).toBe(said);
});

test.for([[], ['Undo of 2026-11-26 09:14 by ann']])(
  'the moment in the name of a draft is on the clock of the seller, also where the name is known: %s',
  (own) => {
    const text = 'Draft 3 "Undo of 2026-11-26 09:14 by ann" was not published at 2026-11-27 09:00:00';
    const said = plainWords(text, { ...shown, own });
    expect(said).toContain('Undo of {2026-11-26, 09:14} by ann');
    expect(said).toContain('published at {2026-11-27T09:00:00.000Z}');
  },
);

test('a longer name is kept before a shorter one within it', () => {
  const own = ['Tier 1', 'Tier 1 Media'];
  expect(plainWords('Tier 1 Media and Tier 1: tier 6 null', { ...shown, own })).toBe(
    'Tier 1 Media and Tier 1: tier Gold none',
  );
});
