import { expect, test } from 'vitest';
import { toTierSet, withTier } from '../../src/advise/choosing/search.ts';
import { toDraftFile } from '../../src/advise/judging/draft.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { InputCounts } from '../../src/log/auction/input-report.ts';
import { toLoggedAuction } from '../../src/run/judge-auctions.ts';
import { tryDrafts } from '../../src/run/compare.ts';
import { compareAuctions } from '../compare/compare-auctions.ts';
import { load } from '../compare/tier-set.ts';
import { draw, fileOf, plant } from './planted.ts';

test('a draft that is tried beside others has the verdict of its own comparison, to the word', async () => {
  const decisions = new Set<string>();
  for (const seed of ['one', 'two']) {
    const planted = plant(seed, 3, 60);
    const current = load(fileOf(planted, seed));
    const auctions = draw(planted, 28).map((request, at) =>
      // Some auctions are at second price, and some come twice.
      toLoggedAuction(at % 5 === 0 ? { ...request, auctionType: 2 } : request, at + 1, `user ${at % 400}`),
    );
    const repeated = seed === 'two' ? [...auctions, ...auctions.slice(0, 40)] : auctions;
    const drafts = current.source.tiers
      .flatMap(({ id, buyerMemberIds: buyers }) => [
        withTier(current.source, id, { minPriceMicros: 1_200_000 }),
        withTier(current.source, id, { maxForgoneMicros: 200_000 }),
        withTier(current.source, id, { priority: 10 }),
        withTier(current.source, id, { priority: 1 }),
        withTier(current.source, id, { state: 'inactive' }),
        ...(buyers.length > 1 ? [withTier(current.source, id, { buyerMemberIds: buyers.slice(1) })] : []),
      ])
      .map((source) => ({
        ...current,
        source,
        tierSet: toTierSet(source),
        file: toDraftFile(current.file, source),
      }));
    const { commitments } = planted;
    const settings = { current, seed: 'compare', commitments, fee: chooseFee({}), keepsRepeats: true };
    const verdictsOf = await tryDrafts(settings, drafts, async (works) => {
      for (const auction of repeated) for (const work of works) work.add(auction);
      return { input: new InputCounts([]).report(), byteCount: 0, recordedShare: undefined };
    });
    const verdicts = await verdictsOf([...drafts.keys()]);
    for (const [at, draft] of drafts.entries()) {
      const { verdict } = compareAuctions(repeated, { current, draft, seed: 'compare', commitments });
      expect(verdicts[at]).toEqual(verdict);
      decisions.add(verdict.decision);
    }
  }
  expect(decisions.size).toBeGreaterThan(1);
});
