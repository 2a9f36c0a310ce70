import { expect, test } from 'vitest';
import { dmas, dmasLike, dmasOfState, explainNoMarkets, findDma, isStateCode } from '@auction-tiers/dma-data';

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const states = letters.flatMap((a) => letters.map((b) => a + b)).filter(isStateCode);

test('the 50 states and DC have codes; territories and longer texts do not', () => {
  expect(states).toHaveLength(51);
  expect(['dc', 'Ny', 'wy'].every(isStateCode)).toBe(true);
  expect(['PR', 'GU', 'XX', '', 'N', 'NYC', ' NY', 'ＮＹ'].filter(isStateCode)).toEqual([]);
});

test('NJ and DE are in no market name; every other state is in at least one', () => {
  expect(states.filter((state) => dmasOfState(state).length === 0)).toEqual(['DE', 'NJ']);
});

test.for([
  ['NJ', 'New Jersey', [501, 504]],
  ['nj', 'New Jersey', [501, 504]],
  ['DE', 'Delaware', [504, 576]],
] as const)('an empty answer for %s is explained, with the markets that cover %s', ([state, name, covering]) => {
  expect(dmasLike(state)).toEqual([]);
  const sentence = explainNoMarkets(state);
  expect(sentence).toContain(name);
  for (const id of covering) expect(sentence).toContain(`${findDma(id)?.name} (${id})`);
});

test('there is no explanation for a state with markets, nor for a text that is not a state code', () => {
  const withMarkets = new Set(dmas.flatMap((dma) => dma.states));
  const explained = [...withMarkets, 'PR', 'XX', '', 'New Jersey'].filter(
    (code) => explainNoMarkets(code) !== undefined,
  );
  expect(explained).toEqual([]);
});
