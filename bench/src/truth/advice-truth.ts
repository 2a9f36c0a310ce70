import type { TierSetFile } from '@auction-tiers/contract/tier-set';
import { atLeast, formatFigure, formatPercent, type Goal, type Suite } from '../suite/suite.ts';
import { decideDays, drawMarket, type Market, type MarketKind, marketKinds } from './advice-market.ts';
import { seekMore } from './other-sets.ts';
import { adviseAuctions, judgeAuctions, tierSetOf, toLoggedAuction } from './simulator.ts';

/** Days of a log, and days after it on which its advice is judged. */
const [logDays, newDays, apartDays] = [28, 84, 7];
const quickNewDays = 14;
/** The seed of a try, as the service takes it. */
const seedOfTry = 'compare';
const cpmMicros = 1e9;
/** Of the days of a market, so many keep a promise that is kept by each day. */
const sureShare = 0.95;
/** Where days missed it before, so much of the new days may be lost. */
const lostDays = 0.02;

/** What came of the certified proposals of one kind of market. */
interface Row {
  readonly kind: string;
  readonly markets: number;
  readonly certified: number;
  /** Certified proposals that bring more on the new days. */
  readonly better: number;
  /** The new days of certified proposals, and those on which the promise was kept. */
  readonly days: number;
  readonly keptDays: number;
  /** The same days under the tiers of before. */
  readonly keptBefore: number;
  /** Of these, the new days of markets that kept the promise on 95 of 100 days before. */
  readonly sureDays: number;
  readonly sureKept: number;
  readonly sureBefore: number;
  /** Certified proposals that keep the promise on the mean of the new days. */
  readonly keptInMean: number;
  /** Proposals with a bound, those whose bound no other proposal beats, and those that no set at all does. */
  readonly bounds: number;
  readonly heldByProposals: number;
  readonly held: number;
  /** Sets that were tried against bounds beside proposals. */
  readonly otherSets: number;
  /** Certified proposals of which a try of the same days says launch. */
  readonly launched: number;
}

/** Advice on markets whose further days can be drawn, one change at a time. */
export const adviceTruthSuite: Suite<readonly Row[]> = {
  summary: 'whether what advice certifies brings more, keeps promises, and is launched by a try',
  usualRounds: 34,
  async measure({ rounds, isQuick }, say) {
    const rows: Row[] = [];
    for (const kind of isQuick ? marketKinds.slice(0, 2) : marketKinds) {
      const judged: Row[] = [];
      for (let market = 0; market < rounds; market++) {
        judged.push(await judgeMarket(kind, `${kind.name} ${market}`, isQuick));
      }
      const row = judged.reduce(sumOf);
      rows.push(row);
      say(`${kind.name}: ${JSON.stringify(row)}`);
    }
    const header = [
      'markets',
      'number',
      'certified',
      'bring more',
      'kept in the mean',
      'kept on days where before on 95 %',
      'before',
      'kept on other days',
      'before',
      'bounds',
      'hold against proposals',
      'other sets',
      'hold against them too',
      'try says launch',
    ];
    const cells = (row: Row) => [
      row.kind,
      formatFigure(row.markets),
      formatFigure(row.certified),
      part(row.better, row.certified),
      part(row.keptInMean, row.certified),
      part(row.sureKept, row.sureDays),
      part(row.sureBefore, row.sureDays),
      part(row.keptDays - row.sureKept, row.days - row.sureDays),
      part(row.keptBefore - row.sureBefore, row.days - row.sureDays),
      formatFigure(row.bounds),
      part(row.heldByProposals, row.bounds),
      formatFigure(row.otherSets),
      part(row.held, row.bounds),
      part(row.launched, row.certified),
    ];
    return { figures: rows, tables: [{ header, rows: rows.map(cells) }], goals: goalsOf(rows) };
  },
};

/** 0 of nothing, so that a goal that nothing was measured for is not met. */
const share = (of: number, all: number): number => (all === 0 ? 0 : of / all);
const part = (of: number, all: number): string => (all === 0 ? '' : formatPercent(of / all));

const sumOf = (one: Row, other: Row): Row => ({
  kind: one.kind,
  markets: one.markets + other.markets,
  certified: one.certified + other.certified,
  better: one.better + other.better,
  days: one.days + other.days,
  keptDays: one.keptDays + other.keptDays,
  keptBefore: one.keptBefore + other.keptBefore,
  sureDays: one.sureDays + other.sureDays,
  sureKept: one.sureKept + other.sureKept,
  sureBefore: one.sureBefore + other.sureBefore,
  keptInMean: one.keptInMean + other.keptInMean,
  bounds: one.bounds + other.bounds,
  heldByProposals: one.heldByProposals + other.heldByProposals,
  held: one.held + other.held,
  otherSets: one.otherSets + other.otherSets,
  launched: one.launched + other.launched,
});

async function judgeMarket(kind: MarketKind, seed: string, isQuick: boolean): Promise<Row> {
  const market = drawMarket(kind, seed);
  const { loaded, promised } = market;
  const log = daysOf(market, 0, logDays).flat();
  const logged = log.map((request, at) => toLoggedAuction(request, at + 1));
  const declared = { isWithoutUnits: true };
  const order = { ...declared, loaded, seed, commitments: [promised] };
  const { proposals } = await adviseAuctions(logged, order);
  const fresh = daysOf(market, logDays + apartDays, isQuick ? quickNewDays : newDays);
  const judge = (draft: TierSetFile) => {
    const tiers = tierSetOf(draft);
    return { tiers, ...decideDays(tiers.tierSet, fresh, promised.id) };
  };
  const before = decideDays(loaded.tierSet, fresh, promised.id);
  const keptOf = (wins: readonly number[]) => wins.filter((one) => one >= promised.wanted).length;
  const isKept = (wins: readonly number[]) => wins.reduce((sum, one) => sum + one, 0) >= promised.wanted * wins.length;
  const all = proposals.map((proposal) => ({ ...proposal, ...judge(proposal.draft) }));
  // The best that is known: of the present tiers and of every proposal, what keeps the promise.
  const best = Math.max(...[before, ...all].filter(({ wins }) => isKept(wins)).map(({ net }) => net));
  const certified = all.filter(({ state }) => state === 'certified');
  const bounded = all.filter(({ state, bound }) => state !== 'dominated' && bound.at_most !== null);
  const sought = seekMore(new Set([...certified, ...bounded.slice(0, 1)].map(({ draft }) => draft)), seed, (draft) => {
    const { wins, net } = judge(draft);
    return isKept(wins) ? net : -Infinity;
  });
  const holding = (most: number) =>
    bounded.filter(({ net, bound }) => (most - net) / fresh.length / cpmMicros <= Number(bound.at_most)).length;
  const launches = certified.filter(({ tiers }) => {
    const tried = { ...declared, current: loaded, draft: tiers, seed: seedOfTry, tries: 1, commitments: [promised] };
    return judgeAuctions(logged, tried).verdict.decision === 'launch';
  });
  const days = certified.length * fresh.length;
  const keptDays = certified.reduce((sum, { wins }) => sum + keptOf(wins), 0);
  const keptBefore = certified.length * keptOf(before.wins);
  const isSure = keptBefore >= sureShare * days;
  return {
    kind: kind.name,
    markets: 1,
    certified: certified.length,
    better: certified.filter(({ net }) => net > before.net).length,
    days,
    keptDays,
    keptBefore,
    sureDays: isSure ? days : 0,
    sureKept: isSure ? keptDays : 0,
    sureBefore: isSure ? keptBefore : 0,
    keptInMean: certified.filter(({ wins }) => isKept(wins)).length,
    bounds: bounded.length,
    heldByProposals: holding(best),
    held: holding(Math.max(best, sought.most)),
    otherSets: sought.tried,
    launched: launches.length,
  };
}

const daysOf = ({ auctionsOn }: Market, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => auctionsOn(from + at));

function goalsOf(rows: readonly Row[]): Goal[] {
  const all = rows.reduce(sumOf);
  return [
    atLeast(0.95, 'certified: bring more on new days', share(all.better, all.certified), formatPercent),
    atLeast(
      0.95,
      'certified: promise kept on the mean of new days',
      share(all.keptInMean, all.certified),
      formatPercent,
    ),
    atLeast(
      sureShare,
      'certified: promise kept on new days, where the tiers of before kept it on as many',
      share(all.sureKept, all.sureDays),
      formatPercent,
    ),
    atLeast(
      share(all.keptBefore - all.sureBefore, all.days - all.sureDays) - lostDays,
      'certified: promise kept on new days, elsewhere (before, less two points)',
      share(all.keptDays - all.sureKept, all.days - all.sureDays),
      formatPercent,
    ),
    atLeast(0.9, 'bounds that no set beats on the new days', share(all.held, all.bounds), formatPercent),
    atLeast(1, 'certified: a try of the same days says launch', share(all.launched, all.certified), formatPercent),
  ];
}
