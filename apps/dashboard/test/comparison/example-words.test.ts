import { expect, test } from 'vitest';
import { exampleWords } from '../../src/comparison/felt.tsx';
import type { Example, ExampleWinner } from '../../src/comparison/report.ts';

const winner = (memberId: number | null, netToSeller: number): ExampleWinner => ({
  bidId: 'a',
  memberId,
  netToSeller,
});
const names = new Map([[104, 'Bluefin']]);

test.for([
  ['price_changes', winner(104, 2.1), winner(104, 1.804_2), 'Bluefin; the seller gets 2.10 → 1.80 USD CPM'],
  ['price_changes', winner(104, 2.1), winner(104, 2.100_4), 'Bluefin; the seller gets 2.10 → 2.1004 USD CPM'],
  ['tier_changes', winner(104, 2.462_983), winner(104, 2.462_983), 'Bluefin; the seller gets 2.46 USD CPM'],
  ['buyer_changes', winner(104, 2.1), winner(105, 1.7), 'Bluefin → buyer 105; the seller gets 2.10 → 1.70 USD CPM'],
  ['sold_to_unsold', winner(null, 2.1), null, 'an unknown buyer → unsold; the seller gets 2.10 USD CPM → nothing'],
  ['unsold_to_sold', null, winner(104, 0), 'unsold → Bluefin; the seller gets nothing → 0.00 USD CPM'],
] as const)('%s, %j, %j: %s', ([kind, current, draft, words]) => {
  const example = { kind, current, draft } as unknown as Example;
  expect(exampleWords(example, (id) => names.get(id) ?? `buyer ${id}`)).toBe(words);
});
