import { hashSeed, Random } from '@auction-tiers/chance';
import { expect, test } from 'vitest';
import {
  armOf,
  type CountedAuction,
  checkBuyers,
  checkCommitments,
  checkFill,
  checkMoney,
  checkSampleRatio,
  checkTotal,
  estimateParts,
  ExperimentCounts,
  type ExperimentState,
  buyersOf,
  moneySpent,
  placeOf,
  toExperimentResult,
} from '@auction-tiers/experiment';

interface Order {
  readonly share: number;
  readonly auctions: number;
  /** By how much the draft changes the net on the same bids, and in which part of the auctions. */
  readonly gain?: number;
  readonly touched?: number;
  /** The level of prices, and of bids in T. */
  readonly level?: number;
  readonly seed?: string;
}

function drawAuctions({
  share,
  auctions,
  gain = 0,
  touched = 0.2,
  level = 1,
  seed = 'split',
}: Order): CountedAuction[] {
  const random = new Random(hashSeed(seed), 1);
  return Array.from({ length: auctions }, (_, at) => {
    const place = placeOf(seed, `user-${random.below(auctions / 3)}`);
    const isSold = random.fraction() < 0.8;
    const controlMicros = isSold ? Math.round(level * 2_000_000 * Math.exp(0.6 * random.normal())) : 0;
    const isTouched = random.fraction() < touched;
    const treatmentMicros = isTouched ? Math.round(controlMicros * (1 + gain)) : controlMicros;
    const member = 1 + random.below(3);
    const buyer = { member, bids: 1, bidMicros: controlMicros, controlMicros, treatmentMicros };
    const hour = Math.floor((at * 7 * 24) / auctions);
    return {
      arm: armOf(place, share),
      place,
      isWithoutUnit: false,
      cluster: null,
      hour,
      controlMicros,
      treatmentMicros,
      controlWinners: { buyer: member, tier: 1 },
      treatmentWinners: { buyer: member, tier: isTouched ? 2 : 1 },
      buyers: [buyer],
    };
  });
}

function count(auctions: readonly CountedAuction[]): ExperimentCounts {
  const counts = new ExperimentCounts();
  for (const auction of auctions) counts.add(auction);
  return counts;
}

const stateOf = (
  phases: readonly (readonly [number, readonly CountedAuction[]])[],
  elapsedDays = 7,
): ExperimentState => ({
  design: 'split',
  plannedDays: 7,
  elapsedDays,
  phases: phases.map(([share, auctions]) => ({ share, counts: count(auctions).toData() })),
  switchback: null,
  guard: { maxLoss: 20_000_000_000n },
});
const micros = (money: string | null) => Math.round(Number(money) * 1e6);
const ofC = ({ controlMicros }: CountedAuction) => controlMicros;
const ofT = ({ treatmentMicros }: CountedAuction) => treatmentMicros;
const sum = (auctions: readonly CountedAuction[], of: (auction: CountedAuction) => number) =>
  auctions.reduce((total, auction) => total + of(auction), 0);

test('total is rules_in_t plus buyers to the last micro, and each is what its definition gives', () => {
  const auctions = drawAuctions({ share: 0.3, auctions: 20_000, gain: 0.1 });
  const { total, rules_in_t, buyers, rules, money, arms } = toExperimentResult(stateOf([[0.3, auctions]]));
  expect(micros(total.per_thousand)).toBe(micros(rules_in_t.per_thousand) + micros(buyers.per_thousand));
  const [treated, controls] = [auctions.filter(({ arm }) => arm === 'T'), auctions.filter(({ arm }) => arm === 'C')];
  const mean = (of: readonly CountedAuction[], figure: (auction: CountedAuction) => number) =>
    sum(of, figure) / of.length;
  expect(micros(total.per_thousand)).toBe(Math.round(mean(treated, ofT) - mean(controls, ofC)));
  expect(Math.abs(micros(buyers.per_thousand) - (mean(treated, ofC) - mean(controls, ofC)))).toBeLessThanOrEqual(1);
  expect(BigInt(rules.sum.replace('.', ''))).toBe(BigInt(sum(auctions, ofT) - sum(auctions, ofC)));
  expect(BigInt(money.spent.replace('.', ''))).toBe(BigInt(sum(treated, ofC) - sum(treated, ofT)));
  expect(arms.T.units).toBe(new Set(treated.map(({ place }) => place.id)).size);
});

const ascending = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
const sorted = (counts: ExperimentCounts) => {
  const { rows, units } = counts.toData();
  return { rows, units: { ...units, C: ascending(units.C), T: ascending(units.T) } };
};

test('counts of processes add up in any order to what one process counts, and each is taken once', () => {
  const auctions = drawAuctions({ share: 0.5, auctions: 3000, gain: 0.1 });
  const processes = [0, 1, 2].map((at) => count(auctions.filter((_, index) => index % 3 === at)));
  const merged = new ExperimentCounts();
  for (const one of [processes[2]!, processes[0]!, processes[1]!]) {
    merged.merge(JSON.parse(JSON.stringify(one.take())));
    merged.merge(one.take());
  }
  const whole = count(auctions);
  expect(sorted(merged)).toEqual(sorted(whole));
});

test('phases are never pooled raw: prices that double as the share grows are no gain of the draft', () => {
  const low = drawAuctions({ share: 0.1, auctions: 20_000, gain: -0.05, touched: 0.5, seed: 'low' });
  const high = drawAuctions({ share: 0.5, auctions: 20_000, gain: -0.05, touched: 0.5, level: 3, seed: 'high' });
  const pooled = [...low, ...high];
  const mean = (arm: string, of: (auction: CountedAuction) => number) => {
    const own = pooled.filter((auction) => auction.arm === arm);
    return sum(own, of) / own.length;
  };
  expect(mean('T', ({ treatmentMicros }) => treatmentMicros)).toBeGreaterThan(
    mean('C', ({ controlMicros }) => controlMicros),
  );
  const { total, verdict } = toExperimentResult(
    stateOf([
      [0.1, low],
      [0.5, high],
    ]),
  );
  expect([Number(total.per_thousand) < 0, verdict]).toEqual([true, 'stop']);
});

test('a split shows its buyers part beside the sentence, and publishes by the rules', () => {
  const { buyers, verdict, says, days, sample_ratio } = toExperimentResult(
    stateOf([[0.5, drawAuctions({ share: 0.5, auctions: 20_000, gain: 0.2 })]]),
  );
  expect(buyers.why).toMatch(/cannot show/);
  expect([
    verdict,
    says.some((sentence) => sentence.includes('whole days')),
    days.length,
    sample_ratio?.is_kept,
  ]).toEqual(['publish', true, 7, true]);
});

test('a shadow knows the rules and nothing else', () => {
  const auctions = drawAuctions({ share: 0, auctions: 10_000, gain: 0.2 });
  const { rules, total, buyers, arms, verdict } = toExperimentResult({ ...stateOf([[0, auctions]]), design: 'shadow' });
  expect([total.per_thousand, buyers.per_thousand, arms.T.auctions, verdict]).toEqual([null, null, 0, 'publish']);
  expect(buyers.why).not.toBeNull();
  expect(Number(rules.interval!.low)).toBeGreaterThan(0);
});

test.for([
  ['nothing changes', { share: 0.5, auctions: 5000 }, 'cannot say'],
  ['fewer than 50 units change', { share: 0.5, auctions: 5000, gain: 0.5, touched: 0.005 }, 'cannot say'],
  ['the draft loses', { share: 0.5, auctions: 20_000, gain: -0.2 }, 'stop'],
] as const)('where %s, the verdict is %3$s', ([, order, verdict]) => {
  expect(toExperimentResult(stateOf([[order.share, drawAuctions(order)]])).verdict).toBe(verdict);
});

test('auctions that are missing in one arm make the result unsaid', () => {
  const auctions = drawAuctions({ share: 0.5, auctions: 60_000, gain: 0.2 }).filter(
    ({ arm }, at) => arm === 'C' || at % 4 > 0,
  );
  const counts = count(auctions);
  const { verdict, sample_ratio } = toExperimentResult(stateOf([[0.5, auctions]]));
  expect([verdict, sample_ratio!.is_kept]).toEqual(['cannot say', false]);
  expect(checkSampleRatio(counts.units, 0.5)?.code).toBe('sample_ratio');
});

test('a draft that loses pauses when the money is gone, and one that gains never does', () => {
  const guard = { maxLoss: 1_000_000_000n };
  const pausesAt = (gain: number) => {
    const counts = new ExperimentCounts();
    for (const [at, auction] of drawAuctions({ share: 0.5, auctions: 20_000, gain }).entries()) {
      counts.add(auction);
      if (at % 100 > 0) continue;
      const spent = moneySpent(counts.totalsOf('T'));
      if (checkMoney(spent, guard) !== null) return spent;
    }
    return null;
  };
  const spent = pausesAt(-0.5)!;
  // A hundred auctions lose at most 100 of their prices.
  expect(spent >= guard.maxLoss && spent < guard.maxLoss + 300_000_000n).toBe(true);
  expect(pausesAt(0.5)).toBeNull();
});

const breachOf = (of: readonly CountedAuction[]) =>
  checkBuyers(buyersOf({ design: 'split', switchback: null }, count(of)), 0.5, { maxBuyerLossPct: 30 });

test('a buyer that leaves where the draft decides pauses the experiment; buyers that stay do not', () => {
  const auctions = drawAuctions({ share: 0.5, auctions: 30_000 });
  const without = auctions.map((auction) => ({
    ...auction,
    buyers: auction.buyers.filter(({ member }) => member !== 2 || auction.arm === 'C'),
  }));
  expect(breachOf(without)).toMatchObject({ code: 'max_buyer_loss_pct', member: 2, found: 100 });
  expect(breachOf(auctions)).toBeNull();
});

test('a draft under which buyers bid a fifth less pauses, though it has lost nothing on the bids that came', () => {
  const auctions = drawAuctions({ share: 0.5, auctions: 30_000, gain: 0.01 });
  const lower = auctions.map((auction) => {
    const { arm, controlMicros: control, treatmentMicros: treatment } = auction;
    const [controlMicros, treatmentMicros] = [control, treatment].map((bid) => Math.round(0.8 * bid));
    return arm === 'C' ? auction : { ...auction, controlMicros: controlMicros!, treatmentMicros: treatmentMicros! };
  });
  const breachOfTotal = (of: readonly CountedAuction[], maxTotalLossPct: number) => {
    const phases = [{ counts: count(of) }];
    return checkTotal(estimateParts({ design: 'split', elapsedDays: 3.5, phases, switchback: null }, 0), 0.5, {
      maxTotalLossPct,
    });
  };
  const { control, treatment } = count(lower).totalsOf('T');
  expect(moneySpent({ control, treatment })).toBeLessThan(0n);
  const breach = breachOfTotal(lower, 10);
  expect(breach).toMatchObject({ code: 'max_total_loss_pct', allowed: 10 });
  expect(Math.abs(Number(breach?.found) - 20)).toBeLessThan(4);
  expect([breachOfTotal(lower, 25), breachOfTotal(auctions, 10)]).toEqual([null, null]);
});

test('fill is watched on the bids of the auctions that the draft decided', () => {
  const auctions = drawAuctions({ share: 0.5, auctions: 10_000 }).map((auction, at) => ({
    ...auction,
    treatmentMicros: at % 5 === 0 ? 0 : auction.treatmentMicros,
  }));
  const treated = count(auctions).totalsOf('T');
  expect(checkFill(treated, { minFillPoints: 5 })?.code).toBe('min_fill_points');
  expect([checkFill(treated, { minFillPoints: 20 }), checkFill(treated, { minFillPoints: null })]).toEqual([
    null,
    null,
  ]);
});

test('a commitment counts where the live tiers keep it and the draft would break it, at the pace of whole days', () => {
  const auctions = drawAuctions({ share: 0.5, auctions: 4000, gain: -0.5, touched: 1 });
  const counts = count(auctions);
  const netOf = (of: typeof ofC) =>
    sum(
      auctions.filter(({ buyers: [buyer] }) => buyer!.member === 1),
      of,
    ) / 1e9;
  const [live, drafted] = [netOf(ofC) / 7, netOf(ofT) / 7];
  const promise = { subject: 'buyer', id: 1, bound: 'at_least', figure: 'net' } as const;
  const between = { ...promise, wanted: (live + drafted) / 2 };
  expect(checkCommitments([counts], 7, [between])).toMatchObject({ code: 'commitment', ...between });
  expect(checkCommitments([counts], 7, [between])?.found).toBeCloseTo(drafted, 9);
  // Kept by both, broken by both, a bound that the draft keeps better, a share that does not change, and too early.
  for (const [days, kept] of [
    [7, { ...promise, wanted: drafted * 0.99 }],
    [7, { ...promise, wanted: live * 1.01 }],
    [7, { ...between, bound: 'at_most' }],
    [7, { ...promise, figure: 'share_of_net', wanted: 0.1 }],
    [0.9, between],
  ] as const) {
    expect(checkCommitments([counts], days, [kept])).toBeNull();
  }
});

test('wins of buyers, and of tiers, are promises that are watched too, over all phases together', () => {
  const auctions = drawAuctions({ share: 0.5, auctions: 4000, touched: 0.5 });
  const phases = [count(auctions.slice(0, 1000)), count(auctions.slice(1000))];
  const wins = auctions.filter(({ treatmentWinners: { tier } }) => tier === 1).length / 7;
  const promise = { subject: 'tier', id: 1, bound: 'at_least', figure: 'wins', wanted: wins + 1 } as const;
  const breach = checkCommitments(phases, 7, [promise]);
  expect(breach).toMatchObject({ code: 'commitment', ...promise });
  expect(breach?.found).toBeCloseTo(wins, 9);
  expect(checkCommitments(phases, 7, [{ ...promise, wanted: wins }])).toBeNull();
  expect(checkCommitments(phases, 7, [{ ...promise, subject: 'buyer', wanted: 4000 / 7 / 4 }])).toBeNull();
});

test('the answer of a buyer is what it bids more for each per cent of its minimum, with an interval', () => {
  const raised = drawAuctions({ share: 0.5, auctions: 8000 }).map((auction) => ({
    ...auction,
    buyers: auction.buyers.map((buyer) => ({
      ...buyer,
      bidMicros: buyer.bidMicros * (auction.arm === 'T' && buyer.member === 1 ? 1.3 : 1),
    })),
  }));
  const minimums = new Map([
    [1, { from: 1_000_000, to: 2_000_000 }],
    [9, { from: 1_000_000, to: 2_000_000 }],
  ]);
  const answerOf = { experiment_id: 4, until: '2026-11-28 05:00:00', minimums };
  const { answer } = toExperimentResult({ ...stateOf([[0.5, raised]]), answerOf });
  // Buyer 9 sent no bid, and the minimums of the others do not move.
  expect(answer).toMatchObject({ experiment_id: 4, buyers: [{ member_id: 1, minimum: { from: '1.000000' } }] });
  expect(answer!.buyers.length).toBe(1);
  const { mean_bid: price, bid_rate: rate } = answer!.buyers[0]!;
  const truth = Math.log(1.3) / Math.log(2);
  expect(price!.interval.low).toBeLessThan(truth);
  expect(price!.interval.high).toBeGreaterThan(truth);
  expect(price!.interval.low).toBeGreaterThan(0);
  expect(Math.sign(rate!.interval.low)).toBe(-Math.sign(rate!.interval.high));
  expect(toExperimentResult(stateOf([[0.5, raised]])).answer).toBeNull();
});

test('the course of the rules ends at their effect, and has a band from the first day with enough hours', () => {
  const result = toExperimentResult(stateOf([[0.5, drawAuctions({ share: 0.5, auctions: 4000, gain: 0.1 })]]));
  expect(result.days.length).toBe(7);
  const bands = result.days.map(({ so_far: { interval } }) => Number(interval!.high) - Number(interval!.low));
  expect(bands.at(-1)).toBeLessThan(bands[0]!);
  expect(result.days.at(-1)!.so_far.per_thousand).toBe(result.rules.per_thousand);
});
