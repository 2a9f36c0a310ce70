import { expect, test } from 'vitest';
import { countries, dmas, resolveDma } from '@auction-tiers/dma-data';
import { isSharedDataAbsent, readTable } from './shared-data.ts';

test.skipIf(isSharedDataAbsent)('ids, names and states of all markets are those of the reference', () => {
  const reference = readTable('dma-reference.csv');
  expect(reference).toHaveLength(210);
  expect(dmas.map((dma) => [dma.code, dma.name, dma.states.join(';')])).toEqual(
    reference.map(([code, name, states]) => [code, name, states]),
  );
});

// There are no exceptions: no published spelling is that of two markets, because where a lead city is shared the
// published short names carry the state ("Portland, OR") or a second city ("Portland-Auburn").
test.skipIf(isSharedDataAbsent)('every published spelling resolves to its market', () => {
  const spellings = readTable('dma-name-variants.csv').flatMap(([code, ...texts]) =>
    texts.filter((text) => text !== '').map((text) => ({ text, code })),
  );
  expect(spellings.length).toBeGreaterThan(4 * 210);
  expect(spellings.map(({ text }) => ({ text, code: resolvedCode(text) }))).toEqual(spellings);
});

test.skipIf(isSharedDataAbsent)('countries have exactly the ids of the reference, without the pseudo-countries', () => {
  const reference = readTable('country-ids.csv').filter(([id]) => Number(id) > 3);
  expect(reference).toHaveLength(246);
  expect(countries.map(({ id, code }) => [String(id), code])).toEqual(reference.map(([id, code]) => [id, code]));
});

function resolvedCode(text: string): string | undefined {
  const resolution = resolveDma(text);
  return resolution.ok ? resolution.dma.code : undefined;
}
