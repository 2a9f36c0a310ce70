import type { Draft } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { actOnSeen, type Named, writeSeen } from '../../src/draft/seen.ts';

const draftOf = (id: number, state: string) => ({ id, etag: `"${state}.0"` }) as Draft;

/** A service that keeps one draft, and answers each write when it is told to. */
function slowService(id: number) {
  let state = 'a';
  const named: string[] = [];
  const answers: (() => void)[] = [];
  const take = ({ if_match }: Named): void => {
    named.push(if_match);
    if (if_match !== `"${state}.0"`) throw new Error('412');
  };
  return {
    named,
    answer: () => answers.shift()?.(),
    write: (to: string) => async (of: Named) => {
      take(of);
      state = to;
      await new Promise<void>((resolve) => answers.push(resolve));
      return draftOf(id, to);
    },
    publish: async (of: Named) => take(of),
  };
}

test('a publish names the state that a write under way makes', async () => {
  const { write, answer, publish, named } = slowService(1);
  const seen = draftOf(1, 'a');
  const writing = writeSeen(seen, write('b'));
  const published = actOnSeen(seen, publish);
  await Promise.resolve();
  answer();
  await Promise.all([writing, published]);
  expect(named).toEqual(['"a.0"', '"b.0"']);
});

test('writes of one page follow each other', async () => {
  const { write, answer, named } = slowService(2);
  const seen = draftOf(2, 'a');
  const writing = ['b', 'c', 'd'].map((to) => writeSeen(seen, write(to)));
  await expect.poll(() => named.length).toBe(1);
  answer();
  await expect.poll(() => named.length).toBe(2);
  answer();
  await expect.poll(() => named.length).toBe(3);
  answer();
  await Promise.all(writing);
  expect(named).toEqual(['"a.0"', '"b.0"', '"c.0"']);
});

test('nothing is done where the write before it fails, and the next act is not held up', async () => {
  const seen = draftOf(3, 'a');
  const done: string[] = [];
  const writing = writeSeen(seen, () => Promise.reject(new Error('no connection')));
  const published = actOnSeen(seen, async ({ if_match }) => done.push(if_match));
  await expect(writing).rejects.toThrow('no connection');
  await expect(published).rejects.toThrow('no connection');
  expect(done).toEqual([]);
  await actOnSeen(seen, async ({ if_match }) => done.push(if_match));
  expect(done).toEqual(['"a.0"']);
});
