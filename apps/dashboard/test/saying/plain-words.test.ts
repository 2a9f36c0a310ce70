import { figuresIn } from '@auction-tiers/figure';
import { expect, test } from 'vitest';
import { plainWords, readersForm } from '../../src/saying/plain-words.ts';

test.for([
  ['both change min_price of tier 7 Gold', 'both change net minimum (USD CPM) of tier Gold'],
  [
    'tier 7 Gold, min_price: 2.000000 when the draft was made, set to 2.500000 by maria, 9.123400 in the draft',
    'tier Gold, net minimum (USD CPM): 2.00 when the draft was made, set to 2.50 by maria, 9.1234 in the draft',
  ],
  ['is "ann", which user 3 has already', 'is "ann", which another one has already'],
  ['is "a", which ym-auction-tier 3 has already', 'is "a", which another one has already'],
  ['profile 3 Evenings, dma_targets: 1', 'profile Evenings, DMAs: 1'],
  ['channel 2 is in use by 1 view object', 'the channel is in use by 1 view'],
  [
    'draft 9 is tested by experiment 4, which runs; POST /experiment/pause?id=4 or /experiment/end first',
    'the draft is tested by the live test, which runs; pause or end it first, under Draft, Live tests',
  ],
  [
    'draft 9 is tested by experiment 4, which is planned; DELETE /experiment?id=4 first',
    'the draft is tested by the live test, which is planned; remove it first, under Draft, Live tests',
  ],
  [
    'draft 9 is scheduled, allowed: open or suspended; POST /draft/unschedule opens it',
    'the draft is scheduled, allowed: open or suspended; unschedule it first, under Draft',
  ],
  ['Draft 4 was not published at its time', 'The draft was not published at its time'],
  ['Draft 4 is waiting for a publisher; ann asks for it.', 'The draft is waiting for a publisher; ann asks for it.'],
  ['Tier snake_case of 2026-12-01', 'Tier snake_case of 2026-12-01'],
])('%s', ([text, words]) => {
  expect(plainWords(text!)).toBe(words);
});

test.for([
  ['both change min_price of tier 7', 'both change net minimum (USD CPM) of tier gold'],
  ['tier 7 gold was deleted', 'tier gold was deleted'],
  ['tier 8 Silver was deleted', 'tier Silver was deleted'],
  ['Tier 8 of the draft took no bid', 'An unnamed tier of the draft took no bid'],
  ['tiers 7 and 8 together', 'tiers gold and an unnamed one together'],
])('with names, %s', ([text, words]) => {
  expect(plainWords(text!, (kind, id) => (kind === 'tier' && id === 7 ? 'gold' : null))).toBe(words);
});

test.for([
  [
    'Net rose by 1,083.97 USD (+15.2 %): such periods differ by −10.9 % to +17.8 %.',
    'Net rose by 1.083,97 USD (+15,2 %): such periods differ by −10,9 % to +17,8 %.',
  ],
  ['3.1 times as wide, and 5.7 times is usual', '3,1 times as wide, and 5,7 times is usual'],
  ['between 4.31 – 4.85 USD CPM, of 26,540 auctions', 'between 4,31 – 4,85 USD CPM, of 26.540 auctions'],
  ['Public holiday (Fri, Nov 20) is left out', 'Public holiday (Fri 20 Nov) is left out'],
  // Prices are written by whoever knows how many decimals they need, and names stay as they are.
  ['tier 5 Worked example: 2.00 net, min_price: 2.500000', 'tier 5 Worked example: 2.00 net, min_price: 2.500000'],
  ['on 2026-11-22 at 09:00 UTC, for 300x250 from 12 buyers', 'on 2026-11-22 at 09:00 UTC, for 300x250 from 12 buyers'],
])('for a reader in German, %s', ([text, words]) => {
  expect(readersForm(figuresIn('de-DE'), true)(text!)).toBe(words);
  expect(readersForm(figuresIn('en-US'), false)(text!)).toBe(text);
});
