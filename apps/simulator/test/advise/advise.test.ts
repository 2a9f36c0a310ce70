import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AdviceReport, judgedText, promiseText } from '@auction-tiers/contract/advice-report';
import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { toAuctionBody } from '@auction-tiers/contract';
import { figures } from '@auction-tiers/report-document';
import { hashSeed, Random } from '@auction-tiers/chance';
import { formatMoney } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { relax } from '../../src/advise/choosing/bound.ts';
import { toHalves } from '../../src/advise/choosing/halves.ts';
import { findChanges, toTierSet, withTier } from '../../src/advise/choosing/search.ts';
import { Standing } from '../../src/advise/choosing/standing.ts';
import { toChanges } from '../../src/advise/judging/draft.ts';
import { Curve } from '../../src/advise/measuring/curve.ts';
import { AdviceSums } from '../../src/advise/measuring/advice-sums.ts';
import { replay } from '../../src/run/replay.ts';
import { toLoggedAuction } from '../../src/run/judge-auctions.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { load, loadDemo } from '../compare/tier-set.ts';
import { synthesizeAuctions } from '../compare/compare-auctions.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { draw, evaluate, fileOf, type Planted, plant } from './planted.ts';

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

test.for(['a', 'b', 'c', 'd', 'e', 'f'])(
  'proposals for up to 4 tiers are the best changes of all that can be made alone: set %s',
  (seed) => {
    const planted = plant(seed, 1 + (seed.charCodeAt(0) % 4), 100);
    const { source, commitments } = planted;
    const auctions = draw(planted, 4);
    const standing = new Standing(commitments, 4);
    const prices = [500_000, 1_500_000, 3_000_000];
    const limits = [0, 250_000, 1_000_000, null];
    const freedom = {
      minimums: new Map(source.tiers.map(({ id }) => [id, prices])),
      limits: new Map(source.tiers.map(({ id }) => [id, limits])),
      hasPriorities: true,
      hasBuyers: true,
    };
    const tried = source.tiers.flatMap(({ id, buyerMemberIds: buyers }) => [
      ...prices.map((minPriceMicros) => withTier(source, id, { minPriceMicros })),
      ...limits.map((maxForgoneMicros) => withTier(source, id, { maxForgoneMicros })),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((priority) => withTier(source, id, { priority })),
      ...buyers.flatMap((buyer) =>
        buyers.length === 1 ? [] : [withTier(source, id, { buyerMemberIds: buyers.filter((one) => one !== buyer) })],
      ),
      withTier(source, id, { state: 'inactive' }),
    ]);
    const present = evaluate(source, auctions, standing);
    const best = tried
      .map((one) => evaluate(one, auctions, standing))
      .reduce((kept, one) => (standing.isBetter(one, kept) ? one : kept), present);
    const found = findChanges(source, auctions, standing, freedom);
    for (const one of found) {
      expect(evaluate(one.source, auctions, standing)).toMatchObject(one.figures);
      expect(standing.isBetter(one.figures, present)).toBe(true);
      expect(one.source.tiers.filter((tier, at) => tier !== source.tiers[at])).toHaveLength(1);
    }
    expect(best).toMatchObject(found[0]?.figures ?? present);
    // No tiers at all bring more than the bound.
    const { values, constant } = relax(auctions, toTierSet(source), commitments, 4);
    const bound = values.reduce((sum, value) => sum + value, constant);
    expect(bound).toBeGreaterThanOrEqual(standing.violation(best) === 0 ? best.net : 0);
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

test('planted populations: what is certified is one change, brings more in new auctions, and its try says launch', async () => {
  const folder = createFolder();
  let certified = 0;
  for (const seed of ['one', 'two', 'three']) {
    const planted = plant(seed, 3, 150);
    writeFileSync(join(folder, 'now.tiers.json'), JSON.stringify(fileOf(planted, seed)));
    const lines = draw(planted, 28).map((request) => JSON.stringify(toAuctionBody(request, 1)));
    writeFileSync(join(folder, 'log.jsonl'), lines.join('\n'));
    const [{ subject: _subject, id, wanted }] = planted.commitments as [Planted['commitments'][number]];
    writeFileSync(join(folder, 'promised.json'), JSON.stringify([{ buyer: id, at_least: { wins: wanted } }]));
    const log = ['--in', 'log.jsonl', '--commitments', 'promised.json', '--no-units'];
    const files = ['--out', 'advice.json', '--html', 'advice.html', '--write-draft', 'draft.tiers.json'];
    const run = await runSimulator(folder, ['advise', ...log, '--tiers', 'now.tiers.json', ...files]);
    expect(run).toMatchObject({ exitCode: 0 });
    const report = AdviceReport.parse(JSON.parse(readFileSync(join(folder, 'advice.json'), 'utf8')));
    expect(report).toMatchObject({ auctions: 28 * 150, days: 28, curves: { length: 3 } });
    expect(readFileSync(join(folder, 'advice.html'), 'utf8')).toContain('Proposals');
    expect(run.stdout).not.toContain('dominated');
    const fresh = draw(planted, 28, 28);
    const standing = new Standing(planted.commitments, 28);
    const present = evaluate(planted.source, fresh, standing);
    for (const { state, draft, changes, gain, interval, losers, bound } of report.proposals) {
      expect(changes).toHaveLength(1);
      const now = evaluate(load(draft).source, fresh, standing);
      if (bound.at_most !== null) expect(Number(bound.at_most)).toBeGreaterThanOrEqual(0);
      if (state !== 'certified') continue;
      certified++;
      const gainADay = (now.net - present.net) / 28 / 1e9;
      expect(gainADay).toBeGreaterThan(0);
      expect(Number(gain)).toBeGreaterThan(gainADay / 3);
      expect(Number(gain)).toBeLessThan(gainADay * 3);
      expect(Number(interval!.low)).toBeGreaterThan(0);
      writeFileSync(join(folder, 'tried.tiers.json'), JSON.stringify(draft));
      const sets = ['--current', 'now.tiers.json', '--draft', 'tried.tiers.json', '--out', 'tried.json'];
      await runSimulator(folder, ['compare', ...log, ...sets]);
      const { verdict, buyers } = JSON.parse(readFileSync(join(folder, 'tried.json'), 'utf8')) as CompareReport;
      expect(verdict).toMatchObject({ decision: 'launch' });
      for (const { id: loser, net, per_cent: perCent } of losers) {
        expect(Number(net)).toBeLessThan(0);
        // Of what the buyer brings on the days that judge; the comparison has all days.
        const { current } = buyers.rows.find((row) => row.id === loser)!;
        const ofAllDays = Number(current.net_to_seller) / 28;
        expect(Math.abs(Math.log((100 * Number(net)) / perCent! / ofAllDays))).toBeLessThan(0.2);
      }
    }
  }
  expect(certified).toBeGreaterThan(3);
}, 240_000);

test('proposals that are taken together are one draft with all of their changes', async () => {
  const folder = createFolder();
  const planted = plant('one', 3, 100);
  writeFileSync(join(folder, 'now.tiers.json'), JSON.stringify(fileOf(planted, 'one')));
  const lines = draw(planted, 14).map((request) => JSON.stringify(toAuctionBody(request, 1)));
  writeFileSync(join(folder, 'log.jsonl'), lines.join('\n'));
  const taken = async (places: string) => {
    const files = ['--out', 'advice.json', '--write-draft', 'draft.tiers.json', '--take', places];
    return runSimulator(folder, ['advise', '--in', 'log.jsonl', '--tiers', 'now.tiers.json', ...files]);
  };
  const run = await taken('1,2');
  const { proposals, says } = AdviceReport.parse(JSON.parse(readFileSync(join(folder, 'advice.json'), 'utf8')));
  // Nothing was promised, so the first answer is to write it down.
  expect(run.stdout.indexOf(says[0]!)).toBeLessThan(run.stdout.indexOf('Proposal 1. '));
  expect(says[0]).toContain('--commitments');
  const [first, second] = proposals.filter(({ state }) => state !== 'dominated');
  const drafted = load(JSON.parse(readFileSync(join(folder, 'draft.tiers.json'), 'utf8')) as object);
  const together = toChanges({ ...drafted, source: load(fileOf(planted, 'one')).source }, drafted.source);
  expect(new Set(together)).toEqual(new Set([...first!.changes, ...second!.changes]));
  expect((await taken('99')).stderr).toContain('--take names 99');
});

test('an auction in memory counts as one of a log', () => {
  const planted = plant('memory', 2, 50);
  const loaded = { tierSet: toTierSet(planted.source) };
  const sums = new AdviceSums(loaded, planted.commitments);
  for (const [at, request] of draw(planted, 2).entries()) sums.add(toLoggedAuction(request, at + 1));
  expect(sums.auctions).toBe(100);
  const standing = new Standing(planted.commitments, 2);
  expect(evaluate(planted.source, draw(planted, 2), standing)).toMatchObject({ net: sums.net, amounts: sums.amounts });
});

test.for([
  ['net', 0.00002, 0.02, true, null, 'tier 12 at least 0.00002 USD net a day: kept, 0.02 USD net a day'],
  ['share_of_net', 0.1, 0.1058, true, null, 'tier 12 at least 10\u00a0% of the net: kept, 10.58\u00a0% of the net'],
  [
    'wins',
    1000,
    1200.5,
    true,
    [28, 24],
    'tier 12 at least 1,000 wins a day: kept, 1,200.5 wins a day, on 24 of 28 days (28 at present)',
  ],
  [
    'wins',
    1000,
    1200,
    true,
    [24, 24],
    'tier 12 at least 1,000 wins a day: kept, 1,200 wins a day, on 24 of 28 days (as at present)',
  ],
  [
    'wins',
    1000,
    1001,
    false,
    [28, 15],
    'tier 12 at least 1,000 wins a day: not surely kept, 1,001 wins a day, on 15 of 28 days (28 at present)',
  ],
  [
    'wins',
    1000,
    999,
    false,
    [28, 14],
    'tier 12 at least 1,000 wins a day: broken, 999 wins a day, on 14 of 28 days (28 at present)',
  ],
] as const)(
  'a promise of %s is said as compare says it, with its unit and to its last digit, and on how many days it is kept',
  ([figure, wanted, reached, isKept, kept, said]) => {
    const promise = { subject: 'tier', id: 12, name: null, bound: 'at_least', is_kept: isKept } as const;
    const keptDays = kept === null ? null : { days: 28, current: kept[0], draft: kept[1] };
    expect(promiseText({ ...promise, figure, wanted, reached, kept_days: keptDays }, 'USD', figures)).toBe(said);
  },
);

test('a proposal whose interval lies above 0 is unresolved because its days are too few, not because they say nothing', () => {
  const [zero, above] = ['-0.100000000', '0.100000000'].map((low) => ({ low, high: '0.200000000' }));
  const judged = (interval: typeof zero | null) =>
    judgedText({ state: 'unresolved', interval: interval!, verdict: null, commitments: [], days_needed: null });
  expect(judged(above)).toContain('too few');
  for (const interval of [zero!, null]) expect(judged(interval)).not.toContain('too few');
});
