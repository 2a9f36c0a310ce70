import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AdviceReport } from '@auction-tiers/contract/advice-report';
import { toAuctionBody } from '@auction-tiers/contract';
import { hashSeed, Random } from '@auction-tiers/chance';
import { type AuctionRequest, compile, formatMoney } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { lagrangianBound } from '../../src/advise/choosing/bound.ts';
import { findCandidates } from '../../src/advise/choosing/candidates.ts';
import { toHalves } from '../../src/advise/choosing/halves.ts';
import { Search, toTierSet, withTier } from '../../src/advise/choosing/search.ts';
import { Standing } from '../../src/advise/choosing/standing.ts';
import { Curve } from '../../src/advise/measuring/curve.ts';
import { AdviceSums } from '../../src/advise/measuring/advice-sums.ts';
import { promiseText, stateText } from '../../src/document/advise-document.ts';
import { replay } from '../../src/run/replay.ts';
import { toLoggedAuction } from '../../src/run/compare-auctions.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { load, loadDemo } from '../compare/tier-set.ts';
import { synthesizeAuctions } from '../compare/compare-auctions.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { type Planted, plant } from './planted.ts';

const earned = (micros: number) => (micros / 1e9).toFixed(9);
const random = () => new Random(hashSeed('test'), 1);

test('a curve equals a replay at 50 random minimums among the net bids seen, to the micro', async () => {
  const loaded = loadDemo();
  const auctions = await synthesizeAuctions(400, 15, 'curves');
  const sums = new AdviceSums(loaded, []);
  for (const auction of auctions) sums.add(auction);
  const file = join(createFolder(), 'log.jsonl');
  const lines = auctions.map(({ request }) => JSON.stringify(toAuctionBody(request, 1)));
  writeFileSync(file, lines.join('\n'));
  const drawn = random();
  const seen = new Set<number>();
  for (let at = 0; at < 50; at++) {
    const index = drawn.below(loaded.tierSet.tiers.length);
    const { id } = loaded.tierSet.tiers[index]!;
    const { curve, wins, bids } = sums.alternatives[index]!;
    const prices = curve.prices();
    if (prices.length === 0) continue;
    const minimum = prices[drawn.below(prices.length)]!;
    const changed = loadDemo((tiers) =>
      tiers.map((tier) => (tier.id === id ? { ...tier, min_price: formatMoney(minimum) } : tier)),
    );
    const { report } = await replay({ files: [file], loaded: changed, target: undefined, fee: chooseFee({}) });
    const row = report.tiers.find((tier) => tier.id === id)!;
    const found = curve.at(minimum);
    expect({
      tier: id,
      minimum,
      net: earned(sums.net + found.net),
      forgone: earned(sums.untiered + found.untiered - sums.net - found.net),
      wins: wins + found.wins,
      bids: bids + found.bids,
    }).toEqual({
      tier: id,
      minimum,
      net: report.with_tiers.net_to_seller,
      forgone: report.forgone,
      wins: row.won,
      bids: row.bids,
    });
    if (found.net !== 0) seen.add(id);
  }
  expect(seen.size).toBeGreaterThan(3);
});

const draw = ({ auction, auctionsADay }: Planted, days: number, firstDay = 0): AuctionRequest[] =>
  Array.from({ length: days * auctionsADay }, (_, at) =>
    auction(firstDay + Math.floor(at / auctionsADay), at % auctionsADay),
  );

test.for(['a', 'b', 'c', 'd', 'e', 'f'])(
  'the proposal for up to 4 tiers of 3 minimums each is the best of all: set %s',
  (seed) => {
    const planted = plant(seed, 1 + (seed.charCodeAt(0) % 4), 100);
    const auctions = draw(planted, 4);
    const standing = new Standing(planted.commitments, 4);
    const minimums = new Map(planted.source.tiers.map(({ id }) => [id, [500_000, 1_500_000, 3_000_000]]));
    const freedom = { minimums, hasPriorities: false, hasBuyers: false };
    const search = new Search(auctions, standing, freedom);
    let best = { source: planted.source, figures: search.evaluate(planted.source) };
    const count = 3 ** planted.source.tiers.length;
    for (let combination = 0; combination < count; combination++) {
      const source = planted.source.tiers.reduce(
        (made, { id }, at) =>
          withTier(made, id, { minPriceMicros: minimums.get(id)![Math.floor(combination / 3 ** at) % 3]! }),
        planted.source,
      );
      const figures = search.evaluate(source);
      if (standing.isBetter(figures, best.figures)) best = { source, figures };
    }
    const [found] = findCandidates(planted.source, auctions, standing, freedom, 4, random());
    expect(search.evaluate(found?.source ?? planted.source)).toEqual(best.figures);
    expect(found?.shortOfBest ?? 0).toBe(0);
    // No tiers at all bring more than the bound.
    expect(lagrangianBound(auctions, toTierSet(planted.source), standing, 4)).toBeGreaterThanOrEqual(
      standing.violation(best.figures) === 0 ? best.figures.net : 0,
    );
  },
);

test('a curve of thousands of bids counts each of them from its price downwards', () => {
  const curve = new Curve(0);
  for (let price = 3000; price > 0; price--) curve.enter(price, 1);
  expect([3000, 2000, 1, 0].map((minimum) => curve.at(minimum).bids)).toEqual([1, 1001, 3000, 3000]);
  expect(curve.prices()).toHaveLength(3000);
});

test('the halves of days have each day of the week as often as can be', () => {
  for (const count of [2, 7, 14, 15, 28]) {
    const days = Array.from({ length: count }, (_, at) => 20_000 + at);
    const halves = toHalves(days, random());
    const first = halves.filter((half) => half === 0).length;
    expect(Math.abs(2 * first - count)).toBeLessThanOrEqual(1);
    for (let weekday = 0; weekday < 7; weekday++) {
      const own = halves.filter((_, at) => at % 7 === weekday);
      expect(Math.abs(2 * own.filter((half) => half === 0).length - own.length)).toBeLessThanOrEqual(1);
    }
  }
});

test('planted populations: what is certified brings more in new auctions, and no proposal is farther from the best than said', async () => {
  const folder = createFolder();
  let certified = 0;
  for (const seed of ['one', 'two']) {
    const planted = plant(seed, 3, 100);
    const compiled = compile(planted.source);
    if (!compiled.ok) throw new TypeError('The planted tiers do not compile.');
    const file = {
      ym_profile: {
        id: 1,
        code: null,
        name: seed,
        description: null,
        publisher_ids: null,
        member_id: 1,
        last_modified: '2026-10-01 00:00:00',
      },
      tiers: planted.source.tiers.map(({ id, priority, minPriceMicros, buyerMemberIds }) => ({
        id,
        name: `tier ${id}`,
        priority,
        member_action: 'include',
        min_price: formatMoney(minPriceMicros ?? 0),
        buyer_members: buyerMemberIds.map((buyer) => ({ id: buyer, name: `Buyer ${buyer}` })),
      })),
      profiles: [],
    };
    writeFileSync(join(folder, 'now.tiers.json'), JSON.stringify(file));
    const lines = draw(planted, 14).map((request) => JSON.stringify(toAuctionBody(request, 1)));
    writeFileSync(join(folder, 'log.jsonl'), lines.join('\n'));
    const [{ subject: _subject, id, wanted }] = planted.commitments as [Planted['commitments'][number]];
    writeFileSync(join(folder, 'promised.json'), JSON.stringify([{ buyer: id, at_least: { wins: wanted } }]));
    const args = ['advise', '--in', 'log.jsonl', '--tiers', 'now.tiers.json', '--commitments', 'promised.json'];
    const files = ['--out', 'advice.json', '--html', 'advice.html', '--write-draft', 'draft.tiers.json'];
    const run = await runSimulator(folder, [...args, ...files]);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const report = AdviceReport.parse(JSON.parse(readFileSync(join(folder, 'advice.json'), 'utf8')));
    expect(report).toMatchObject({ auctions: 1400, days: 14, curves: { length: 3 } });
    expect(readFileSync(join(folder, 'advice.html'), 'utf8')).toContain('Proposals');
    const fresh = draw(planted, 28, 14);
    const standing = new Standing(planted.commitments, 28);
    const search = new Search(fresh, standing, { minimums: new Map(), hasPriorities: false, hasBuyers: false });
    const present = search.evaluate(planted.source);
    for (const { state, draft, bound } of report.proposals) {
      expect(run.stdout).toContain(state);
      const source = load(draft).source;
      if (state === 'certified') {
        certified++;
        expect(search.evaluate(source).net).toBeGreaterThan(present.net);
      }
      if (bound.at_most !== null) expect(Number(bound.at_most)).toBeGreaterThanOrEqual(0);
    }
    const best = JSON.parse(readFileSync(join(folder, 'draft.tiers.json'), 'utf8')) as object;
    expect(load(best).source.tiers).toHaveLength(3);
  }
  expect(certified).toBeGreaterThan(0);
});

test('an auction in memory counts as one of a log', () => {
  const planted = plant('memory', 2, 50);
  const loaded = { tierSet: toTierSet(planted.source) };
  const sums = new AdviceSums(loaded, planted.commitments);
  for (const [at, request] of draw(planted, 2).entries()) sums.add(toLoggedAuction(request, at + 1));
  expect(sums.auctions).toBe(100);
  const standing = new Standing(planted.commitments, 2);
  const search = new Search(draw(planted, 2), standing, {
    minimums: new Map(),
    hasPriorities: false,
    hasBuyers: false,
  });
  expect(search.evaluate(planted.source)).toEqual({ net: sums.net, amounts: sums.amounts });
});

test.for([
  ['net', 0.00002, 0.02, 'tier 12 at least 0.00002 USD net per day: kept, 0.02 USD'],
  ['share_of_net', 0.1, 0.1058, 'tier 12 at least 10\u00a0% of the net: kept, 10.58\u00a0%'],
  ['wins', 1000, 1200.5, 'tier 12 at least 1,000 wins per day: kept, 1,200.5'],
] as const)(
  'a promise of %s is said as compare says it, with its unit and to its last digit',
  ([figure, wanted, reached, said]) => {
    const promise = { subject: 'tier', id: 12, name: null, bound: 'at_least', is_kept: true } as const;
    expect(promiseText({ ...promise, figure, wanted, reached }, 'USD')).toBe(said);
  },
);

test('a proposal whose interval lies above 0 is unresolved because its days are too few, not because they say nothing', () => {
  const [zero, above] = ['-0.100000000', '0.100000000'].map((low) => ({ low, high: '0.200000000' }));
  expect(stateText({ state: 'unresolved', interval: above! })).toContain('too few');
  for (const interval of [zero!, null]) {
    expect(stateText({ state: 'unresolved', interval })).not.toContain('too few');
  }
});
