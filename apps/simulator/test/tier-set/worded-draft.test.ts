import { expect, test } from 'vitest';
import type { DraftWords } from '../../src/tier-set/worded-draft.ts';
import { parseWordedDraft } from '../../src/tier-set/worded-draft.ts';
import { readStoredTierSet, toTierSet } from '../../src/tier-set/tier-set-file.ts';
import { smallTierSet } from '../fixture/small-log.ts';

const loaded = readStoredTierSet(smallTierSet, (problem) => new TypeError(problem));
const current = loaded.file;
const draftOf = (words: Partial<DraftWords>) =>
  toTierSet(parseWordedDraft(current, { set: [], remove: [], ...words }), { current: loaded });

/** An import sets the dates of what it changes. */
const withoutDates = ({ created_on: _on, last_modified: _modified, ...tier }: (typeof current.tiers)[number]) => tier;

test('attributes are set and tiers removed, and all else stays as it is', () => {
  const { file } = draftOf({
    set: ['1.min_price=3', '1.name=dear', '3.priority=4', '3.buyer_members=13, 15'],
    remove: [2],
  });
  const [first, , third] = current.tiers.map(withoutDates);
  expect(file.tiers.map(withoutDates)).toEqual([
    { ...first, min_price: '3.000000', name: 'dear' },
    {
      ...third,
      priority: 4,
      buyer_members: [
        { id: 13, name: 'Buyer 13' },
        { id: 15, name: null },
      ],
    },
  ]);
  expect(file.profiles).toEqual(current.profiles);
  expect(file.ym_profile).toEqual(current.ym_profile);
});

test('null clears, buyers may be names that the tiers know, and a profile that none uses goes', () => {
  const { file } = draftOf({
    set: ['3.profile_id=null', '1.member_action=exclude', '1.min_price=null', '1.buyer_members=buyer 13'],
  });
  expect(file.tiers).toMatchObject([
    { id: 1, member_action: 'exclude', min_price: null, buyer_members: [{ id: 13 }] },
    { id: 2 },
    { id: 3, profile_id: null },
  ]);
  expect(file.profiles).toEqual([]);
});

test.for([
  [{ set: ['9.min_price=3'] }, /^--set 9\.min_price=3 names tier 9, .* 1, 2, 3\.$/],
  [{ remove: [9] }, /^--remove 9 names tier 9, /],
  [{ set: ['1.price=3'] }, /the field "price", allowed: name, .*min_price/],
  [{ set: ['1.id=3'] }, /the field "id", allowed: /],
  [{ set: ['1.min_price'] }, /is not TIER\.FIELD=VALUE/],
  [{ set: ['min_price=3'] }, /is not TIER\.FIELD=VALUE/],
  [{ set: ['1.min_price=dear'] }, /^--set: .* tier 1\.min_price .*"dear"/],
  [{ set: ['1.min_price=null'] }, /^--set: .* tier 1\.min_price .*is null/],
  [{ set: ['1.priority=11'] }, /tier 1\.priority .*11/],
  [{ set: ['3.priority=0'], remove: [1, 2] }, /tier 3\.priority/],
  [{ set: ['1.profile_id=77'] }, /tier 1\.profile_id .*77/],
  [{ set: ['1.buyer_members=Nobody'] }, /tier 1\.buyer_members\.0\.name .*"Nobody"/],
  [{ set: ['1.priority=4', '1.priority=5'] }, /priority of tier 1 a second time/],
  [{ set: ['1.priority=4'], remove: [1] }, /which --remove removes/],
] as const)('%j is refused', ([words, message]) => {
  expect(() => draftOf(words)).toThrow(message);
  expect(() => draftOf(words)).toThrow(expect.objectContaining({ exitCode: 2 }));
});
