import type { StateTile } from '@auction-tiers/chart';
import { stateCodes, stateTilesHtml } from '@auction-tiers/chart';
import { expect, test } from 'vitest';
import { elementsOf, faultsOf, marked } from './element.ts';

const names: Readonly<Record<string, string>> = { NY: 'New York', TX: 'Texas' };
const tileOf = (code: string, count: number): StateTile => ({
  code,
  count,
  figure: String(count),
  label: `${names[code] ?? code}: ${count} markets`,
});
const draw = (tiles: readonly StateTile[], more: { chosen?: string; href?: (code: string) => string } = {}) =>
  stateTilesHtml({ label: 'Markets by state', tiles, chosen: more.chosen ?? null, href: more.href ?? null });

test('the 50 states and DC have one tile each', () => {
  expect(stateCodes).toHaveLength(51);
  expect(new Set(stateCodes).size).toBe(51);
  const drawn = draw(stateCodes.map((code, at) => tileOf(code, at)));
  expect(marked(drawn, 'state').map(({ attributes }) => attributes.get('data-state'))).toEqual(stateCodes);
  expect(faultsOf(drawn)).toEqual([]);
});

test('neighbours are near: every row of the map has eleven places', () => {
  const places = elementsOf(draw([])).filter(({ tag }) => tag === 'span' || tag === 'button').length;
  expect(places % 11).toBe(0);
});

test('a tile is a button that says its state and count, and the chosen one is pressed', () => {
  const tiles = marked(draw([tileOf('NY', 10), tileOf('TX', 20)], { chosen: 'TX' }), 'state');
  const buttons = tiles.filter(({ tag }) => tag === 'button');
  expect(buttons.map(({ attributes }) => attributes.get('aria-pressed'))).toEqual(['false', 'true']);
  // The figure alone is hidden from screen readers: the words repeat it.
  expect(buttons.map(({ text }) => text)).toEqual(['NY10, New York: 10 markets', 'TX20, Texas: 20 markets']);
});

test('with addresses, a tile is a link, and the chosen one is current', () => {
  const drawn = draw([tileOf('NY', 10), tileOf('TX', 20)], {
    chosen: 'NY',
    href: (code) => `/app/markets?state=${code}`,
  });
  const links = elementsOf(drawn).filter(({ tag }) => tag === 'a');
  expect(links.map(({ attributes }) => attributes.get('href'))).toEqual([
    '/app/markets?state=NY',
    '/app/markets?state=TX',
  ]);
  expect(links.map(({ attributes }) => attributes.get('aria-current'))).toEqual(['true', undefined]);
});

test('a state without a tile is named and cannot be chosen', () => {
  const others = marked(draw([tileOf('NY', 10)]), 'state').filter(({ tag }) => tag === 'span');
  expect(others).toHaveLength(50);
  expect(others.map(({ text }) => text)).toContain('WY');
});

test('more is deeper, and nothing has no depth', () => {
  const tiles = marked(draw([tileOf('NY', 0), tileOf('TX', 1), tileOf('CA', 1e9)]), 'state');
  const depthOf = (code: string) =>
    tiles.find(({ attributes }) => attributes.get('data-state') === code)!.attributes.get('class');
  expect(depthOf('NY')).toBe('state depth-0');
  expect(depthOf('TX')).toBe('state depth-1');
  expect(depthOf('CA')).toBe('state depth-3');
});

test('a code that is no state is refused', () => {
  expect(() => draw([tileOf('ZZ', 1)])).toThrow(/ZZ/);
});
