import type { NamedDay } from '@auction-tiers/calendar';
import type { CompareReport, MeasuredAnswer, Verdict } from '@auction-tiers/contract/compare-report';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { Comparison } from '../compare/measuring/comparison.ts';
import { SharedSide } from '../compare/measuring/current-side.ts';
import { toCompareReport, toJudgment } from '../compare/reporting/to-compare-report.ts';
import { countFees } from '../log/auction/fee.ts';
import type { Owner } from '../log/auction/owner.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { Met, type Repeats } from '../compare/measuring/repeats.ts';
import type { LogRun, RunInput } from './run-log.ts';
import { runLog, toReadingTask } from './run-log.ts';
import type { CompareTask, Work } from './task.ts';

/** What to compare, over which log. */
export interface CompareOrder extends LogRun {
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  /** Uses only the auctions of this ym-profile. Default: all; they should be of the current tiers' ym-profile. */
  readonly ymProfileId?: number | undefined;
  /** Seed of resamples, examples and the sample; auctions have seeds of their own. */
  readonly seed: string;
  /** Elasticity of bids that the verdict assumes. Default 0: buyers do not react. */
  readonly elasticity?: number;
  /** How buyers answer their minimums, as an experiment measured it. Default: not known. */
  readonly answer?: MeasuredAnswer | undefined;
  /** What the draft must keep. Default: nothing. */
  readonly commitments?: readonly ReadCommitment[];
  /** The time zone of the days, an IANA name. Default UTC. */
  readonly timeZone?: string | undefined;
  /** The seller's days unlike others, which the verdict names. Default: none. */
  readonly calendar?: readonly NamedDay[] | undefined;
  /** Declares the log whole: it has all auctions and bids, whatever its form. Default: a feed is a sample. */
  readonly isComplete?: boolean;
  /** Declares that no user or session is in more than one auction. Default: as the ym-profile of the current tiers says. */
  readonly isWithoutUnits?: boolean | undefined;
  /** Drafts that were tried on this log, of which this is one. Default 1. */
  readonly tries?: number;
  /** Counts auctions again that repeat another's seed and prices. Default: each counts once. */
  readonly keepsRepeats?: boolean;
  /** Share of all auctions that the log has. Default: as recorded auctions say, else 1. */
  readonly share?: number | undefined;
}

/**
 * Runs every auction of the log under both tier sets, in one pass and bounded memory. The same log, tier sets and seed
 * give the same report, byte for byte. Throws what reading the log throws.
 */
export async function compare(order: CompareOrder): Promise<CompareReport> {
  const { current, draft, seed, commitments = [] } = order;
  const reading = toReadingTask(order, [current, draft]);
  const owner = toOwner(current, order.ymProfileId);
  const sources = { current: current.source, draft: draft.source };
  const task: CompareTask = { kind: 'compare', ...reading, owner, ...sources, seed, commitments };
  const { counted, found } = await countOnce(
    order,
    (met) => new Comparison({ current, draft, seed, commitments, met }),
    // On this thread alone, because threads cannot share what was met; the first pass has reported the broken lines.
    (work, isAgain) => runLog(isAgain ? { ...order, threads: undefined, onBrokenLine: () => {} } : order, task, work),
  );
  return toCompareReport({ ...found, comparison: counted, current, draft });
}

/** What a comparison is told, beside its log and its draft. */
export type CompareSettings = Omit<CompareOrder, keyof LogRun | 'draft' | 'ymProfileId'> & Pick<LogRun, 'fee'>;

/** Drafts that are tried over one log. */
export interface Tried {
  readonly drafts: readonly LoadedTierSet[];
  /** What the current tiers bring; an auction is added to it first. */
  readonly side: SharedSide;
  /** By draft. */
  readonly comparisons: readonly Comparison[];
}

type ReadLog = (works: readonly Pick<Work, 'add'>[]) => Promise<RunInput>;

/**
 * Tries drafts over one log, and gives what tells the verdict of some of them, by their indexes, as `compare` gives it for
 * each alone. `readLog` adds every auction of the log to all works, to what `toWork` makes of the tried drafts last; it reads
 * again for the verdicts where auctions repeat others.
 */
export async function tryDrafts(
  order: CompareSettings,
  drafts: readonly LoadedTierSet[],
  readLog: ReadLog,
  toWork: (tried: Tried) => readonly Pick<Work, 'add'>[] = () => [],
): Promise<(indexes: readonly number[]) => Promise<Verdict[]>> {
  const { current } = order;
  if (drafts.length === 0) return async () => [];
  const tried = startTries(order, drafts);
  const read = await readLog([tried.side, ...tried.comparisons, ...toWork(tried)]);
  return async (indexes) => {
    if (indexes.length === 0) return [];
    const first = {
      ...tried,
      drafts: indexes.map((at) => drafts[at]!),
      comparisons: indexes.map((at) => tried.comparisons[at]!),
    };
    const { counted, found } = await countOnce(
      order,
      (met) => (met === undefined ? first : startTries(order, first.drafts, met)),
      async ({ side, comparisons }, isAgain) => (isAgain ? readLog([side, ...comparisons]) : read),
    );
    return counted.comparisons.map((comparison, at) => {
      comparison.end(counted.side);
      return toJudgment({ ...found, comparison, current, draft: counted.drafts[at]! }).verdict;
    });
  };
}

function startTries(order: CompareSettings, drafts: readonly LoadedTierSet[], met?: Met): Tried & { repeats: Repeats } {
  const { current, seed, commitments = [] } = order;
  const side = new SharedSide({ current, drafts, seed, commitments, met });
  const comparisons = drafts.map((draft) => new Comparison({ current, draft, seed, commitments, side }));
  return { drafts, side, comparisons, repeats: side.repeats };
}

/**
 * Counts a log, and again without the auctions that repeat another where there are any. `create` makes what counts it;
 * `isAgain`: the log was read before.
 */
async function countOnce<Counted extends { readonly repeats: Repeats }>(
  order: CompareSettings,
  create: (met: Met | undefined) => Counted,
  readLog: (counted: Counted, isAgain: boolean) => Promise<RunInput>,
) {
  const { fee, seed, elasticity = 0, commitments = [], timeZone, calendar, answer } = order;
  const { isComplete = false, isWithoutUnits, tries = 1 } = order;
  const met = new Met();
  let counted = create(undefined);
  let read = await readLog(counted, false);
  if (order.keepsRepeats !== true && counted.repeats.share > 0) {
    counted = create(met);
    read = await readLog(counted, true);
  }
  const { recordedShare, byteCount, input } = read;
  const fees = countFees((source) => input.fees[source] - met.feesAgain[source]);
  const found = {
    input: { ...input, fees },
    byteCount,
    droppedRepeats: met.again,
    fee,
    seed,
    elasticity,
    commitments,
    timeZone,
    calendar,
    isComplete,
    isWithoutUnits,
    tries,
    share: order.share ?? recordedShare ?? 1,
    answer,
  };
  return { counted, found };
}

/**
 * Whose auctions the log should have: the auctions of the named ym-profile, else of the tiers' ym-profile, as far as it
 * is known.
 */
export function toOwner({ owner }: LoadedTierSet, ymProfileId: number | undefined): Owner {
  if (ymProfileId === undefined || ymProfileId === owner.ymProfileId) {
    return { ...owner, isFilter: ymProfileId !== undefined };
  }
  return { ymProfileId, publisherIds: null, memberId: owner.memberId, isFilter: true };
}
