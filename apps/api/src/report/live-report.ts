import { type Member, usualBreakdowns } from '@auction-tiers/contract';
import type { ReportStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { cutsOf } from './cut.ts';
import { DamagedCounts } from './damaged-counts.ts';
import { ReportCompactor } from './report-compactor.ts';
import { type FindSeller, ReportCounter } from './report-counter.ts';
import { type CountedBeside, dayExpiryOf, ReportFlusher } from './report-flusher.ts';
import { StoredCounts } from './stored-counts.ts';

interface LiveReportParts {
  readonly reports: ReportStore;
  readonly mirror: Pick<Mirror, 'row' | 'ownerOf' | 'unreadable' | 'findUnreadable'>;
  readonly experiments: CountedBeside;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What every tier did: each process counts, and the store keeps the counts of all processes. */
export class LiveReport {
  readonly store: ReportStore;
  /** What was stored, for everything that reads it. */
  readonly stored: StoredCounts;
  readonly damaged: DamagedCounts;
  readonly counter: ReportCounter;
  readonly compactor: ReportCompactor;
  readonly #flusher: ReportFlusher;
  readonly #log: Logger;

  constructor({ reports, mirror, experiments, clock, log }: LiveReportParts) {
    this.#log = log;
    this.store = reports;
    this.damaged = new DamagedCounts(log);
    this.stored = new StoredCounts(reports, this.damaged);
    this.counter = new ReportCounter(createFindSeller(mirror), clock.epochMs);
    const { stored } = this;
    this.compactor = new ReportCompactor({
      reports,
      keepRecut: (counted, nowMs) => stored.keepRecut(counted, nowMs, dayExpiryOf),
      damaged: this.damaged,
    });
    const { counter } = this;
    this.#flusher = new ReportFlusher({
      counter,
      experiments,
      reports,
      compactor: this.compactor,
      nowMs: clock.epochMs,
      log,
    });
  }

  start(): void {
    this.#flusher.start();
  }

  /** Time since everything that this process had counted was stored. */
  lagMs(): number {
    return this.#flusher.lagMs();
  }

  /** Stores what was counted until now, as happens once a second, and merges what waits for it. */
  async flush(): Promise<void> {
    await this.#flusher.flush();
    const tell = (error: unknown) => this.#log.warn({ error }, 'counts cannot be merged');
    await this.compactor.run({ isOver: false, isAsked: true, tell });
  }

  /** Stores the last counts. */
  async close(): Promise<void> {
    await this.#flusher.close();
  }
}

/** Finds the seller, also of an unreadable ym-profile whose last readable version decides auctions. */
function createFindSeller(mirror: LiveReportParts['mirror']): FindSeller {
  return (ymProfileId) => {
    const memberId = mirror.ownerOf('ym-profile', ymProfileId) ?? ownerOfUnreadable(mirror, ymProfileId);
    if (memberId === undefined) return undefined;
    const member =
      mirror.row('member', memberId, memberId) ?? mirror.findUnreadable('member', memberId, memberId)?.lastGood;
    const seller = (member ?? {}) as Partial<Member>;
    return { memberId, cuts: cutsOf(seller), breakdowns: seller.report_breakdowns ?? usualBreakdowns };
  };
}

function ownerOfUnreadable(mirror: LiveReportParts['mirror'], ymProfileId: number): number | undefined {
  const found = mirror.unreadable().find(({ service, id }) => service === 'ym-profile' && id === ymProfileId);
  return found?.owner ?? undefined;
}
