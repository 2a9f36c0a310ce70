import { expect, test } from 'vitest';
import { isOfOther } from '../../../src/room/draft/use-draft-trial.ts';

test('a verdict is of another content unless its draft has the same hash as that of the present content', () => {
  const tries = [1, 2, 3].map((id) => ({ id, inputs: { draft_sha256: id === 3 ? 'b' : 'a' } })) as never;
  expect(isOfOther(tries, 1, 2)).toBe(false);
  expect(isOfOther(tries, 3, 2)).toBe(true);
  expect(isOfOther(tries, 1, null)).toBe(true);
  expect(isOfOther(tries, null, null)).toBe(false);
});
