import { expect, test } from 'vitest';
import { holdsWords, toKept, toShown } from '../../src/room/reports/address.ts';

test.for<readonly [string, string]>([
  ['/app/tiers?ym=1&q=sports&from=2026-11-19&to=2026-11-25', '/tiers?ym=1&q=sports&from=-7&to=-1'],
  ['/today?member=2&ym=1', '/today?ym=1&from=-7&to=0'],
  ['/tiers/12?tiers=live', '/tiers/12?tiers=live&from=-7&to=0'],
])('%s is kept as %s, which is shown on another day with the days of that day', ([address, kept]) => {
  expect(toKept(address, '2026-11-26')).toBe(kept);
  const shown = new URL(toShown(kept, '2026-12-03'), 'http://page');
  expect(shown.pathname.startsWith('/app/')).toBe(true);
  expect(shown.searchParams.get('from')).toBe('2026-11-26');
});

test('an administrator is shown a view of the seller who has kept it', () => {
  expect(toShown('/today?ym=3&from=-7&to=0', '2026-12-03', 9)).toMatch(/[?&]member=9\b/);
});

test.for([
  ['/tiers?ym=1&q=gold&from=-7&to=0', 'Tiers, “gold”, the last 8 days'],
  ['/reports?ym=1&by=size&from=-1&to=-1', 'Reports, as it was filtered, 1 day up to 1 day ago'],
  ['/tiers?from=0&to=0', 'Tiers, today'],
] as const)('%s holds %s', ([address, words]) => {
  expect(holdsWords(address)).toBe(words);
});
