import { expect, test } from 'vitest';
import { withBuyers, MarketParams, defaultParams } from '@auction-tiers/market';
import { printParams, readParams } from '../../src/generate/params-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';

const file = (content: unknown) =>
  writeLog(createFolder(), typeof content === 'string' ? content : JSON.stringify(content), 'params.json');

test('the params that are built in are valid, and printing them loses nothing', () => {
  expect(MarketParams.parse(defaultParams)).toEqual(defaultParams);
  expect(readParams(file(printParams(defaultParams)))).toEqual(defaultParams);
});

const { hours, ...rest } = defaultParams;
const withoutHours = hours.map(() => 0);

test.for([
  ['{"version": 1', 'is not JSON: '],
  [{ ...defaultParams, quality_spread: -1 }, 'cannot be used: quality_spread is -1, allowed: at least 0.'],
  [{ ...defaultParams, colour: 'red' }, 'cannot be used: colour is not a known field.'],
  [{ ...defaultParams, hours: withoutHours }, 'cannot be used: hours are all 0, allowed: at least one above 0.'],
  [rest, 'cannot be used: hours is required (array).'],
  [{ ...defaultParams, buyers: [] }, 'cannot be used: buyers is an array of 0, allowed: at least 1 entry.'],
  [
    { ...defaultParams, languages: [{ code: 'en', weight: 0 }] },
    'cannot be used: languages has no weight above 0, allowed: at least one.',
  ],
  [
    { ...defaultParams, sizes: [{ sizes: ['wide'], weight: 1, price_factor: 1 }] },
    'cannot be used: sizes.0.sizes.0 is not a size, allowed: such as 300x250.',
  ],
  [[], 'cannot be used: is an array of 0, allowed: object.'],
] as const)('params with a fault are refused with what is wrong: %#', ([content, problem]) => {
  const path = file(content);
  expect(() => readParams(path)).toThrow(`--params: ${path} ${problem}`);
});

test('of many faults the first five are named and the others counted', () => {
  const path = file({ version: 1 });
  expect(() => readParams(path)).toThrow(/^--params: (?:[^;]*; ){5}and \d+ more\.$/);
});

test('a missing file is wrong usage', () => {
  expect(() => readParams('/nowhere/params.json')).toThrow(/^--params: \/nowhere\/params\.json .*ENOENT/);
});

test('buyers beyond those of the params are copies that take part less often', () => {
  const { buyers } = withBuyers(defaultParams, 45);
  expect(buyers.slice(0, 20)).toEqual(defaultParams.buyers);
  expect(new Set(buyers.map(({ member_id: id }) => id)).size).toBe(45);
  const [first] = defaultParams.buyers;
  expect(buyers[20]).toEqual({ ...first, member_id: 121, participation: first!.participation / 2 });
  expect(buyers[40]).toEqual({ ...first, member_id: 141, participation: first!.participation / 3 });
  expect(withBuyers(defaultParams, 3).buyers).toEqual(defaultParams.buyers.slice(0, 3));
});
