import { createHash } from 'node:crypto';
import { finish } from '@auction-tiers/contract';
import { setTimeout } from 'node:timers/promises';
import { assert, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { inSlices, isLong, jsonHashInSteps, jsonInSteps, jsonPieces } from '../../src/slice/slice.ts';
import { LoopHolds } from '../../src/slice/loop-holds.ts';

/** Longer than a slice. */
const spinMs = 3;

function spin(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

function* longWork(name: string, steps: number, done: string[]): Generator<undefined, string, undefined> {
  for (let step = 0; step < steps; step++) {
    spin(spinMs);
    done.push(name);
    yield;
  }
  return name;
}

test('long works take turns, and what else is to be done comes in between', async () => {
  const done: string[] = [];
  const others = { turns: 0, isOver: false };
  const turn = (): void => {
    others.turns++;
    done.push('other');
    if (!others.isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const works = await Promise.all(['a', 'b', 'c'].map((name) => inSlices(longWork(name, 4, done))));
  others.isOver = true;
  expect(works).toEqual(['a', 'b', 'c']);
  const slices = done.filter((name) => name !== 'other');
  expect(slices).toHaveLength(12);
  // After the start no work has two slices in a row, and the event loop turns between any two.
  const afterStart = done.slice(done.indexOf('other'));
  for (const [at, name] of afterStart.entries()) if (name !== 'other') expect(afterStart[at - 1]).toBe('other');
  expect(slices.slice(3, 6).toSorted()).toEqual(['a', 'b', 'c']);
});

test('a work that is short is done at once', async () => {
  const done: string[] = [];
  const work = inSlices(
    (function* () {
      done.push('work');
      yield;
      done.push('end');
    })(),
  );
  done.push('caller');
  await work;
  expect(done).toEqual(['work', 'end', 'caller']);
});

function* failing(): Generator<undefined, void, undefined> {
  yield;
  throw new RangeError('no');
}

test('an error of a step is that of the work', async () => {
  await expect(inSlices(failing())).rejects.toThrow(RangeError);
  expect(() => finish(failing())).toThrow(RangeError);
});

test('JSON in pieces is that of JSON.stringify', () => {
  assert(
    property(jsonValue(), (value) => {
      const rows = Array.from({ length: 150 }, (_, at) => ({ at, value, none: undefined, text: 'x'.repeat(500) }));
      for (const one of [
        value,
        rows,
        { response: { rows, empty: [], none: undefined, value } },
        { a: [rows, value] },
      ]) {
        expect([...jsonPieces(one)].join('')).toBe(JSON.stringify(one));
      }
    }),
    { numRuns: 30 },
  );
});

test('the JSON of a long list is made in many steps, wherever in an answer it stands', () => {
  const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Tier ${id}` }));
  for (const value of [rows, { response: { rows } }, { response: { bids: [{ tiers: rows }] } }]) {
    expect(isLong(value)).toBe(true);
    expect([...jsonPieces(value)].length).toBeGreaterThan(15);
    expect(finish(jsonInSteps(value))).toBe(JSON.stringify(value));
  }
  expect(isLong({ response: { rows: rows.slice(0, 20) } })).toBe(false);
});

/** A list of as many rows as a page has at least, none of whose lists has more entries than that. */
const page = (row: unknown) => ({ response: { status: 'OK', rows: Array.from({ length: 100 }, () => row) } });
const values = Array.from({ length: 50 }, (_, at) => `value ${at} ${'x'.repeat(90)}`);
const key_value_targets = Array.from({ length: 50 }, (_, at) => ({ key: `k${at}`, values }));

test.for<[string, unknown]>([
  ['profiles whose key-values have many values', page({ id: 1, key_value_targets })],
  ['changes of such profiles', page({ id: 1, changes: { key_value_targets: { from: null, to: key_value_targets } } })],
  ['short lists in short lists', page(Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => [[7]])))],
  ['an object with many attributes', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`a${at}`, at]))],
])('JSON is made in steps of a bounded length, however deep the length stands: %s', ([, value]) => {
  expect(isLong(value)).toBe(true);
  const pieces = [...jsonPieces(value)];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(128 * 1024);
  expect(pieces.join('')).toBe(JSON.stringify(value));
});

test('the hash of a long value is that of its JSON', () => {
  const value = {
    rows: Array.from({ length: 5000 }, (_, id) => ({ id, name: `Tier ${id} \u{1F600}\ud800`, none: undefined })),
  };
  const sha256 = createHash('sha256').update(JSON.stringify(value));
  expect(finish(jsonHashInSteps(value))).toBe(sha256.copy().digest('hex'));
  expect(finish(jsonHashInSteps(value, 'base64url'))).toBe(sha256.digest('base64url'));
});

test('a long text is one value, wherever it stands', () => {
  const text = 'ä"'.repeat(100_000);
  for (const value of [text, [text], { content: text, next: null }]) {
    expect(isLong(value)).toBe(true);
    expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
  }
});

test('the service sees how long it has held its event loop', async () => {
  const holds = new LoopHolds();
  try {
    holds.take();
    // A measurement begins at the first turn after the last was taken.
    await setTimeout(10);
    spin(60);
    await setTimeout(10);
    const { longestMs, p999Ms } = holds.take();
    expect(longestMs).toBeGreaterThan(40);
    expect(p999Ms).toBeGreaterThan(0);
  } finally {
    holds.close();
  }
});
