import { expect, test } from 'vitest';
import { findAll } from '../../src/frame/found.ts';

const searched = {
  tiers: [
    { key: '7', name: 'New York premium', about: 'include' },
    { key: 'new-3', name: 'House deal', about: 'include' },
  ],
  buyers: new Map([[107, 'Saffron Travel']]),
  profiles: [
    { id: 4, name: 'Evenings', about: '18:00–24:00 America/New_York' },
    { id: 5, name: 'Rectangles', about: 'US, 300×250' },
  ],
};
const kinds = (typed: string) => findAll(searched, typed).map(({ kind, name }) => `${kind}: ${name}`);

test('without a text the rooms are offered', () => {
  expect(kinds('')[0]).toBe('Room: Today');
});

test.for([
  ['new york', ['Tier: New York premium', 'Market: New York NY']],
  ['nyc', ['Market: New York NY']],
  ['107', ['Buyer: Saffron Travel']],
  ['300x250', ['Profile: Rectangles']],
  ['300×250', ['Profile: Rectangles']],
  ['evenings', ['Profile: Evenings']],
  ['why', ['Room: Why?']],
  ['forgone', ['Help: Forgone']],
] as const)('%s finds what has that name', ([typed, expected]) => {
  expect(kinds(typed)).toEqual(expect.arrayContaining([...expected]));
});

test('what begins with the text comes first, and a new tier is opened by its place', () => {
  const [first] = findAll(searched, 'house');
  expect(first?.to).toEqual({ path: '/tiers', search: { tier: 'new-3' } });
});
