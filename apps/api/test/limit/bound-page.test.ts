import { maxPageBytes, type Plain } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { boundPage } from '../../src/handlers/request/page.ts';

const pageOf = (items: readonly Plain[]) => ({
  count: items.length,
  start_element: 0,
  num_elements: items.length,
  items,
});

test.for([
  ['control characters, which JSON writes as six', '\u0001', 6],
  ['unpaired surrogates, which JSON writes as six', '\ud800', 6],
  ['characters of three bytes', 'ࠀ', 3],
  ['quotes, which JSON escapes', '"', 2],
  ['plain characters', 'x', 1],
] as const)(
  'a page of texts of %s is cut where its bytes exceed the bound, and else is whole',
  async ([, character, bytes]) => {
    const length = 240_000 / bytes;
    const row = { id: 1, name: character.repeat(length) };
    const fitting = Math.floor(maxPageBytes / Buffer.byteLength(JSON.stringify(row)));
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const whole = pageOf(Array.from({ length: fitting }, () => row));
    expect(boundPage(whole, warn)).toBe(whole);
    expect(warnings).toEqual([]);
    const cut = boundPage(pageOf(Array.from({ length: fitting + 1 }, () => row)), warn);
    expect(cut.items).toHaveLength(fitting);
    expect(cut.next_element).toBe(fitting);
    expect(warnings).toHaveLength(1);
  },
);
