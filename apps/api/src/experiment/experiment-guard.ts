import { commitmentsOf, epochMsOf, readCommitment, type StoredExperiment } from '@auction-tiers/contract';
import {
  type Breach,
  buyersOf,
  checkBuyers,
  checkCommitments,
  checkFill,
  checkMoney,
  checkSampleRatio,
  checkTotal,
  estimateParts,
  type Guard,
  totalsOf,
  type WatchedCommitment,
} from '@auction-tiers/experiment';
import { english } from '@auction-tiers/figure';
import type { ReportStore, ReportSubject } from '@auction-tiers/store';
import type { Clock } from '../auth/clock.ts';
import { breathe } from '../loop/breathe.ts';
import { eachOf } from '../loop/each.ts';
import type { JobRun, Work } from '../loop/job.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { elapsedDaysOf, pausedDaysOf, plannedDaysOf } from './duration.ts';
import { cellsOf } from './cells.ts';
import { type Experiments, lostMicrosOf } from './experiments.ts';
import { lossText, maxLossMicros } from './money.ts';
import { PhaseReader } from './phase-reader.ts';

/** Money is checked at each look; the other guards once in this many. */
const looksPerSecond = 4;
/** What takes all cells of a switchback, its buyers and its total, is checked once a minute. */
const secondsPerMinute = 60;

interface GuardParts {
  readonly reports: ReportStore;
  readonly mirror: Mirror;
  readonly experiments: Experiments;
  readonly clock: Clock;
  /** Told what is damaged in the records of a phase; null: nothing. */
  readonly noteDamage: (subject: ReportSubject, time: string, problem: string | null) => void;
}

/**
 * Guards the running experiments of all members: pauses one whose guard the counts of all processes break, raises its
 * share at each planned step, and pauses it at its end.
 */
export class ExperimentGuard implements Work {
  readonly #parts: GuardParts;
  readonly #reader: PhaseReader;
  #looks = 0;

  constructor(parts: GuardParts) {
    this.#parts = parts;
    this.#reader = new PhaseReader(parts);
  }

  isDue(): boolean {
    const running = this.#running();
    this.#reader.forgetOthers(running);
    return running.length > 0;
  }

  async run(run: JobRun): Promise<void> {
    this.#looks++;
    await eachOf(run, this.#running(), (one) => this.#keep(one));
  }

  #running(): readonly StoredExperiment[] {
    const all = this.#parts.mirror.allRows('experiment');
    return all.filter(({ state }) => state === 'running');
  }

  async #keep(stored: StoredExperiment): Promise<void> {
    const { experiments, clock } = this.#parts;
    const { id, member_id: owner, end_at: endAt } = stored;
    const nowMs = clock.epochMs();
    if (endAt !== null && (epochMsOf(endAt) ?? 0) <= nowMs) {
      return experiments.pause(owner, id, 'it has reached its planned end');
    }
    const phases = await this.#reader.read(stored);
    const breach = await this.#breachOf(stored, phases, nowMs);
    if (breach !== null) return experiments.pause(owner, id, reasonOf(breach, stored));
    const share = dueShare(stored, () =>
      elapsedDaysOf(
        stored,
        null,
        phases.map(({ counts }) => counts),
        nowMs,
      ),
    );
    if (share === undefined) return;
    await experiments.update(owner, id, (now) => (now.state === 'running' ? { share } : undefined));
  }

  async #breachOf(
    stored: StoredExperiment,
    phases: Awaited<ReturnType<PhaseReader['read']>>,
    nowMs: number,
  ): Promise<Breach | null> {
    const guard = guardOf(stored);
    const money = checkMoney(lostMicrosOf(phases), guard);
    if (money !== null || this.#looks % looksPerSecond !== 0) return money;
    await breathe();
    const all = phases.map(({ counts }) => counts);
    const cells = cellsOf(stored);
    const elapsedDays = elapsedDaysOf(stored, cells, all, nowMs);
    const elapsed = elapsedDays / plannedDaysOf(stored, cells);
    // Each cell of a switchback has its own share.
    const ratios = cells === null ? phases.map(({ counts, share }) => checkSampleRatio(counts.units, share)) : [];
    const breach =
      checkFill(totalsOf(all).T, guard) ??
      ratios.find((one) => one !== null) ??
      checkCommitments(all, elapsedDays, this.#commitmentsOf(stored));
    const present = phases.at(-1);
    const isLater = cells !== null && this.#looks % (looksPerSecond * secondsPerMinute) !== 0;
    if (breach !== null || present === undefined || isLater) return breach;
    const switchback = cells && { schedule: cells.schedule, seed: '', paused: pausedDaysOf(stored, all) };
    const { design } = stored;
    const parts = estimateParts({ design, elapsedDays, phases, switchback }, 0);
    return (
      checkTotal(parts, elapsed, guard) ?? checkBuyers(buyersOf({ design, switchback }, present.counts), elapsed, guard)
    );
  }

  /** The draft's promises about buyers and tiers; none for a hold-back, whose draft is published already. */
  #commitmentsOf(stored: StoredExperiment): readonly WatchedCommitment[] {
    const { design, draft_id: draftId, ym_profile_id: ymProfileId, member_id: owner } = stored;
    if (design === 'hold_back') return [];
    const { mirror } = this.#parts;
    const draft = mirror.row('draft', owner, draftId);
    const ymProfile = mirror.row('ym-profile', owner, ymProfileId);
    return commitmentsOf(draft, ymProfile).map(readCommitment);
  }
}

const guardOf = ({ design, guard }: StoredExperiment): Guard => ({
  maxLoss: maxLossMicros(guard.max_loss),
  // A hold-back that was stored before this limit has its usual value, but is to measure a loss.
  maxTotalLossPct: design === 'hold_back' ? 100 : guard.max_total_loss_pct,
  maxBuyerLossPct: guard.max_buyer_loss_pct,
  minFillPoints: guard.min_fill_points,
});

/**
 * The share of the due step; undefined: the present share is equal or larger. `runDays`: how long the experiment has
 * run, without its pauses: a resumed experiment goes on with the share that it had.
 */
export function dueShare(
  { steps, share }: Pick<StoredExperiment, 'steps' | 'share'>,
  runDays: () => number,
): number | undefined {
  if (steps === null || steps.length === 0) return undefined;
  const days = runDays();
  const due = steps.findLast(({ after_days: after }) => after <= days);
  return due !== undefined && due.share > (share ?? 0) ? due.share : undefined;
}

const ofPercent = (percent: number) => english.percent(percent / 100, 0, 2);

function reasonOf(breach: Breach, { guard }: StoredExperiment): string {
  switch (breach.code) {
    case 'max_loss':
      return lossText(breach.found, guard.max_loss);
    case 'max_total_loss_pct':
      return `the draft earns ${ofPercent(breach.found)} less than the live tiers, including how buyers react; allowed: ${ofPercent(breach.allowed)}`;
    case 'max_buyer_loss_pct':
      return `buyer ${breach.member} spends ${ofPercent(breach.found)} less, allowed: ${ofPercent(breach.allowed)}`;
    case 'min_fill_points':
      return `the share of sold auctions has fallen by ${english.decimal(breach.found, 0, 2)} points, allowed: ${english.decimal(breach.allowed, 0, 2)}`;
    case 'commitment': {
      const [found, wanted] = [breach.found, breach.wanted].map((figure) =>
        breach.figure === 'share_of_net'
          ? `${english.percent(figure, 0, 2)} of the net`
          : breach.figure === 'net'
            ? english.money(figure)
            : `${english.significant(figure)} wins`,
      );
      return `${breach.subject} ${breach.id} would bring ${found} a day under the draft, promised: at ${breach.bound === 'at_least' ? 'least' : 'most'} ${wanted}`;
    }
    case 'sample_ratio':
      return 'the split of users does not match the planned share, so auctions of some users are missing';
  }
}
