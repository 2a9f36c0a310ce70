import { findServiceWord, TierSetFile } from '@auction-tiers/contract';
import { proposalNotes } from '@auction-tiers/contract/advice-report';
import type { Recommendation } from '@auction-tiers/contract/compare-report';
import { expect, test } from 'vitest';
import { figures } from '../../../src/figure/figures.ts';
import { type Content, contentOf } from '../../../src/draft/content.ts';
import { plainWords } from '../../../src/saying/plain-words.ts';
import {
  adviceByTier,
  changeWords,
  openWords,
  stepWords,
  withProposal,
} from '../../../src/room/advice/proposal-words.ts';

const on = '2026-11-24 06:00:00';
const own = { member_id: 1, last_modified: on };
const news = { ...own, id: 7, name: 'News', inventory_action: 'include', placement_targets: [{ id: '/1111/news/*' }] };
const tier = {
  ...own,
  id: 5,
  ym_profile_id: 1,
  name: 'News first',
  priority: 2,
  min_price: '2.000000',
  profile_id: 7,
  buyer_members: [{ id: 107, name: 'Saffron Travel' }],
  created_on: on,
};
const group = {
  ...own,
  id: 1,
  name: 'News sites',
  code: null,
  description: null,
  publisher_ids: null,
  commitments: null,
};
const fileOf = (tiers: readonly object[]) =>
  TierSetFile.parse({
    ym_profile: group,
    tiers: tiers.map((one) => ({ ...tier, ...one })),
    profiles: [news],
    revision: '1',
  });

test('a proposal names the tier that it changes with where the tier applies', () => {
  const live = fileOf([{}, { id: 6, name: 'Everything', profile_id: null }]);
  const draft = fileOf([
    { min_price: '1.400000', priority: 3 },
    { id: 6, name: 'Everything', profile_id: null, state: 'inactive' },
  ]);
  expect(changeWords(live.tiers, draft)).toEqual([
    'News first (placement /1111/news/*): net minimum 2.00 USD CPM → 1.40 USD CPM.',
    'News first (placement /1111/news/*): priority 2 → 3.',
    'Everything is switched off.',
  ]);
});

test.for([
  [null, '1.500000', 'no limit → 1.50 USD CPM'],
  ['2.000000', '0.000000', '2.00 USD CPM → 0.00 USD CPM'],
  ['2.000000', null, '2.00 USD CPM → no limit'],
  ['1.500000', '1.500000', null],
] as const)(
  'a proposal to change what a tier may give up from %s to %s says so, and a draft of it has it',
  ([old, limit, said]) => {
    const live = fileOf([{ max_forgone: old, profile_id: null }]);
    const draft = fileOf([{ max_forgone: limit, profile_id: null }]);
    expect(changeWords(live.tiers, draft)).toEqual(said === null ? [] : [`News first: give up at most ${said}.`]);
    const content = contentOf({ tiers: live.tiers, profiles: [] });
    const [drafted] = withProposal(content, live.tiers, draft).tiers;
    expect(drafted).toMatchObject({
      max_forgone: limit,
      min_price: '2.000000',
    });
  },
);

test('of two proposals for one tier the second takes nothing back, nor what a person has changed there', () => {
  const live = fileOf([{ profile_id: null }]);
  const [limit, priority] = [{ max_forgone: '0.500000' }, { priority: 4 }].map((one) =>
    fileOf([{ profile_id: null, ...one }]),
  );
  const content = contentOf({ tiers: live.tiers, profiles: [] });
  let taken: Content = { ...content, tiers: content.tiers.map((one) => ({ ...one, min_price: '2.500000' })) };
  for (const draft of [limit!, priority!]) taken = withProposal(taken, live.tiers, draft);
  expect(taken.tiers[0]).toMatchObject({ max_forgone: '0.500000', priority: 4, min_price: '2.500000' });
});

test('a proposal whose days do not show that it keeps a promise says so, and names no days', () => {
  const promise = { subject: 'buyer', id: 7, name: null, bound: 'at_least', figure: 'wins', wanted: 9 } as const;
  const commitments = [{ ...promise, reached: 10, is_kept: false, kept_days: { days: 14, current: 13, draft: 9 } }];
  const judged = { interval: null, verdict: null, days_needed: null, commitments };
  expect(openWords({ ...judged, state: 'unresolved' })).toContain('do not show that it keeps');
  expect(openWords({ ...judged, state: 'certified' })).toBe(null);
});

test('what a proposal does to buyers and promises has names, and amounts two decimals', () => {
  const promise = { bound: 'at_least', is_kept: true, kept_days: { days: 7, current: 7, draft: 7 } } as const;
  const notes = proposalNotes(
    {
      losers: [
        { id: 107, name: 'Saffron 1.500000', net: '-0.351234567', per_cent: -9.251 },
        { id: 108, name: 'Quartz', net: '-0.100000000', per_cent: null },
      ],
      commitments: [
        {
          ...promise,
          subject: 'buyer',
          id: 107,
          name: 'Saffron 1.500000',
          figure: 'wins',
          wanted: 1000,
          reached: 1200,
        },
        { ...promise, subject: 'tier', id: 9, name: null, figure: 'share_of_net', wanted: 0.2, reached: 0.25 },
      ],
      promise_price: { present: '1.900000000', proposed: '1.200000000', share: 0.63 },
    },
    'EUR',
    figures,
  );
  const said = notes.map((text) => plainWords(text, () => null, ['Saffron 1.500000']));
  expect(said.map(findServiceWord)).toEqual(said.map(() => null));
  expect(said).toEqual([
    expect.stringMatching(/Saffron 1\.500000 brings 9\.25 % less: −0\.35 EUR a day/),
    expect.stringMatching(/Quartz brings less: −0\.10 EUR a day/),
    expect.stringMatching(/Saffron 1\.500000 at least 1,000 wins a day: kept, 1,200 wins a day, on 7 of 7 days/),
    expect.stringMatching(/at least 20 % of the net: kept, 25 % of the net/),
    expect.stringMatching(/at 63 % of their price: 1\.20 instead of 1\.90 EUR/),
  ]);
});

const verdict = (decision: Recommendation) => ({ decision, summary: `${decision}.` });

const says = (text: string | null, wanted: RegExp | string | null) =>
  wanted === null ? expect(text).toBe(null) : expect(text).toMatch(wanted);

test.for([
  ['certified', 'launch', null, 'Put into a draft'],
  ['unresolved', null, /ask for advice on 10 days\./, 'Put into a draft'],
  ['unresolved', 'test_first', /try .* test_first/, /test live/],
  ['unresolved', 'hold', /try .* hold/, null],
  ['unresolved', 'no_effect', /try .* no_effect/, null],
] as const)(
  'a proposal that is %s, and of which a try says %s, offers the step that this names',
  ([state, decision, said, step]) => {
    const judged = {
      state,
      verdict: decision && verdict(decision),
      interval: null,
      days_needed: decision === null ? 5 : null,
      commitments: [],
    };
    says(openWords(judged), said);
    says(stepWords(judged), step);
  },
);

test('the line beside a tier is that of the first proposal about it that is not dominated', () => {
  const live = fileOf([{}, { id: 6 }, { id: 8, max_forgone: '1.000000' }]);
  const proposal = (state: 'certified' | 'dominated', gain: string, ...tiers: object[]) =>
    ({
      state,
      gain,
      draft: fileOf(tiers),
      losers: [{ id: 107, name: 'Saffron Travel', net: '-1.500000000', per_cent: -9.25 }],
    }) as const;
  const lines = adviceByTier(live.tiers, [
    proposal('dominated', '9.000000000', { min_price: '9.000000' }),
    proposal('certified', '4.000000000', { min_price: '2.600000' }, { id: 6 }),
    proposal('certified', '3.000000000', { priority: 9 }, { id: 6, buyer_members: [] }),
    proposal('certified', '2.000000000', { id: 8, max_forgone: '0.500000' }),
  ] as never);
  expect([...lines]).toEqual([
    [5, '2.00 → 2.60: +4.00, Saffron −9.3 %'],
    [6, 'without Saffron: +3.00, Saffron −9.3 %'],
    [8, 'at most 0.50: +2.00, Saffron −9.3 %'],
  ]);
});
