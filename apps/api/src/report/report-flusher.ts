import { randomBytes, randomUUID } from 'node:crypto';
import { reportDaysKept, reportHoursKeptDays } from '@auction-tiers/contract';
import {
  encodeRecord,
  type ReportCall,
  type ReportPart,
  type ReportStore,
  StoreUnavailable,
} from '@auction-tiers/store';
import { totalsText } from '@auction-tiers/tally';
import type { Logger } from 'pino';
import { breathe } from '../loop/breathe.ts';
import { Repetition } from '../loop/repetition.ts';
import { dayNameAt } from './cut.ts';
import type { ReportCompactor } from './report-compactor.ts';
import type { PieceCounts, ReportCounter } from './report-counter.ts';

/** Time between two flushes. */
const flushMs = 1000;
/** Most bytes and parts of one call: they take Redis about a millisecond. */
const [mostBytes, mostParts] = [1024 * 1024, 500];

const msPerDay = 24 * 60 * 60 * 1000;
/** How long hours and days are kept: a bit longer than promised, for a report of all of them that has just begun. */
const hourKeptMs = reportHoursKeptDays * msPerDay + msPerDay / 24;
const dayKeptMs = (reportDaysKept + 1) * msPerDay;
/** When the counts of a day expire, by its beginning. */
export const dayExpiryOf = (startMs: number): number => startMs + dayKeptMs;

/** Counts that are stored together with the report's, each exactly once too. */
export interface CountedBeside {
  /** Called before `changed`. */
  prepare(): Promise<void>;
  /** The members' counts that are not stored; `take` moves them into a part. */
  changed(): readonly { readonly memberId: number; take(): ReportPart }[];
}

interface FlusherParts {
  readonly counter: ReportCounter;
  readonly reports: ReportStore;
  /** The experiments' counts, which are stored with the report's. */
  readonly experiments: CountedBeside;
  readonly compactor: Pick<ReportCompactor, 'note' | 'close'>;
  readonly nowMs: () => number;
  readonly log: Logger;
}

/**
 * Adds this process's counts to the store, once a second. A call that failed is sent again with its number, by which it
 * counts once, before anything else is sent; until then counting goes on in memory, so that nothing is lost.
 */
export class ReportFlusher {
  readonly #parts: FlusherParts;
  readonly #process = randomUUID();
  readonly #repetition = new Repetition(flushMs, () => this.flush());
  /** By group: the number of its last call. */
  readonly #sequences = new Map<number, number>();
  /** By group: a call that is not known to have succeeded. */
  readonly #pending = new Map<number, ReportCall>();
  #countedToMs: number;
  #isStarted = false;
  #flushing: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(parts: FlusherParts) {
    this.#parts = parts;
    this.#countedToMs = parts.nowMs();
  }

  start(): void {
    this.#isStarted = true;
    this.#repetition.start(flushMs);
  }

  /** Time since everything that this process had counted was stored. */
  lagMs(): number {
    return Math.max(0, this.#parts.nowMs() - this.#countedToMs);
  }

  /** Flushes the last counts, with one attempt. */
  async close(): Promise<void> {
    await this.#repetition.close();
    if (!this.#isStarted) return;
    await this.flush(true);
    const unsent = [...this.#pending.values()].flatMap(({ parts }) => parts);
    const { counter, experiments } = this.#parts;
    const lost = counter.changed().length + experiments.changed().length + unsent.length;
    if (lost > 0) this.#parts.log.error({ lost }, 'the last counts of the report could not be stored');
  }

  /** Stores the counts so far. Never rejects: the next flush sends again what failed. */
  flush(isLast = false): Promise<void> {
    // One flush at a time: a call that overtook one with a lower number would make the store ignore that one.
    this.#flushing = this.#flushing.then(() => this.#flush(isLast));
    return this.#flushing;
  }

  async #flush(isLast: boolean): Promise<void> {
    const { counter, experiments, compactor, nowMs, log } = this.#parts;
    const untilMs = nowMs();
    try {
      const { reports } = this.#parts;
      await experiments.prepare();
      const counted = [
        ...counter.changed().map((hour) => ({ memberId: hour.memberId, take: () => takePart(hour) })),
        ...experiments.changed(),
      ];
      const hours = Map.groupBy(counted, ({ memberId }) => reports.groupOf(memberId));
      const groups = new Set([...this.#pending.keys(), ...hours.keys()]);
      // One Redis server that is away must not delay the counts of the others.
      const done = await Promise.allSettled(
        [...groups].map((group) => this.#flushGroup(group, hours.get(group) ?? [])),
      );
      for (const one of done) if (one.status === 'rejected') throw one.reason;
      // Group 0 also records how far this process has counted, so it is sent last.
      await this.#send(this.#callOf(0, [], untilMs, isLast));
      this.#countedToMs = untilMs;
      for (const hour of counter.forgetStored()) compactor.close(hour);
      this.#isFailing = false;
    } catch (error) {
      // An outage of the store is logged once, by its watch.
      const level = error instanceof StoreUnavailable ? 'debug' : 'error';
      if (!this.#isFailing) log[level]({ error }, 'the counts of the report cannot be stored now; they are kept');
      this.#isFailing = true;
    }
  }

  async #flushGroup(group: number, hours: ReturnType<CountedBeside['changed']>): Promise<void> {
    const pending = this.#pending.get(group);
    if (pending !== undefined) await this.#send(pending);
    let parts: ReportPart[] = [];
    let bytes = 0;
    for (const hour of hours) {
      const part = hour.take();
      parts.push(part);
      bytes += part.record.length;
      if (bytes >= mostBytes || parts.length >= mostParts) {
        await this.#send(this.#callOf(group, parts, this.#countedToMs));
        [parts, bytes] = [[], 0];
      }
      await breathe();
    }
    if (parts.length > 0) await this.#send(this.#callOf(group, parts, this.#countedToMs));
  }

  #callOf(group: number, parts: readonly ReportPart[], countedToMs: number, isLast = false): ReportCall {
    const sequence = (this.#sequences.get(group) ?? 0) + 1;
    this.#sequences.set(group, sequence);
    return { group, process: this.#process, sequence, countedToMs, isLast, parts };
  }

  async #send(call: ReportCall): Promise<void> {
    const { reports, compactor } = this.#parts;
    this.#pending.set(call.group, call);
    const bytes = await reports.add(call);
    this.#pending.delete(call.group);
    for (const [at, { hour, day }] of (bytes ?? []).entries()) {
      const part = call.parts[at]!;
      compactor.note(part, part.hour, hour);
      compactor.note(part, part.day, day);
    }
  }
}

/** Moves the counts of a piece of an hour into a part. `mark`: 8 bytes that no other record has. */
export function takePart(
  { memberId, ymProfileId, hour, piece, startMs, cuts, counts }: PieceCounts,
  mark: Uint8Array = randomBytes(8),
): ReportPart {
  // Auctions may have been added since.
  counts.settle();
  const part = {
    memberId,
    ymProfileId,
    hour,
    day: dayNameAt(cuts, startMs),
    record: encodeRecord(counts, mark, piece),
    totals: totalsText(counts.totals),
    hourExpiryMs: startMs + hourKeptMs,
    dayExpiryMs: dayExpiryOf(startMs),
  };
  counts.clear();
  return part;
}
