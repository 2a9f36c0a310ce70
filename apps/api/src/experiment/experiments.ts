import { hash } from 'node:crypto';
import { calendarOf, namedDaysIn, namedDaysText, numberOfDay } from '@auction-tiers/calendar';
import {
  cut,
  dateText,
  epochMsOf,
  type ExperimentPhase,
  type ExperimentResult,
  type StoredExperiment,
  storedExperimentResource,
} from '@auction-tiers/contract';
import { ExperimentCounts } from '@auction-tiers/experiment';
import { liveArmOf } from '@auction-tiers/recorded';
import { type ObjectStore, type ReportPart, type ReportStore, StoreUnavailable } from '@auction-tiers/store';
import type { CompileResult, TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../auth/clock.ts';
import { CompileQueue } from '../mirror/compile-queue.ts';
import type { Follower } from '../mirror/follower.ts';
import { settingsOf } from '../mirror/member-settings.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { type Cells, cellsOf } from './cells.ts';
import { addRecords, toRecord } from './counts-record.ts';
import { lastHourOf } from './duration.ts';
import { lossText, maxLossMicros } from './money.ts';
import { Phase, phaseTime } from './phase.ts';
import { askResult, type ResultQuestion } from './result-source.ts';
import { RunningExperiment } from './running-experiment.ts';

/** How long the counts of a phase are kept after the last count, in milliseconds. */
const keptMs = 400 * 24 * 60 * 60 * 1000;
/** More phases than this, which changes of the live tiers begin, pause an experiment: so short phases show nothing. */
const mostPhases = 200;
/** A phase of an experiment that does not run is removed after this many seconds without counts. */
const mostIdle = 60;
/** Times a write starts again because another write came between. */
const maxAttempts = 8;

/** What running experiments need besides their stored objects. */
export interface ExperimentParts {
  readonly store: ObjectStore;
  readonly reports: ReportStore;
  readonly mirror: Mirror;
  readonly follower: Pick<Follower, 'committed'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audit: Audit;
  /**
   * The tiers that an experiment compares with the live ones, with a hash of them: those of its draft or, for a
   * hold-back, the previous tiers. Their revision is that of the draft's content or of the previous tiers; empty for an
   * experiment that an earlier version of the service started. Throws where they cannot be used.
   */
  readonly comparedOf: (stored: StoredExperiment) => { readonly source: TierSetSource; readonly name: string };
  /** A hash of the live tiers of a ym-profile. */
  readonly controlOf: (owner: number, ymProfileId: number) => string;
  /** The local midnight before a time, in the time zone of a member. */
  readonly midnightOf: (owner: number, timeMs: number) => number;
  /** The days of a time zone. */
}

/** The counts of a phase, as all processes have counted it. */
export interface CountedPhase extends ExperimentPhase {
  readonly counts: ExperimentCounts;
}

/**
 * The running experiments, in this process: which tiers decide their auctions, and the counts of these auctions. They
 * follow the stored experiments and drafts as tier sets follow tiers.
 */
export class Experiments {
  readonly #parts: ExperimentParts;
  readonly #queue = new CompileQueue();
  /** By ym-profile. */
  readonly #running = new Map<number, RunningExperiment>();
  /** By experiment and key. Ended phases stay until their counts are stored. */
  readonly #phases = new Map<string, Phase>();

  constructor(parts: ExperimentParts) {
    this.#parts = parts;
    parts.mirror.listen(({ owner, before, after }) => this.#follow(owner, before as Row, after as Row), ['experiment']);
    parts.mirror.listen(
      ({ owner, before, after }) => this.#followDraft(owner, (after ?? before)?.['draft_id']),
      ['draft-part'],
    );
    parts.mirror.listen(({ owner, id }) => this.#followDraft(owner, id), ['draft']);
  }

  /** The running experiment of a ym-profile. */
  of(ymProfileId: number): RunningExperiment | undefined {
    return this.#running.get(ymProfileId);
  }

  /** All running experiments. */
  running(): Iterable<RunningExperiment> {
    return this.#running.values();
  }

  /** Resolves when every change applied so far decides auctions. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  #follow(owner: number | null | undefined, before: Row, after: Row): void {
    const stored = after ?? before;
    if (stored === null || typeof owner !== 'number') return;
    const { id, ym_profile_id: ymProfileId, state } = stored;
    const present = this.#running.get(ymProfileId);
    if (after !== null && state === 'running') this.#order(owner, after);
    else if (present?.parts.id === id) this.#running.delete(ymProfileId);
  }

  #followDraft(owner: number | null | undefined, draftId: unknown): void {
    if (typeof owner !== 'number') return;
    for (const stored of this.#stored(owner)) {
      const { draft_id: tested, before_draft_id: before, state } = stored;
      if ((before ?? tested) === draftId && state === 'running') this.#order(owner, stored);
    }
  }

  #stored(owner: number): readonly StoredExperiment[] {
    return this.#parts.mirror.rows('experiment', owner);
  }

  #row(owner: number, id: number): StoredExperiment | undefined {
    return this.#parts.mirror.row('experiment', owner, id);
  }

  /** Orders the compilation of the compared tiers, as they are stored when its turn comes. */
  #order(owner: number, { id, ym_profile_id: ymProfileId }: StoredExperiment): void {
    const fail = (error: unknown) => {
      this.#running.delete(ymProfileId);
      const message = error instanceof Error ? error.message : String(error);
      void this.pause(owner, id, `its draft cannot be used: ${cut(message, 500)}`);
    };
    const takeOrder = () => {
      const stored = this.#row(owner, id);
      if (stored?.state !== 'running') return undefined;
      const { source, name } = this.#parts.comparedOf(stored);
      const done = (result: CompileResult) => {
        const present = this.#row(owner, id);
        if (present?.state !== 'running') return;
        if (result.ok) this.#running.set(ymProfileId, this.#begin(owner, present, { compared: result.tierSet, name }));
        else fail(new Error(result.issues.map(({ path, message }) => `${path} ${message}`).join('; ')));
      };
      return { source, done };
    };
    this.#queue.add(ymProfileId, takeOrder, fail);
  }

  #begin(
    owner: number,
    stored: StoredExperiment,
    { compared, name }: { readonly compared: TierSet; readonly name: string },
  ): RunningExperiment {
    const { id, ym_profile_id: ymProfileId, design, salt, guard, start_at: startAt } = stored;
    const { mirror, clock, controlOf, midnightOf } = this.#parts;
    const share = shareOfT(stored);
    const midnightMs = midnightOf(owner, epochMsOf(startAt ?? '') ?? clock.epochMs());
    const phaseOf = (_live: TierSet, isCurrent: boolean): Phase => {
      // The mirror no longer has the state that a set which is behind was compiled from.
      const live = isCurrent ? controlOf(owner, ymProfileId) : `behind ${mirror.revisionOf(owner)}`;
      const key = hash('sha256', JSON.stringify([live, name, share])).slice(0, 16);
      const place = phaseTime(id, key);
      const known = this.#phases.get(place);
      if (known !== undefined) return known;
      const parts = { experimentId: id, memberId: owner, ymProfileId, key, share, midnightMs, nowMs: clock.epochMs };
      const phase = new Phase(parts);
      this.#phases.set(place, phase);
      return phase;
    };
    return new RunningExperiment({
      id,
      memberId: owner,
      ymProfileId,
      share,
      cells: cellsOf(stored),
      salt: salt ?? '',
      guard,
      compared,
      liveArm: liveArmOf(design),
      phaseOf,
      nowMs: clock.epochMs,
    });
  }

  /** What the draft of an experiment has lost in this process on auctions that it decided, CPM micros. */
  #lostHere(id: number): number {
    let lost = 0;
    for (const { parts, lostMicros } of this.#phases.values()) if (parts.experimentId === id) lost += lostMicros;
    return lost;
  }

  /**
   * Called each second: stops experiments that have lost too much by the counts of this process alone, and adds new
   * phases to the stored experiments, so that their counts can be found.
   */
  async prepare(): Promise<void> {
    for (const one of this.#running.values()) {
      const { id, memberId, guard } = one.parts;
      const lost = BigInt(Math.round(this.#lostHere(id)));
      if (lost < maxLossMicros(guard.max_loss)) continue;
      one.isStopped = true;
      await this.pause(memberId, id, lossText(lost, guard.max_loss));
    }
    for (const phase of this.#phases.values()) {
      if (!phase.counts.isEmpty && !this.#isListed(phase)) await this.#list(phase);
    }
  }

  #isListed(phase: Phase): boolean {
    const { memberId, experimentId, key } = phase.parts;
    const isHeard = isNamed(this.#row(memberId, experimentId), key);
    // From now on the mirror decides: a restore may remove the phase from the experiment.
    if (isHeard) phase.isNamedAhead = false;
    return isHeard || phase.isNamedAhead;
  }

  async #list(phase: Phase): Promise<void> {
    const { memberId, experimentId, key, share } = phase.parts;
    const isChanged = await this.update(memberId, experimentId, (stored) => {
      // Another process may just have added the phase.
      phase.isNamedAhead = isNamed(stored, key);
      if (phase.isNamedAhead) return undefined;
      const phases = [...stored.phases, { key, share, started_at: dateText(this.#parts.clock.epochMs()) }];
      if (phases.length <= mostPhases) return { phases };
      return { phases, state: 'paused', reason: `its live tiers have changed ${mostPhases} times` };
    });
    phase.isNamedAhead ||= isChanged;
  }

  /** The counts that are not stored yet, of phases that their experiments list. */
  changed(): readonly { readonly memberId: number; take(): ReportPart }[] {
    const found: { readonly memberId: number; take(): ReportPart }[] = [];
    for (const [place, phase] of this.#phases) {
      const { memberId, experimentId } = phase.parts;
      if (phase.counts.isEmpty) {
        // Auctions that were read before the end may still be decided.
        const isOver = this.#row(memberId, experimentId)?.state !== 'running';
        if (isOver && ++phase.idle > mostIdle) this.#phases.delete(place);
      } else if (this.#isListed(phase)) {
        found.push({ memberId: phase.parts.memberId, take: () => toPart(phase, this.#parts.clock.epochMs()) });
      }
    }
    return found;
  }

  /** The records that all processes have stored of an experiment, phase by phase. */
  async stored({
    id,
    member_id: memberId,
    ym_profile_id: ymProfileId,
    phases,
  }: StoredExperiment): Promise<(ExperimentPhase & { readonly records: Buffer })[]> {
    const times = phases.map(({ key }) => phaseTime(id, key));
    const read = await this.#parts.reports.read({ memberId, ymProfileId }, times);
    return phases.map((phase, at) => ({ ...phase, records: read[at] ?? Buffer.alloc(0) }));
  }

  /**
   * Of an experiment's stored counts: what its draft has lost on auctions that it decided, CPM micros, and the last
   * hour since its first midnight with an auction.
   */
  async counted(
    owner: number,
    id: number,
  ): Promise<{ readonly lostMicros: bigint; readonly lastHour: number | undefined }> {
    const stored = this.#row(owner, id);
    if (stored === undefined) return { lostMicros: 0n, lastHour: undefined };
    const phases = (await this.stored(stored)).map(({ records }) => {
      const counts = new ExperimentCounts();
      addRecords(records, counts);
      return { counts };
    });
    return { lostMicros: lostMicrosOf(phases), lastHour: lastHourOf(phases.map(({ counts }) => counts)) };
  }

  /** The result of an experiment, computed from all stored counts. */
  async resultOf(stored: StoredExperiment): Promise<ExperimentResult> {
    const { id, state, design, start_at, end_at, guard, minimums, buyers_before, pauses } = stored;
    const cells = cellsOf(stored);
    return askResult({
      stored: { id, state, design, start_at, end_at, guard, minimums, buyers_before, pauses },
      cells,
      phases: await this.stored(stored),
      nowMs: this.#parts.clock.epochMs(),
      ...this.#calendarOf(stored, cells),
    });
  }

  /** The zone of an experiment's days: that of its start, before it that of the seller. */
  zoneOf({ member_id: owner, timezone }: Pick<StoredExperiment, 'member_id' | 'timezone'>): string {
    return timezone ?? settingsOf(this.#parts.mirror, owner).timezone;
  }

  /** The first day of an experiment, and days of the seller's calendar among those so far, for a sentence. */
  #calendarOf(
    { member_id: owner, start_at: start, end_at: end, timezone }: StoredExperiment,
    cells: Cells | null,
  ): Pick<ResultQuestion, 'firstDay' | 'calendarDays'> {
    const startMs = epochMsOf(start ?? '');
    const member = this.#parts.mirror.row('member', owner, owner);
    if (startMs === undefined || member === undefined) return { firstDay: 0, calendarDays: '' };
    const zone = calendarOf(timezone ?? member.timezone);
    const untilMs = Math.min(this.#parts.clock.epochMs(), epochMsOf(end ?? '') ?? Infinity);
    const days = { from: zone.dayAt(startMs), to: zone.dayAt(untilMs - 1) };
    return {
      firstDay: numberOfDay(zone.dayAt(cells?.starts[0] ?? startMs)),
      calendarDays: namedDaysText(namedDaysIn(member.calendar, days)),
    };
  }

  /** Pauses a running experiment, with a reason that its history shows. */
  async pause(owner: number, id: number, reason: string): Promise<void> {
    const isDone = await this.update(owner, id, ({ state }) =>
      state === 'running' ? { state: 'paused', reason } : undefined,
    );
    if (isDone) this.#parts.log.warn({ experiment: id, reason }, 'an experiment was paused');
  }

  /**
   * Changes an experiment in the service's own name; `changesOf` gives undefined where nothing is to be done. Returns
   * whether the experiment was changed. Never rejects: the next look tries again.
   */
  async update(
    owner: number,
    id: number,
    changesOf: (stored: StoredExperiment) => Partial<StoredExperiment> | undefined,
  ): Promise<boolean> {
    const { store, follower, log, audit } = this.#parts;
    const actor = { user: 'experiment', requestId: `experiment-${id}` };
    try {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const found = await store.get(storedExperimentResource, owner, id);
        const stored = found?.value as StoredExperiment | undefined;
        const changes = stored && changesOf(stored);
        if (found === null || changes === undefined) return false;
        const value = { ...stored, ...changes };
        const result = await store.update(storedExperimentResource, owner, id, value, found.revision, actor);
        if (!result.ok) continue;
        await follower.committed(result.change);
        audit.live('experiment', { before: found.value, after: value }, actor);
        return true;
      }
    } catch (error) {
      const level = error instanceof StoreUnavailable ? 'debug' : 'error';
      log[level]({ error, experiment: id }, 'an experiment could not be changed now; it is tried again');
    }
    return false;
  }
}

type Row = StoredExperiment | null;

const isNamed = (stored: StoredExperiment | undefined, phase: string): boolean =>
  stored?.phases.some(({ key }) => key === phase) === true;

/** The share of units in arm T; for a switchback about the share of its cells, each of which has its own. */
function shareOfT({ design, share }: StoredExperiment): number {
  if (design === 'shadow') return 0;
  if (design === 'switchback') return 0.5;
  return design === 'hold_back' ? 1 - (share ?? 0) : (share ?? 0);
}

/** What the draft has lost on auctions that it decided, CPM micros; negative: the draft has gained. */
export function lostMicrosOf(phases: readonly Pick<CountedPhase, 'counts'>[]): bigint {
  return phases.reduce((sum, { counts }) => {
    const { control, treatment } = counts.totalsOf('T');
    return sum + control - treatment;
  }, 0n);
}

/** Moves the counts of a phase into a part. */
function toPart(phase: Phase, nowMs: number): ReportPart {
  const { memberId, ymProfileId, experimentId, key } = phase.parts;
  const time = phaseTime(experimentId, key);
  const record = toRecord(phase.counts.take());
  // Phases have no counts by day: the day's record expires at once.
  return {
    memberId,
    ymProfileId,
    hour: time,
    day: `${time}-none`,
    record,
    totals: '',
    hourExpiryMs: nowMs + keptMs,
    dayExpiryMs: 1,
  };
}
