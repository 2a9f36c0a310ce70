import type { AuctionRequest, Tier, TierSetSource } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { findChanges } from '../../src/advise/choosing/search.ts';
import { Standing } from '../../src/advise/choosing/standing.ts';
import { toPackage } from '../../src/advise/judging/draft.ts';
import { toText } from '@auction-tiers/report-document/text';
import { adviseDocument } from '../../src/document/advise-document.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { adviseAuctions } from '../../src/run/advise.ts';
import { toLoggedAuction } from '../../src/run/judge-auctions.ts';
import { load } from '../compare/tier-set.ts';
import { draw, evaluate, fileOf, type Planted, plant } from './planted.ts';

const [days, auctionsADay] = [14, 150];
/** The tier of the promised buyer, and one above it, for dear bids of the others. */
const [promised, dear] = [1, 2];
/** Minimums of the tier above, CPM micros; Infinity: no bid reaches it. */
const dearMinimums = [2, 3, 4, 5, 6, 8, 10, 14, Infinity].map((price) => price * 1_000_000);
const steps = (count: number, step: number) => Array.from({ length: count }, (_, at) => at * step);

function tiersOf(buyer: number, others: readonly number[], dearMinimum: number): Tier[] {
  const tier = { memberAction: 'include', profileId: null } as const;
  return [
    { ...tier, id: promised, priority: 5, minPriceMicros: 0, buyerMemberIds: [buyer] },
    ...(dearMinimum === Infinity
      ? []
      : [{ ...tier, id: dear, priority: 10, minPriceMicros: dearMinimum, buyerMemberIds: others }]),
  ];
}

/** The cheapest of these sets that keeps the promise: every minimum of both tiers, or every limit in place of the lower one. */
function cheapest(
  sets: readonly TierSetSource[],
  auctions: readonly AuctionRequest[],
  standing: Standing,
  changed: 'minimum' | 'limit',
): TierSetSource {
  const freedom = {
    minimums: new Map(changed === 'limit' ? [] : [[promised, steps(80, 100_000)]]),
    limits: new Map(changed === 'minimum' ? [] : [[promised, steps(80, 100_000)]]),
    hasPriorities: false,
    hasBuyers: false,
  };
  const tried = sets.flatMap((source) => [
    { source, figures: evaluate(source, auctions, standing) },
    ...findChanges(source, auctions, standing, freedom).slice(0, 1),
  ]);
  return tried.reduce((kept, one) => (standing.isBetter(one.figures, kept.figures) ? one : kept)).source;
}

/** A market with dear bids, and the promise of a fifth of all auctions beside those that the buyer wins anyway. */
function plantDear(seed: string) {
  const planted = plant(seed, 1, auctionsADay, 0.1);
  const auctions = draw(planted, days);
  const promise = planted.commitments[0]!;
  const others = auctions[0]!.bids.flatMap(({ memberId: id }) => (id === null || id === promise.id ? [] : [id]));
  const withTiers = (tiers: Tier[]): Planted => ({ ...planted, source: { ...planted.source, tiers } });
  const alone = evaluate(withTiers([]).source, auctions, new Standing([promise], days));
  const wanted = alone.amounts[0]! / days + auctionsADay / 5;
  return { planted, auctions, promise: { ...promise, wanted }, others, withTiers };
}

test('a limit is proposed, judged and taken like any other change, and the report says what the promise then costs', async () => {
  const { auctions, promise, others, withTiers } = plantDear('proposed');
  const planted = withTiers(tiersOf(promise.id, others, Infinity));
  const loaded = load(fileOf(planted, 'dear'));
  const logged = auctions.map((request, at) => toLoggedAuction(request, at + 1));
  const order = { loaded, fee: chooseFee({}), seed: 's', commitments: [promise], isWithoutUnits: true };
  const report = await adviseAuctions(logged, order);
  const best = report.proposals.find(({ changes }) => changes[0]!.includes('max_forgone'))!;
  expect(best.changes).toEqual([expect.stringMatching(/max_forgone no limit -> \d+\.\d\d0000$/)]);
  // Both halves of the days chose it, so that all of them judge it; a try on all days follows.
  expect(best).toMatchObject({ judged_days: days, commitments: [{ is_kept: true }], verdict: expect.anything() });
  expect(Number(best.interval!.low)).toBeGreaterThan(0);
  const standing = new Standing([promise], days);
  const [present, proposed] = [planted.source, load(best.draft).source].map((one) => evaluate(one, auctions, standing));
  const aDay = (micros: number) => (micros / days / 1e9).toFixed(9);
  expect(best.promise_price).toEqual({
    present: aDay(present!.forgone),
    proposed: aDay(proposed!.forgone),
    share: Number((proposed!.forgone / present!.forgone).toFixed(6)),
  });
  // It costs less than the best minimum that keeps the promise.
  const raised = report.proposals.find(({ changes }) => changes[0]!.includes('min_price'))!;
  expect(best.promise_price!.share).toBeLessThan(raised.promise_price!.share);
  // Of the curve of all days, the point at the limit.
  const { limits } = report.curves[0]!;
  const limit = best.draft.tiers[0]!.max_forgone!;
  const [below, above] = [
    limits.findLast((one) => Number(one.max_forgone ?? Infinity) <= Number(limit))!,
    limits.at(-1)!,
  ];
  expect(below.kept).toBe(1);
  expect(below.buyer_wins).toBeLessThan(above.buyer_wins);
  const losers = [{ id: 11, name: 'Northwind Media', net: '-0.060000000', per_cent: -3.4 }];
  const shown = toText(adviseDocument({ ...report, proposals: [{ ...best, losers }] }));
  expect(shown).toContain('brings 3.40 % less: -0.06');
  const said = JSON.stringify(adviseDocument(report));
  expect(said).toContain('of their price');
  expect(JSON.stringify(adviseDocument({ ...report, proposals: [{ ...best, promise_price: null }] }))).not.toContain(
    'of their price',
  );
  expect(toPackage(loaded.file, [best]).tiers[0]).toMatchObject({ max_forgone: limit });
  // A limit that breaks the promise may be taken away.
  const freed = load(best.draft);
  const [taken] = findChanges(
    { ...freed.source, tiers: freed.source.tiers.map((tier) => ({ ...tier, maxForgoneMicros: 0 })) },
    auctions,
    standing,
    { minimums: new Map(), limits: new Map([[promised, [null]]]), hasPriorities: false, hasBuyers: false },
  );
  expect(taken!.source.tiers[0]).toMatchObject({ maxForgoneMicros: null });
});

test('what a tier costs that nobody was promised is no price of a promise', async () => {
  const { auctions, promise, others, withTiers } = plantDear('unpromised');
  // A tier above it that costs much, and a promise that holds without any tier.
  const planted = withTiers(tiersOf(promise.id, others.slice(0, 1), 0));
  const order = { loaded: load(fileOf(planted, 'two tiers')), seed: 's', isWithoutUnits: true };
  const logged = auctions.map((request, at) => toLoggedAuction(request, at + 1));
  const pricesOf = async (bound: 'at_least' | 'at_most', wanted: number) => {
    const { proposals } = await adviseAuctions(logged, { ...order, commitments: [{ ...promise, bound, wanted }] });
    const ofOther = proposals.filter(({ changes, gain }) => changes[0]!.includes('tier 2') && Number(gain) > 0);
    expect(ofOther.length).toBeGreaterThan(0);
    return new Set(ofOther.map(({ promise_price: price }) => price));
  };
  expect(await pricesOf('at_least', 1)).toEqual(new Set([null]));
  expect(await pricesOf('at_most', auctionsADay)).toEqual(new Set([null]));
});

test('where some bids are dear, a promise of wins costs less with a limit than without, on other days, in 18 of 20', () => {
  const outcomes = Array.from({ length: 20 }, (_, at) => {
    const { planted, auctions, promise, others, withTiers } = plantDear(`dear ${at}`);
    const otherDays = draw(planted, days, days);
    // Chosen with a tenth to spare, since days differ.
    const [chosen, judged] = [1.1, 1].map(
      (share) => new Standing([{ ...promise, wanted: share * promise.wanted }], days),
    );
    const sets = dearMinimums.map((minimum) => withTiers(tiersOf(promise.id, others, minimum)).source);
    const [limited, unlimited] = (['limit', 'minimum'] as const).map((changed) => {
      const figures = evaluate(cheapest(sets, auctions, chosen!, changed), otherDays, judged!);
      return { isKept: judged!.isKept(figures, 0), forgone: figures.forgone };
    });
    return { limited: limited!, unlimited: unlimited! };
  });
  const cheaper = outcomes.filter(({ limited, unlimited }) => limited.isKept && limited.forgone < unlimited.forgone);
  expect(cheaper.length).toBeGreaterThanOrEqual(18);
});
