import type { AdviceReport } from '@auction-tiers/contract/advice-report';
import type { MeasuredAnswer } from '@auction-tiers/contract/compare-report';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { hashSeed, Random } from '@auction-tiers/chance';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { type Candidate, findAnswered, findCandidates } from '../advise/choosing/candidates.ts';
import { toHalves } from '../advise/choosing/halves.ts';
import { type Freedom, includesOf, toTierSet } from '../advise/choosing/search.ts';
import { Standing } from '../advise/choosing/standing.ts';
import { toDraftFile } from '../advise/judging/draft.ts';
import { type Judged, toProposals } from '../advise/judging/proposal.ts';
import { Regret } from '../advise/judging/regret.ts';
import { toAdviceReport } from '../advise/judging/to-advice-report.ts';
import { AdviceSums } from '../advise/measuring/advice-sums.ts';
import { type Half, Variation, Variations } from '../advise/measuring/variations.ts';
import { Answer } from '../compare/judging/answer.ts';
import { reachOfKeeping } from '../compare/judging/keeping.ts';
import { toLogDays } from '../compare/judging/log-days.ts';
import { hourBlockOf } from '../compare/measuring/block.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { InputCounts } from '../log/auction/input-report.ts';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';
import { dateHourOf } from '../tally/dimension.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { type CompareSettings, toOwner, tryDrafts } from './compare.ts';
import { type LogRun, type RunInput, runLog, toReadingTask } from './run-log.ts';
import type { ReplayTask, Work } from './task.ts';

/** What advice is asked about, over which log. */
export interface AdviceOrder extends Omit<LogRun, 'threads' | 'distribute'> {
  readonly loaded: LoadedTierSet;
  /** Uses only the auctions of this ym-profile. Default: all. */
  readonly ymProfileId?: number | undefined;
  /** Divides the days, and draws starts and resamples. */
  readonly seed: string;
  /** What every proposal must keep. Default: nothing. */
  readonly commitments?: readonly ReadCommitment[];
  /** How buyers answer their minimums, as an experiment measured it. Default: not known. */
  readonly answer?: MeasuredAnswer | undefined;
  /** The time zone of the days, an IANA name. Default UTC. */
  readonly timeZone?: string | undefined;
  /** Declares of the log what `compare` takes, for the tries of proposals. */
  readonly isComplete?: boolean;
  readonly isWithoutUnits?: boolean | undefined;
  /** The seller's days unlike others. Default: none. */
  readonly calendar?: CompareSettings['calendar'];
  /** What may be changed. Default: minimums and limits among those that bids need, priorities, buyers. */
  readonly freedom?: Freedom;
}

/** Most minimums of a tier, and most limits, that are tried, chosen from all that a bid needs. */
const mostTried = 24;
/** A minimum or limit is a price that a person could have set. */
const centMicros = 10_000;
/** The purpose of these draws, which makes them independent of the draws of auctions. */
const purpose = 11;
/** The usual seed of a try, so that a proposal's verdict is that of its try. */
const seedOfTry = 'compare';

/**
 * Says what could be changed about tiers: what everything that one of them could be instead would have made of the log,
 * and proposals that were chosen on one half of its days and judged on the other. The same log and seed give the same
 * report. Reads the log twice, and a third time where auctions repeat others, on one thread.
 */
export async function advise(order: AdviceOrder): Promise<AdviceReport> {
  const { loaded } = order;
  const reading = toReadingTask(order, [loaded]);
  const owner = toOwner(loaded, order.ymProfileId);
  const task: ReplayTask = { kind: 'replay', ...reading, owner, tiers: loaded.source };
  let passes = 0;
  const told = () => {
    const [from, to] = readings[passes]!;
    const onProgress: LogRun['onProgress'] = (done, total) =>
      order.onProgress?.(from + (to - from) * (total === 0 ? 1 : done / total), 1);
    // Only the first pass reports broken lines.
    return passes++ === 0 ? { ...order, onProgress } : { ...order, onProgress, onBrokenLine: () => {} };
  };
  return adviseOn(order, (works) => runLog(told(), task, together(works)));
}

/**
 * The parts of the work that the readings of the log are, by the time that each took on 21,000 recorded auctions: between
 * the first two changes are chosen, and after the second they are weighed.
 */
const readings: readonly (readonly [from: number, to: number])[] = [
  [0, 0.4],
  [0.5, 0.8],
  [0.9, 1],
];

/** The report of auctions that are in memory. */
export function adviseAuctions(auctions: readonly LoggedAuction[], order: MemoryOrder): Promise<AdviceReport> {
  const input = new InputCounts([]).report();
  return adviseOn({ fee: chooseFee({}), ...order }, async (works) => {
    for (const auction of auctions) for (const work of works) work.add(auction);
    return { input, byteCount: 0, recordedShare: undefined };
  });
}

/** `fee` default: that of each auction. */
type MemoryOrder = Omit<AdviceOrder, keyof LogRun | 'ymProfileId'> & Partial<Pick<LogRun, 'fee'>>;
type Asked = MemoryOrder & Pick<LogRun, 'fee'>;

/** Adds every auction of the log to several works. */
type ReadLog = (works: readonly Pick<Work, 'add'>[]) => Promise<RunInput>;

const refuse = () => {
  throw new TypeError('Parts of a log cannot be merged for advice.');
};

/** Several works over one reading of a log, on one thread. */
function together(works: readonly Pick<Work, 'add'>[]): Work {
  return { add: (auction) => works.forEach((work) => work.add(auction)), merge: refuse, toData: refuse };
}

async function adviseOn(order: Asked, readLog: ReadLog): Promise<AdviceReport> {
  const { loaded, fee, seed, commitments = [], timeZone = 'UTC' } = order;
  const sums = new AdviceSums(loaded, commitments);
  const { input, byteCount, recordedShare: share = 1 } = await readLog([sums]);
  const random = new Random(hashSeed(seed), purpose);
  const logDays = toLogDays(sums.hours.entries(), timeZone);
  const halves = toHalves(logDays.days, random);
  const halfOf = (hour: number): Half => halves[logDays.dayOfBlock[hourBlockOf(hour)]!] ?? 0;
  const present = new Standing(commitments, Math.max(1, logDays.days.length) * share);
  const reaches = commitments.map((_, at) =>
    reachOfKeeping(sums.promiseHours, at, present.reached(sums, at), logDays, share),
  );
  const freedom = { reaches, ...(order.freedom ?? freedomOf(sums, loaded)) };
  const answer = order.answer === undefined ? undefined : new Answer(order.answer);
  const pool = sums.pool.drawn().map(({ request }) => request);
  const chosen = ([0, 1] as const).flatMap((half): Chosen[] => {
    const auctions = pool.filter(({ timeMs }) => halfOf(dateHourOf(timeMs)) === half);
    const days = halves.filter((one) => one === half).length;
    if (auctions.length === 0 || days === halves.length) return [];
    const all = sums.hours.entries().reduce((sum, one) => sum + (halfOf(one.hour) === half ? one.auctions : 0), 0);
    // The days that the sample stands for: the days of the half, times the share of their auctions that it has.
    const stoodFor = (days * share * auctions.length) / all;
    const standing = new Standing(commitments, stoodFor);
    const found = [
      ...findCandidates(loaded.source, auctions, standing, freedom),
      ...(answer === undefined ? [] : findAnswered(loaded.source, auctions, freedom, answer)),
    ];
    return found.map((candidate) => ({ candidate, half, days }));
  });
  const { judged, verdictsOf } = await judge({ ...order, share }, chosen, halfOf, readLog);
  const requestsOn = (half: Half | 'both') =>
    pool.filter(({ timeMs }) => half === 'both' || halfOf(dateHourOf(timeMs)) === half);
  const days = Math.max(1, logDays.days.length) * share;
  const sample = sums.pool.drawn();
  const sampled = new Standing(commitments, (days * sample.length) / Math.max(1, sums.auctions));
  const regret = new Regret(sample, loaded.tierSet, sampled, { seed, timeZone });
  const auctionsADay = sums.auctions / days;
  const judging = { loaded, commitments, seed, timeZone, share, answer, requestsOn, regret, auctionsADay };
  return toAdviceReport({
    sums,
    loaded,
    input,
    byteCount,
    fee,
    seed,
    logDays,
    share,
    standing: new Standing(commitments, days),
    proposals: await toProposals(judged, { ...judging, verdictsOf }),
    answer,
    pool,
    searched: pool.length,
  });
}

interface Chosen {
  readonly candidate: Candidate;
  readonly half: Half;
  readonly days: number;
}

/**
 * Judges each candidate on the days on which it was not chosen; one that both halves chose, on all. The same reading of the
 * log tries all of them on all days.
 */
async function judge(
  order: Asked & { readonly share: number },
  chosen: readonly Chosen[],
  halfOf: (hour: number) => Half,
  readLog: ReadLog,
) {
  const { loaded, commitments = [] } = order;
  const candidates = [...Map.groupBy(chosen, ({ candidate }) => textOf(candidate.source)).values()].map((same) => {
    const [{ candidate, half, days: chosenDays }] = same as [Chosen];
    const { source } = candidate;
    const draft = { ...loaded, file: toDraftFile(loaded.file, source), source, tierSet: toTierSet(source) };
    const isOfBoth = new Set(same.map((one) => one.half)).size === 2;
    const judgedOn: Half | 'both' = isOfBoth ? 'both' : half === 0 ? 1 : 0;
    return { candidate, draft, chosenDays, judgedOn };
  });
  const drafts = candidates.map(({ draft }) => draft);
  let variations: Variations | undefined;
  const verdictsOf = await tryDrafts(
    { ...order, current: loaded, seed: seedOfTry },
    drafts,
    readLog,
    ({ side, comparisons }) => {
      const all = candidates.map(
        ({ draft, judgedOn }, at) => new Variation(draft.tierSet, comparisons[at]!, judgedOn, commitments),
      );
      variations = new Variations(loaded.tierSet, side, all, halfOf);
      return [variations];
    },
  );
  variations?.end();
  const judged = candidates.map((one, at): Judged => ({ ...one, variation: variations!.variations[at]! }));
  return { judged, verdictsOf };
}

const textOf = ({ tiers }: TierSetSource) => JSON.stringify(tiers);

/** Minimums and limits of each tier that prefers, among those that a bid needs, at cents; with the present ones and none. */
function freedomOf(sums: AdviceSums, { tierSet }: LoadedTierSet): Freedom {
  const minimums = new Map<number, number[]>();
  const limits = new Map<number, (number | null)[]>();
  for (const id of includesOf(tierSet)) {
    const index = tierSet.tiers.findIndex((tier) => tier.id === id);
    const { minPriceMicros, maxForgoneMicros: limit = null } = tierSet.tiers[index]!;
    const { curve, limits: ofLimits } = sums.alternatives[index]!;
    minimums.set(id, triedOf(curve.prices(), [0, minPriceMicros ?? 0]));
    const costs = ofLimits.prices().map((price) => -price);
    limits.set(id, [...triedOf(costs, limit === null ? [0] : [0, limit]), null]);
  }
  return { minimums, limits, hasPriorities: true, hasBuyers: true };
}

/** Some of the prices, evenly by their number, at cents, and those of `always`; ascending, each once. */
function triedOf(prices: Float64Array, always: readonly number[]): number[] {
  const drawn = Array.from({ length: Math.min(mostTried, prices.length) }, (_, at) => {
    const price = prices[Math.floor(((at + 0.5) * prices.length) / mostTried) % prices.length]!;
    return Math.floor(price / centMicros) * centMicros;
  });
  return [...new Set([...always, ...drawn])].toSorted((one, other) => one - other);
}
