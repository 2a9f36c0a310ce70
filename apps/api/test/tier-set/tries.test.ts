import { expect, test } from 'vitest';
import { countTries } from '../../src/handlers/simulation/comparison.ts';

type Tried = Parameters<typeof countTries>[0][number];

const hours = (from: string, to: string) => ({ kind: 'recorded', from: `${from}:00:00Z`, to: `${to}:00:00Z` }) as const;
const now: Tried = {
  ym_profile_id: 1,
  draft_id: 7,
  state: 'done',
  log: hours('2026-11-20T00', '2026-11-21T09'),
  inputs: { draft_sha256: 'a' },
};
const other = (change: Partial<Tried>): Tried => ({ ...now, inputs: { draft_sha256: 'b' }, ...change });

test.for<[what: string, before: Tried[], tries: number]>([
  ['nothing before', [], 1],
  ['the same content', [now], 1],
  ['another content', [other({})], 2],
  ['two others, one of them twice', [other({}), other({}), other({ inputs: { draft_sha256: 'c' } })], 3],
  ['hours that overlap', [other({ log: hours('2026-11-20T00', '2026-11-21T08') })], 2],
  ['hours before', [other({ log: hours('2026-11-19T00', '2026-11-20T00') })], 1],
  ['another kind of log', [other({ log: { kind: 'file', name: 'day.jsonl' } })], 1],
  ['another draft', [other({ draft_id: 8 })], 1],
  ['another ym-profile', [other({ ym_profile_id: 2 })], 1],
  ['one that has failed', [other({ state: 'failed' })], 1],
  ['a hundred', Array.from({ length: 100 }, (_, at) => other({ inputs: { draft_sha256: `${at}` } })), 50],
])('after %s, the tries are counted', ([, before, tries]) => {
  expect(countTries(before, now)).toBe(tries);
});
