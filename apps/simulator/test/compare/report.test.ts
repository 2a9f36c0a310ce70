import { changeKinds } from '@auction-tiers/contract/compare-report';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { compare } from '../../src/run/compare.ts';
import type { LoadedTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { smallLogText, writeLog } from '../fixture/small-log.ts';
import { loadSmall, noTiers } from './tier-set.ts';

const bid = (id: string, memberId: number, price: number) => ({ id, member_id: memberId, price });

async function compareSmall(current: LoadedTierSet, draft: LoadedTierSet, text = smallLogText) {
  const files = [writeLog(createFolder(), text)];
  return compare({ files, current, draft, fee: chooseFee({}), seed: 's' });
}

test('the figures are those that follow by hand', async () => {
  // Without the tier that excludes buyer 14, the third auction is sold to it for 4.00, of which 3.20 are left.
  const draft = loadSmall((tiers) => tiers.filter(({ id }) => id !== 2));
  const report = await compareSmall(loadSmall(), draft);
  expect(report).toMatchObject({
    auctions: 4,
    bids: 8,
    gross_paid: {
      current: '0.003500000',
      draft: '0.007500000',
      difference: '0.004000000',
      per_thousand_auctions: '1.000000000',
      per_cent: 114.2857,
    },
    net_to_seller: { current: '0.002800000', draft: '0.006000000', difference: '0.003200000', per_cent: 114.2857 },
    totals: { current: { sold: 2, fill: 0.5 }, draft: { sold: 3, fill: 0.75, outcomes: { excluded: 0 } } },
    support: { touched_auctions: 1, touched_share: 0.25, touched_revenue: '0.000000000', touched_revenue_share: 0 },
  });
  expect(report.changes.map(({ kind, auctions }) => [kind, auctions])).toEqual(
    changeKinds.map((kind) => [kind, kind === 'same' ? 3 : kind === 'unsold_to_sold' ? 1 : 0]),
  );
  expect(report.buyers.rows.map(({ id, difference }) => [id, difference.wins, difference.net_to_seller])).toEqual([
    [14, 1, '0.003200000'],
    [12, 0, '0.000000000'],
    [13, 0, '0.000000000'],
  ]);
  // Buyer 15 wins nothing under either set.
  expect(report.buyers.rows.map(({ direction }) => direction).slice(1)).toEqual(['same', 'same']);
  expect(report.tiers.rows[0]).toMatchObject({ kind: 'unknown', difference: { wins: 1, gross_paid: '0.004000000' } });
  expect(report.distribution).toEqual([{ from: 2, to: 5, auctions: 1 }]);
  expect(report.hours).toMatchObject([
    { hour: '2026-01-01T12:00:00.000Z', auctions: 3 },
    { hour: '2026-11-21T08:00:00.000Z', auctions: 1 },
  ]);
});

test('an example shows both winners, and why each tier set decides as it does', async () => {
  // In the first auction buyer 12 nets exactly 2.00; the draft asks for 2.10.
  const draft = loadSmall((tiers) => tiers.map((tier) => (tier.id === 1 ? { ...tier, min_price: '2.100000' } : tier)));
  const report = await compareSmall(loadSmall(), draft);
  const change = report.changes.find(({ kind }) => kind === 'buyer_changes')!;
  expect(change.difference).toEqual({ gross_paid: '0.006500000', net_to_seller: '0.005200000' });
  expect(change.examples).toMatchObject([
    {
      place: 'line 1',
      seed: '1/1',
      current_winner: { bid_id: 'a', member_id: 12, tier_id: 1, clearing_price: 2.5, net_to_seller: 2 },
      draft_winner: { bid_id: 'b', member_id: 15, tier_id: null, clearing_price: 9, net_to_seller: 7.2 },
      bids: [
        {
          bid_id: 'a',
          current: { outcome: 'won', explanation: ['In tier 1 "tier 1" (priority 7), the only one that matches.'] },
          draft: {
            outcome: 'outbid',
            explanation: [
              'Untiered: no tier matches.',
              'Tier 1 "tier 1" does not match: a net price of 2.000000 is below its 2.100000, a gross of 2.63 would do.',
            ],
          },
        },
        { bid_id: 'b', current: { outcome: 'outranked' }, draft: { outcome: 'won' } },
      ],
    },
  ]);
});

test('each kind of change is told apart', async () => {
  const lines = [
    // Second price, tier 3 asks for 1.00 where it asked for nothing: another price.
    { auction_type: 2, impression: { sizes: [{ width: 300, height: 250 }] }, bids: [bid('a', 13, 3)] },
    // The higher bid of buyer 12 has no tier any more, the lower neither; before, both were in tier 1: nothing changes.
    { bids: [bid('a', 12, 2.2), bid('b', 12, 2.1)] },
    // Buyer 14 may bid again: it wins over buyer 15.
    { bids: [bid('a', 14, 5), bid('b', 15, 4)] },
    { bids: [bid('a', 14, 5)] },
    // Buyer 16 is out now.
    { bids: [bid('a', 16, 5)] },
    // Of buyer 17 only bids of 9.00 or more are out: the lower one wins.
    { bids: [bid('a', 17, 9), bid('b', 17, 8)] },
  ];
  const draft = loadSmall((tiers) => {
    const [include, exclude, size] = tiers;
    return [
      { ...include!, min_price: '2.500000' },
      { ...exclude!, buyer_members: [{ id: 16, name: null }] },
      { ...size!, min_price: '1.000000' },
      { ...exclude!, id: 4, min_price: '9.000000', buyer_members: [{ id: 17, name: null }] },
    ];
  });
  const report = await compareSmall(loadSmall(), draft, lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(report.changes.map(({ kind, auctions }) => [kind, auctions])).toEqual([
    ['same', 0],
    ['tier_changes', 1],
    ['price_changes', 1],
    ['bid_changes', 1],
    ['buyer_changes', 1],
    ['sold_to_unsold', 1],
    ['unsold_to_sold', 1],
  ]);
});

test('what lint finds in the draft says whether it is new', async () => {
  const current = loadSmall((tiers) => [...tiers, { ...tiers[0]!, id: 8, priority: 3, buyer_members: null }]);
  const draft = loadSmall((tiers) => [
    ...tiers,
    { ...tiers[0]!, id: 8, name: 'Idle', priority: 3, buyer_members: null },
    { ...tiers[0]!, id: 9, name: 'Out of reach', priority: 3, min_price: '50.000000' },
  ]);
  const { lint, support } = await compareSmall(current, draft);
  expect(lint.findings.map(({ code, tier_ids: ids, is_new: isNew }) => [code, ids, isNew])).toEqual([
    ['shadowed_tier', [9], true],
    ['no_buyers', [8], false],
    ['min_price_out_of_reach', [9], true],
  ]);
  expect(support.warnings.find(({ about }) => about === 'tiers')?.message).toBe(
    '2 tiers (Idle, Out of reach) of the draft took no bid of the log: nothing is known about them.',
  );
  const { lint: reverse } = await compareSmall(draft, noTiers());
  expect(reverse).toEqual({ findings: [], resolved: 3 });
});
