import type { Impression, Profile, TierSet } from '@auction-tiers/tier-engine';
import { selectTiers } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { compiled, profile, request, source, tier } from '../fixture/build.ts';

function isTargeted(tierSet: TierSet, impression: Impression): boolean {
  const out = new Int32Array(1);
  selectTiers(tierSet, request({ impression }), out);
  return out[0] !== -1;
}

const targeted = (given: Profile) => compiled(source([tier({ id: 1, profileId: given.id })], [given]));

test('a value gets the same answer the first time, the second time, and after more values than are remembered', () => {
  const tierSet = targeted(profile(7, { domain: { action: 'include', values: ['wanted.example'] } }));
  for (let round = 0; round < 2; round++) {
    for (let at = 0; at < 10_000; at++) expect(isTargeted(tierSet, { domain: `site-${at}.example` })).toBe(false);
    expect(isTargeted(tierSet, { domain: 'NEWS.wanted.example.' })).toBe(true);
    expect(isTargeted(tierSet, {})).toBe(false);
  }
});

test('so is a text that is too long to be remembered', () => {
  const tierSet = targeted(profile(7, { domain: { action: 'include', values: ['wanted.example'] } }));
  const long = 'a.'.repeat(10_000);
  expect(
    ['wanted.example', 'other.example', 'wanted.example'].map((end) =>
      isTargeted(tierSet, { domain: `${long}${end}` }),
    ),
  ).toEqual([true, false, true]);
});

test('more profiles than a row of one word holds are told apart', () => {
  const values = Array.from({ length: 100 }, (_, at) => at + 1);
  const profiles = values.map((dma) => profile(dma, { dma: { action: 'include', values: [dma] } }));
  const tierSet = compiled(
    source(
      values.map((id) => tier({ id, profileId: id })),
      profiles,
    ),
  );
  const out = new Int32Array(1);
  const found = [...values, 101].map((dma) => {
    selectTiers(tierSet, request({ impression: { dma } }), out);
    return tierSet.tiers[out[0]!]?.id;
  });
  expect(found).toEqual([...values, undefined]);
});

const sizes: [number, number, boolean][] = [
  [300, 250, true],
  [250, 300, false],
  [32_767, 1, true],
  [32_768, 1, false],
  [70_000, 250, true],
  [70_001, 250, false],
  [300.5, 250, false],
  [-300, 250, false],
];

test.for(sizes)('an impression of %d x %d: %s', ([width, height, matches]) => {
  const wanted = [
    { width: 300, height: 250 },
    { width: 32_767, height: 1 },
    { width: 70_000, height: 250 },
  ];
  const tierSet = targeted(profile(7, { size: wanted }));
  for (const given of [
    [{ width, height }],
    [
      { width: 1, height: 1 },
      { width, height },
    ],
  ]) {
    expect(isTargeted(tierSet, { sizes: given })).toBe(matches);
    expect(isTargeted(tierSet, { sizes: given })).toBe(matches);
  }
});
