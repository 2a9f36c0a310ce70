import { Commitments, readCommitment } from '@auction-tiers/contract/tier-set';
import { beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../../src/compare/judging/verdict.ts';
import { Comparison } from '../../src/compare/measuring/comparison.ts';
import { toCompareReport } from '../../src/compare/reporting/to-compare-report.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { InputCounts } from '../../src/log/auction/input-report.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { synthesizeAuctions } from './compare-auctions.ts';
import { good } from './evidence.ts';
import { demoDraft, loadDemo } from './tier-set.ts';

const current = loadDemo();
const draft = demoDraft();
const given = Commitments.parse([
  { buyer: 101, at_least: { wins: 1 } },
  { tier: 4, at_least: { share_of_net: 0.9 } },
  { tier: 12, at_most: { wins: 0 } },
  { buyer: 104, at_most: { net: 0.001 } },
  { buyer: 999, at_least: { wins: 1 } },
]);
const commitments = given.map(readCommitment);
const dayMs = 86_400_000;

let auctions: readonly LoggedAuction[];
beforeAll(async () => {
  // Spread over four days, so that a figure per day differs from that of the log.
  auctions = (await synthesizeAuctions(400, 8, 'commitments')).map((auction, at) => ({
    ...auction,
    request: { ...auction.request, timeMs: Date.UTC(2026, 10, 2) + Math.floor((at / 400) * 4 * dayMs) },
  }));
});

function compareParts(...parts: readonly (readonly LoggedAuction[])[]) {
  const order = { current, draft, seed: 's', commitments };
  const [whole, ...others] = parts.map((part) => {
    const comparison = new Comparison(order);
    for (const auction of part) comparison.add(auction);
    return comparison;
  });
  for (const other of others) whole!.merge(structuredClone(other.toData()));
  return toCompareReport({
    ...order,
    comparison: whole!,
    input: new InputCounts([]).report(),
    fee: chooseFee({}),
    byteCount: 0,
    elasticity: 0,
  });
}

describe('commitments', () => {
  test('figures are per day of the log, and are those of the breakdowns', () => {
    const { commitments: rows, buyers, tiers, net_to_seller: net } = compareParts(auctions);
    const buyer = (id: number) => buyers.rows.find((row) => row.id === id)!;
    const tier = (id: number) => tiers.rows.find((row) => row.id === id)!;
    const days = 4;
    expect(rows.map(({ current: before, draft: after }) => [before, after])).toEqual([
      [buyer(101).current.wins / days, buyer(101).draft.wins / days],
      [
        expect.closeTo(Number(tier(4).current.net_to_seller) / Number(net.current), 5),
        expect.closeTo(Number(tier(4).draft.net_to_seller) / Number(net.draft), 5),
      ],
      [tier(12).current.wins / days, 0],
      [
        expect.closeTo(Number(buyer(104).current.net_to_seller) / days, 5),
        expect.closeTo(Number(buyer(104).draft.net_to_seller) / days, 5),
      ],
      [0, 0],
    ]);
    for (const { draft: after, interval } of rows) {
      expect(interval!.low).toBeLessThanOrEqual(after);
      expect(interval!.high).toBeGreaterThanOrEqual(after);
    }
  });

  test('one that is broken is told, and a broken one is never a launch', () => {
    const report = compareParts(auctions);
    expect(report.commitments.map(({ is_kept: isKept }) => isKept)).toEqual([true, false, true, false, false]);
    expect(judge({ ...good, commitments: report.commitments.slice(0, 1) }).decision).toBe('launch');
    const broken = judge({ ...good, commitments: report.commitments });
    expect(broken.decision).toBe('test_first');
    expect(broken.reasons.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'commitment_broken'));
  });

  test('one that is kept in the mean and not beyond the error of the days is told so, and is never a launch', () => {
    const [kept] = compareParts(auctions).commitments;
    const unsure = { ...kept!, is_kept: false, kept_days: { days: 14, current: 14, draft: 9 } };
    const { decision, reasons } = judge({ ...good, commitments: [unsure] });
    expect(decision).toBe('test_first');
    expect(reasons).toMatchObject([{ code: 'commitment_unsure' }]);
    expect(reasons[0]!.message).toMatch(
      /wins? a day; the draft gives [\d.]+ wins a day, on 9 of 14 days \(14 at present\)\.$/,
    );
  });

  test('days are those of whole logs of parts too', () => {
    // A day has at least six hours with auctions, and five days are judged.
    const days = auctions.map((auction, at) => {
      const timeMs = Date.UTC(2026, 10, 2) + Math.floor((at / 400) * 6 * dayMs);
      return { ...auction, request: { ...auction.request, timeMs } };
    });
    const [whole, cut] = [compareParts(days), compareParts(days.slice(0, 130), days.slice(130))];
    expect(whole.commitments.map(({ kept_days: kept }) => kept?.days)).toEqual(given.map(() => 6));
    expect(cut.commitments).toEqual(whole.commitments);
  });

  test('parts of a log merge to the same', () => {
    const cut = compareParts(auctions.slice(0, 130), auctions.slice(130));
    expect(cut.commitments).toEqual(compareParts(auctions).commitments);
  });

  test.for([
    { given: { buyer: 1, tier: 2, at_least: { wins: 1 } }, path: '0' },
    { given: { at_least: { wins: 1 } }, path: '0' },
    { given: { buyer: 1 }, path: '0' },
    { given: { buyer: 1, at_least: { wins: 1 }, at_most: { wins: 2 } }, path: '0' },
    { given: { buyer: 1, at_least: {} }, path: '0.at_least' },
    { given: { buyer: 1, at_least: { wins: 1, net: 2 } }, path: '0.at_least' },
    { given: { buyer: 1, at_least: { wins: -1 } }, path: '0.at_least.wins' },
    { given: { buyer: 1, at_least: { share_of_net: 1.5 } }, path: '0.at_least.share_of_net' },
    { given: { buyer: 0, at_least: { wins: 1 } }, path: '0.buyer' },
    { given: { seller: 1, at_least: { wins: 1 } }, path: '0' },
  ])('$given is refused', ({ given: one, path }) => {
    const parsed = Commitments.safeParse([one]);
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });
});
