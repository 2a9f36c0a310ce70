import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { describe, expect, test } from 'vitest';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { compareAuctions, synthesizeAuctions } from './compare-auctions.ts';
import { loadDemo } from './tier-set.ts';

const current = loadDemo();
const compareWith = (auctions: readonly LoggedAuction[], draft: ReturnType<typeof loadDemo>) =>
  compareAuctions(auctions, { current, draft, seed: 's' });
/** All at first price, where preferring is the only thing that is forgone. */
const firstPrice = async () =>
  (await synthesizeAuctions(600, 8, 'preference')).map((auction) => ({
    ...auction,
    request: { ...auction.request, auctionType: 1 as const },
  }));

const exact = (amount: string) => BigInt(amount.replace('.', ''));

describe('the price of preference', () => {
  test('of tiers and of buyers adds up to that of all auctions, and with the net to the highest bids', async () => {
    const report = compareWith(
      await firstPrice(),
      loadDemo((tiers) => tiers.slice(0, 6)),
    );
    for (const side of ['current', 'draft'] as const) {
      for (const dimension of ['tiers', 'buyers'] as const) {
        const sum = report[dimension].rows.reduce((total, row) => total + exact(row[side].forgone), 0n);
        expect(sum).toBe(exact(report.preference.forgone[side]));
      }
      expect(report.totals[side].forgone).toBe(report.preference.forgone[side]);
      const net = exact(report.net_to_seller[side]);
      expect(net + exact(report.preference.forgone[side])).toBe(exact(report.preference.highest[side]));
    }
  });

  test('a draft without a preferring tier gains only because it prefers less, and the report says whom', async () => {
    const draft = loadDemo((tiers) => tiers.filter(({ id }) => id !== 12));
    const { preference, net_to_seller: net }: CompareReport = compareWith(await firstPrice(), draft);
    expect(Number(net.difference)).toBeGreaterThan(0);
    expect(preference).toMatchObject({
      is_whole_gain: true,
      sentence: expect.stringMatching(/tier 12 .*\(\d+\.\d\d USD less\)/),
    });
    expect(preference.highest.draft).toBe(preference.highest.current);
    expect(exact(preference.forgone.difference)).toBe(-exact(net.difference));
  });

  test('a draft that lets excluded bids in gains from more than that', async () => {
    const draft = loadDemo((tiers) => tiers.filter(({ member_action: action }) => action === 'include'));
    const { preference, net_to_seller: net } = compareWith(await firstPrice(), draft);
    expect(Number(net.difference)).toBeGreaterThan(0);
    expect(Number(preference.highest.draft)).toBeGreaterThan(Number(preference.highest.current));
    expect(preference).toMatchObject({ is_whole_gain: false, sentence: null });
  });

  test('a draft that loses has no such sentence', async () => {
    const draft = loadDemo((tiers) =>
      tiers.map((tier) => ({ ...tier, min_price: tier.min_price === null ? null : '0' })),
    );
    const { preference, net_to_seller: net } = compareWith(await firstPrice(), draft);
    expect(Number(net.difference)).toBeLessThan(0);
    expect(preference).toMatchObject({ is_whole_gain: false, sentence: null });
  });
});
