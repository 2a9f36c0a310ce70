import { errorCatalogue, type ErrorKind, findServiceWord, type NameOf } from '@auction-tiers/contract';
import { recommendations } from '@auction-tiers/contract/compare-report';
import { figures } from '@auction-tiers/contract/glossary';
import { roomTable } from '@auction-tiers/contract/rooms';
import type { Tier, TierSetSource } from '@auction-tiers/tier-engine';
import { Comparisons, type FindingCode, findingCodes, lint } from '@auction-tiers/tier-engine/lint';
import { expect, test } from 'vitest';
import { findingWords } from '../../src/saying/finding-words.ts';
import { plainWords } from '../../src/saying/plain-words.ts';
import { kindOf, problemWords, refusals, refusalWords } from '../../src/saying/refusal-words.ts';
import { verdictSummary } from '../../src/comparison/report.ts';
import { verdictWords } from '../../src/comparison/words.ts';

/** A sentence in which all is a word of the service. */
const hostile =
  'ym_profile_id is null, allowed: tier 14; set RECORD_AUCTIONS or POST /draft/rebase?id=9 with `--no-units`';
const nameOf: NameOf = (kind, id) =>
  ({ tier: `Tier ${'ABCDEFGHIJKLMN'[id]}`, buyer: 'Bluefin', profile: 'Phones' })[kind];

test.for([
  ['POST /draft/rebase'],
  ['min_price'],
  ['set to null'],
  ['buyer 108'],
  ['tier 14'],
  ['Current_password'],
  ['RECORD_AUCTIONS'],
  ['declare it whole: --complete'],
  ['your user lacks the scope "publish"'],
])('%s is a word of the service', ([text]) => {
  expect(findServiceWord(text!)).not.toBeNull();
});

const kinds = Object.keys(errorCatalogue) as ErrorKind[];

test.for(kinds)('a refusal of the kind %s has no word of the service', (kind) => {
  const { errorId, errorCode, httpStatus } = errorCatalogue[kind];
  const found = kindOf({ error_id: errorId, error_code: errorCode, httpStatus });
  expect(found).toBe(kind);
  expect(findServiceWord(refusals[kind])).toBeNull();
  expect(findServiceWord(refusalWords(kind, hostile))).toBeNull();
});

/** What handlers say, where they name parts of the service. */
const said: readonly (readonly [ErrorKind, string, RegExp])[] = [
  [
    'integrity',
    'tiers, profiles, publishers and imports change by drafts only, because publishing of member 1 is "draft": make one with POST /draft?from=<id of the ym-profile>',
    /^tiers, profiles, publishers and imports change by drafts only at this seller$/,
  ],
  ['integrity', 'draft 9 is scheduled, allowed: open or suspended; POST /draft/unschedule opens it', /scheduled/],
  ['integrity', 'draft 9 needs an approval by another user than ann: POST /draft/approve?id=9', /than ann$/],
  ['integrity', 'ym-profile 1 has a scheduled draft already: draft 9, at 2026-12-01 06:00:00', /group of sites has a/],
  [
    'integrity',
    'profiles.0 is profile 3, which ym-profile 2 uses too; give it an id, or change it by PUT /profile',
    /./,
  ],
  ['not_found', 'ym-auction-tier 14 was not found', /no longer exists/],
  ['forbidden', 'current_password is not your password; nothing was changed', /current password is not your password/],
  ['forbidden', 'only a manager of the member may change users, with the scope "admin" or "manage"', /may not do that/],
  [
    'integrity',
    'experiment 3 would show an effect of 5 % after 21 days, and it ends after 14: send a later end_at, another design or share, or underpowered: true',
    /^the live test would show an effect of 5 % after 21 days, and it ends after 14: choose more days, another share/,
  ],
  ['invalid', 'record_share is 1, allowed: at most 0.01 (RECORD_SHARE_MAX)', /not possible here/],
  ['invalid', 'min_price is "x", not a decimal number', /^net minimum \(USD CPM\)/],
  ['precondition_failed', 'member 1 is not in the state that If-Match names ("abc"); read it again', /has changed/],
];

test.for(said)('%s: %s', ([kind, message, words]) => {
  const shown = refusalWords(kind, message);
  expect(shown).toMatch(words);
  expect(findServiceWord(shown)).toBeNull();
});

test.for([
  ['is "", allowed: at least 1 character', 'is needed'],
  ['is required (string)', 'is needed'],
  ['is "x", not of the form /^[a-z]+$/', 'is "x", which is not of the right form'],
  ['is 14, but ym-auction-tier 14 does not exist', 'is not possible here'],
  [
    'is null, allowed with member_action include: a price (it may be 0)',
    'is needed where the action is include: a price (it may be 0)',
  ],
  ['is 0.500000, allowed with member_action exclude: null', 'must be empty where the action is exclude'],
  [
    'names no effect, allowed: a text with a change of net in per cent, such as `Net rises by 2 %`',
    'must say by how much, such as “Net rises by 2 %”',
  ],
  ['is 12, allowed: at most 10', 'is 12, but must be at most 10'],
  ['is "2.x", which is not a decimal number', 'is "2.x", which is not a decimal number'],
])('at a field, %s', ([message, words]) => {
  expect(problemWords(message!)).toBe(words);
});

const tier = (id: number, more: Partial<Tier>): Tier => ({
  id,
  priority: 5,
  memberAction: 'include',
  minPriceMicros: 1_000_000,
  buyerMemberIds: [107],
  profileId: null,
  ...more,
});

const set = (tiers: readonly Tier[], profiles: TierSetSource['profiles'] = []): TierSetSource => ({
  ymProfileId: 1,
  revision: '',
  tiers,
  profiles,
});

const domain = (id: number) => ({
  id,
  targeting: { domain: { action: 'include' as const, values: [`site-${id}.example`] } },
});

/** Tier sets that break each rule. */
const broken: Readonly<Record<FindingCode, TierSetSource>> = {
  shadowed_tier: set([tier(1, { priority: 9 }), tier(2, { minPriceMicros: 2_000_000 })]),
  exclude_without_effect: set([
    tier(1, { priority: 9 }),
    tier(2, { memberAction: 'exclude', buyerMemberIds: [107, 108] }),
  ]),
  no_buyers: set([tier(1, { buyerMemberIds: [] }), tier(2, { buyerMemberIds: [] })]),
  dma_outside_country: set(
    [tier(1, { profileId: 3 })],
    [
      {
        id: 3,
        targeting: {
          country: { action: 'include', values: ['CA'] },
          dma: { action: 'include', values: [501] },
        },
      },
    ],
  ),
  include_exclude_conflict: set([tier(1, {}), tier(2, { memberAction: 'exclude' })]),
  equal_priority_overlap: set([tier(1, {}), tier(2, {})]),
  min_price_out_of_reach: set([tier(1, { minPriceMicros: 9_000_000 })]),
  limit_unprotects: set([
    tier(1, { priority: 9, maxForgoneMicros: 500_000 }),
    tier(2, { memberAction: 'exclude', minPriceMicros: null }),
  ]),
  limit_overrides_priority: set([tier(1, { priority: 9, maxForgoneMicros: 0 }), tier(2, { maxForgoneMicros: 0 })]),
  exclude_with_min_price: set([tier(1, { memberAction: 'exclude' })]),
  comparison_limit: set([tier(1, { profileId: 3 }), tier(2, { profileId: 4 })], [domain(3), domain(4)]),
};

test.for(findingCodes)('what the lint rule %s finds has no word of the service, and names tiers', (code) => {
  const found = lint(broken[code], {
    countryOfDma: () => 'US',
    highestNetMicrosByBuyer: new Map([[107, 2_000_000]]),
    ...(code === 'comparison_limit' ? { comparisons: new Comparisons(0) } : {}),
  }).filter((one) => one.code === code);
  for (const one of found.map((finding) => findingWords(finding, nameOf))) {
    expect([one.message, one.advice].map(findServiceWord)).toEqual([null, null]);
  }
  expect(found).not.toEqual([]);
});

/** Sentences of comparisons, which name tiers and buyers by their ids. */
test.for([
  [
    'Tier 2 (include, priority 5, from 2.000000 net) can never win a bid: tiers 3 and 4 together take every bid that could match.',
    /^Tier C .*from 2.00 net.*tiers Tier D and Tier E/,
  ],
  [
    '12 buyers (1, 2, 3 and 9 more) that tiers of the draft name never bid in the log.',
    /^12 buyers \(Bluefin, Bluefin, Bluefin and 9 more\)/,
  ],
  ['Tier 7 of the draft took no bid of the log: nothing is known about it.', /^Tier H of the draft/],
] as const)('%s', ([message, words]) => {
  const shown = plainWords(message, nameOf);
  expect(shown).toMatch(words);
  expect(findServiceWord(shown)).toBeNull();
});

test('a verdict says which of its causes it has', () => {
  for (const one of recommendations) {
    const { word, before, after = '' } = verdictWords[one];
    expect(findServiceWord(`${word}: ${before}${after}`)).toBeNull();
  }
  expect(verdictSummary('hold', ['interval_below_zero'])).toBe('The draft costs revenue.');
  expect(verdictSummary('hold', ['lint_error'])).toBe('The draft contradicts itself.');
  expect(verdictSummary('hold', ['interval_below_zero', 'lint_error'])).toMatch(/costs revenue, and contradicts/);
});

/** The page shows times, and no revisions. */
const shownFigures = Object.entries(figures).filter(([name]) => name !== 'revision');

test.for(shownFigures)('the definition of %s has no word of the service, and no rows', ([, { name, definition }]) => {
  expect([name, definition].map(findServiceWord)).toEqual([null, null]);
  expect(definition).not.toMatch(/\brows?\b/);
});

test.for(Object.entries(roomTable))('the help of %s has no word of the service', ([, { about }]) => {
  expect(findServiceWord(about)).toBeNull();
});

test('what a user has written is no word of the service', () => {
  expect(findServiceWord('tier "a_b" is needed')).toBeNull();
  expect(plainWords('Tier snake_case of 2026-12-01')).toBe('Tier snake_case of 2026-12-01');
});
