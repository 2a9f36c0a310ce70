import {
  checkMoney,
  type ClusterAttribute,
  daysPerPair,
  type Design,
  type ExperimentResult,
  moneySpent,
  toExperimentResult,
  usualGuard,
} from '@auction-tiers/experiment';
import { type Pool, runTrial, type Trial, trueAnswer } from '@auction-tiers/experiment/trial';
import { defaultParams, withBuyers } from '@auction-tiers/market';
import { exitCode, type ExitCode, wrongUsage } from '../cli/failure.ts';
import { checkOutFiles, writeJson } from '../cli/out-file.ts';
import { createProgress, say } from '../cli/terminal.ts';
import { readParams, readResponse } from '../generate/params-file.ts';
import { printExperiment } from '../print/experiment.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import { loadDemoTierSet, toTierSet } from '../tier-set/tier-set-file.ts';
import type { Ends, ExperimentReport } from '../schema/experiment-report.ts';
import { clustersOf, decideAuctions, mostPooled, toPool } from './decide-pool.ts';

export interface ExperimentOptions {
  readonly draft: string;
  readonly current?: string;
  readonly design: Exclude<Design, 'hold_back'>;
  readonly params?: string;
  readonly response?: string;
  readonly runs: number;
  readonly days: number;
  readonly auctionsPerDay: number;
  readonly share: number;
  readonly clusterBy?: ClusterAttribute;
  readonly bids: number;
  readonly maxLoss?: number;
  readonly seed: string;
  readonly out?: string;
}

const usualFeePpm = 150_000;
const [hoursPerDay, nanos] = [24, 1e9];
/** Resamples of a final result: with 499, each end of a 95 % interval is the 12th from its side. */
const draws = 499;

/** Tries an experiment on a market. Throws a `Failure` when an option cannot be used. */
export function runExperiment(options: ExperimentOptions): ExitCode {
  const { design, runs, days, auctionsPerDay, share, seed, out } = options;
  if (design === 'switchback' && days % daysPerPair !== 0) {
    throw wrongUsage(`--days: a switchback has ${days} days; allowed are multiples of ${daysPerPair}.`);
  }
  const read = [options.draft, options.current, options.params, options.response].flatMap((file) => file ?? []);
  checkOutFiles({ '--out': out }, read);
  const current =
    options.current === undefined ? loadDemoTierSet() : toTierSet(parseTierSetFile(options.current, '--current'));
  const draft = toTierSet(parseTierSetFile(options.draft, '--draft'), { current });
  const response = readResponse(options.response);
  const given = options.params === undefined ? defaultParams : readParams(options.params);
  const params = withBuyers(given, Math.max(given.buyers.length, options.bids));
  const auctionCount = Math.min(mostPooled, days * auctionsPerDay);
  const feePpm = current.sellerFeePpm ?? usualFeePpm;
  const auctions = decideAuctions({
    current,
    draft,
    params,
    response,
    bidCount: options.bids,
    seed,
    feePpm,
    auctionCount,
  });
  const clusters = design === 'switchback' ? findClusters(clustersOf(auctions), options.clusterBy) : null;
  const pool = toPool(auctions, clusters);
  const guard = {
    ...usualGuard,
    maxLoss: options.maxLoss === undefined ? 10n ** 18n : BigInt(Math.round(options.maxLoss * nanos)),
  };
  const trial: Trial = { design, days, auctionsPerDay, share: design === 'shadow' ? 0 : share, response, seed, guard };
  const progress = createProgress({ total: 2 * runs, unit: 'runs' });
  const tryAll = (isSwapped: boolean) =>
    Array.from({ length: runs }, (_, run) => {
      const one = tryOnce(pool, { ...trial, isSwapped, seed: `${seed} ${run}` });
      progress.update(run + 1 + (isSwapped ? runs : 0));
      return one;
    });
  const [tried, idle] = [tryAll(false), tryAll(true)];
  progress.finish();
  const report: ExperimentReport = {
    design,
    runs,
    days,
    auctions_per_day: auctionsPerDay,
    seed,
    clusters: clusters && { by: clusters.by, count: clusters.values.length },
    truth: truthOf(pool),
    draft: endsOf(tried),
    without_effect: endsOf(idle),
    buyers: buyersOf(tried, trueAnswer(pool)),
  };
  if (out !== undefined) writeJson('--out', out, report);
  say(printExperiment(report));
  return exitCode.done;
}

function findClusters(proposals: ReturnType<typeof clustersOf>, by: ClusterAttribute | undefined) {
  const found = by === undefined ? proposals[0] : proposals.find((one) => one.by === by);
  if (found !== undefined) return found;
  const has = proposals.map((one) => one.by).join(', ') || 'none';
  throw wrongUsage(
    `--design switchback needs 8 to 40 clusters with 2 % of the net each; of this market allowed: ${has}.`,
  );
}

interface Tried {
  readonly result: ExperimentResult;
  readonly day: number;
  readonly isPaused: boolean;
}

/** Looks each day, and ends with the first verdict or pause. */
function tryOnce(pool: Pool, trial: Trial): Tried {
  let ended: Tried | undefined;
  const last = runTrial(pool, trial, (state, counts, hour) => {
    const day = hour / hoursPerDay;
    if (checkMoney(moneySpent(counts.totalsOf('T')), trial.guard) !== null) {
      ended = { result: toExperimentResult(state(), 0), day, isPaused: true };
    } else if (Number.isInteger(day) && day < trial.days) {
      const result = toExperimentResult(state());
      const isSaid = result.verdict === 'publish' || result.verdict === 'stop';
      if (isSaid) ended = { result, day, isPaused: false };
    }
    return ended === undefined;
  });
  return ended ?? { result: toExperimentResult(last, draws), day: trial.days, isPaused: false };
}

const partOf = <Value>(values: readonly Value[], is: (value: Value) => boolean) =>
  values.filter(is).length / values.length;

function endsOf(tried: readonly Tried[]): Ends {
  const ended = tried.filter(
    ({ result, isPaused }) => isPaused || result.verdict === 'publish' || result.verdict === 'stop',
  );
  const withVerdict = (verdict: string) =>
    partOf(tried, ({ result, isPaused }) => !isPaused && result.verdict === verdict);
  return {
    publish: withVerdict('publish'),
    stop: withVerdict('stop'),
    go_on: withVerdict('go on'),
    cannot_say: withVerdict('cannot say'),
    paused: partOf(tried, ({ isPaused }) => isPaused),
    mean_day: ended.length === 0 ? null : ended.reduce((sum, { day }) => sum + day, 0) / ended.length,
  };
}

function buyersOf(tried: readonly Tried[], truth: number): ExperimentReport['buyers'] {
  const whole = tried.flatMap(({ result: { buyers, switchback, arms } }) => {
    const { percent, interval_at_end: range } = buyers;
    if (percent === null || range === null || switchback === null) return [];
    const level = (1000 * Number(arms.C.earned)) / arms.C.auctions;
    return [{ percent: percent.percent, low: Number(range.low) / level, high: Number(range.high) / level }];
  });
  if (whole.length === 0) return null;
  const value = Math.expm1(truth);
  return {
    mean_percent: whole.reduce((sum, { percent }) => sum + percent, 0) / whole.length,
    covered: partOf(whole, ({ low, high }) => low <= value && value <= high),
    excludes_0: partOf(whole, ({ low, high }) => low > 0 || high < 0),
  };
}

function truthOf({ auctions }: Pool): ExperimentReport['truth'] {
  let [control, treatment, answered, both] = [0, 0, 0, 0];
  for (const { asIs, learnt } of auctions) {
    control += asIs.control;
    treatment += asIs.treatment;
    answered += learnt.control;
    both += learnt.treatment;
  }
  const percent = (sum: number) => 100 * (sum / control - 1);
  return { rules_percent: percent(treatment), buyers_percent: percent(answered), total_percent: percent(both) };
}
