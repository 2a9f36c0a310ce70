import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { addDays, calendarOf } from '@auction-tiers/calendar';
import { type ErrorKind, toServiceError, type YmProfile } from '@auction-tiers/contract';
import type { RedisStore, ReportPart } from '@auction-tiers/store';
import { hourMs, readFrames, readSegmentName, recordedFolder, sealedName, startOfHour } from '@auction-tiers/recorded';
import type { Logger } from 'pino';
import type { Deps } from '../handlers/request/deps.ts';
import type { CreateDemoCaller } from './demo-history.ts';
import { countedFromOf, demoContext, demoSeller, openDraft } from './demo-history.ts';
import type { DemoOrder, TierPeriod } from './demo-record.ts';
import { pause } from '../loop/repetition.ts';

/** The note of the first start: the days that the demo is to have, and their state. */
export interface DemoNote {
  readonly state: 'due' | 'recorded' | 'done';
  /** The end of the demo's last whole hour, and the first start, milliseconds since the epoch. */
  readonly untilMs: number;
  readonly nowMs: number;
  /** Whole local days of the seller that are recorded, besides the hours of the day in which it ends. */
  readonly days: number;
}

type Noting = Pick<RedisStore, 'readDemo' | 'writeDemo' | 'withLease'>;
interface Parts extends Deps {
  readonly store: Deps['store'] & Noting;
  readonly log: Logger;
}

/** Steps of a ym-profile that are read: the demo's first start makes some twenty. */
const mostSteps = 100;
/** Errors while Redis is away. Work that is repeated counts once, so an unknown outcome does not matter. */
const passing: ReadonlySet<ErrorKind> = new Set(['unavailable', 'outcome_unknown']);
/** Most days of which the open draft is compared: the newest, as the page offers them. */
const comparedDays = 8;
/** Wait before another attempt while Redis is away. */
const retryMs = 1000;
/** The name under which the demo's counts are added to the report, once. */
const processName = 'demo';

/** Stores that the demo is to have days, before any is made. Returns the note of an earlier start, if there is one. */
export async function noteDemo(store: Noting, nowMs: number, days: number): Promise<DemoNote> {
  const noted = await readNote(store);
  if (noted !== null) return noted;
  const note = { state: 'due', untilMs: startOfHour(nowMs), nowMs, days } as const;
  await store.writeDemo(JSON.stringify(note));
  return note;
}

export async function readNote(store: Pick<RedisStore, 'readDemo'>): Promise<DemoNote | null> {
  const text = await store.readDemo();
  return text === null ? null : (JSON.parse(text) as DemoNote);
}

/**
 * Makes the demo's days once the service answers: recorded auctions, their report, and the comparison of the open
 * draft. The next start repeats interrupted work: the files have the same names and bytes, and the report takes the
 * counts once, in one call.
 */
export class DemoDays {
  readonly #deps: Parts;
  readonly #createCaller: CreateDemoCaller;
  #thread: Worker | undefined;
  #running: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  constructor(deps: Parts, createCaller: CreateDemoCaller) {
    this.#deps = deps;
    this.#createCaller = createCaller;
  }

  /** Starts due work. Waits while Redis is away; other failures are logged, and the next start tries again. */
  start(): void {
    this.#running = this.#run().catch((error: unknown) => {
      if (this.#stop.signal.aborted) return;
      this.#deps.log.error({ error }, "the demo's days could not be made; the next start tries again");
    });
  }

  /** Resolves when no work goes on any more. */
  settled(): Promise<void> {
    return this.#running;
  }

  /** Ends the work at once. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#thread?.terminate();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        return await this.#makeDue();
      } catch (error) {
        if (!passing.has(toServiceError(error).kind)) throw error;
        await pause(retryMs, signal);
      }
    }
  }

  async #makeDue(): Promise<void> {
    const { store } = this.#deps;
    const { state } = (await readNote(store)) ?? { state: 'done' };
    if (state === 'done') return;
    await store.withLease('demo', async () => {
      let note = await readNote(store);
      if (note?.state === 'due') note = await this.#record(note);
      if (note?.state === 'recorded' && !this.#stop.signal.aborted) await this.#compare(note);
    });
  }

  async #record(note: DemoNote): Promise<DemoNote> {
    const { log, mirror, simulations, recorded, liveReport, clock } = this.#deps;
    const startedMs = performance.now();
    const ymProfile = demoYmProfile(this.#deps);
    if (ymProfile === undefined) return this.#note({ ...note, state: 'done' });
    const { id: ymProfileId, member_id: memberId } = ymProfile;
    const { timezone, revenue_share_pct: fee } = mirror.row('member', memberId, memberId)!;
    const folder = join(simulations.dataDir, 'logs', 'demo.new');
    await rm(folder, { recursive: true, force: true });
    const periods = await this.#periods(ymProfile, note);
    const { nowMs: untilMs, days } = note;
    const recordedFromMs = recordedFromOf(note, timezone);
    const parts = await this.#runThread({
      folder,
      memberId,
      ymProfileId,
      timezone,
      fee: fee ?? 0,
      untilMs,
      recordedFromMs,
      countedFromMs: Math.min(recordedFromMs, countedFromOf(note)),
      periods,
    });
    const made = recordedFolder(folder, memberId, ymProfileId);
    if (recorded.isShared) await sealAll(made, (name, content) => recorded.put(memberId, ymProfileId, name, content));
    else await moveAll(made, recordedFolder(simulations.dataDir, memberId, ymProfileId));
    await rm(folder, { recursive: true, force: true });
    await liveReport.store.add({
      group: liveReport.store.groupOf(memberId),
      process: processName,
      sequence: 1,
      countedToMs: clock.epochMs(),
      isLast: true,
      parts,
    });
    log.info({ days, ms: Math.round(performance.now() - startedMs) }, "the demo's days are recorded");
    return this.#note({ ...note, state: 'recorded' });
  }

  async #note(note: DemoNote): Promise<DemoNote> {
    await this.#deps.store.writeDemo(JSON.stringify(note));
    return note;
  }

  /** The tiers from each step of the demo's history on, without changes that people have made since. */
  async #periods({ id }: YmProfile, { untilMs }: DemoNote): Promise<TierPeriod[]> {
    const caller = this.#createCaller(await demoContext(this.#deps, demoSeller));
    const { items } = await caller.ymProfile.history({ id, num_elements: mostSteps });
    const periods: TierPeriod[] = [];
    for (const { time, revision } of items.toReversed()) {
      const fromMs = Date.parse(`${time.replace(' ', 'T')}Z`);
      if (fromMs >= untilMs) break;
      // Of several steps within a second the last one counts.
      if (periods.at(-1)?.fromMs === fromMs) periods.pop();
      periods.push({ fromMs, revision, file: await caller.ymProfile.export({ id, revision }) });
    }
    return periods;
  }

  async #runThread(order: DemoOrder): Promise<ReportPart[]> {
    const program = new URL(`./demo-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(program, { workerData: order });
    this.#thread = thread;
    const [parts] = (await Promise.race([
      once(thread, 'message'),
      once(thread, 'exit').then(() => {
        throw new Error('the thread ended before it had made them');
      }),
    ])) as [ReportPart[]];
    // Bytes that come from a thread are no Buffer any more.
    return parts.map((part) => ({ ...part, record: Buffer.from(part.record) }));
  }

  async #compare(note: DemoNote): Promise<void> {
    const { mirror } = this.#deps;
    const ymProfile = demoYmProfile(this.#deps);
    const drafts = ymProfile === undefined ? [] : mirror.rows('draft', ymProfile.member_id);
    const draft = drafts.find(({ name, state }) => name === openDraft.name && state === 'open');
    if (draft !== undefined && draft.simulation_id === null) {
      const caller = this.#createCaller(await demoContext(this.#deps, demoSeller));
      const { timezone } = mirror.row('member', draft.member_id, draft.member_id)!;
      const days = Math.min(note.days, comparedDays);
      const [from, to] = [recordedFromOf({ ...note, days }, timezone), note.untilMs].map(hourText) as [string, string];
      const log = { kind: 'recorded', from, to } as const;
      const asked = { ym_profile_id: draft.ym_profile_id, draft_id: draft.id, log };
      await caller.simulation.start(asked).catch((error: unknown) => {
        // For example, the recorded auctions were removed meanwhile: another start would change nothing.
        if (toServiceError(error).kind !== 'invalid') throw error;
        this.#deps.log.warn({ error }, "the demo's open draft is not compared");
      });
    }
    await this.#note({ ...note, state: 'done' });
  }
}

/** The beginning of the first recorded day, so that a question about whole days never meets a part of one. */
export function recordedFromOf({ untilMs, days }: Pick<DemoNote, 'untilMs' | 'days'>, timezone: string): number {
  const zone = calendarOf(timezone);
  return startOfHour(zone.startOf(addDays(zone.dayAt(untilMs), -days)));
}

const hourText = (timeMs: number): string => new Date(timeMs).toISOString();

const demoYmProfile = ({ mirror }: Pick<Deps, 'mirror'>): YmProfile | undefined =>
  mirror.rows('ym-profile', 1).find(({ code }) => code === 'example-news');

/** Moves the files of a folder; files that an interrupted start has moved before are the same. */
async function moveAll(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
}

/** Puts the segments of a folder into the shared place. They have the same names when they are put again. */
async function sealAll(from: string, put: (name: string, content: Buffer) => Promise<void>): Promise<void> {
  for (const name of await readdir(from)) {
    const said = readSegmentName(name);
    const content = await readFile(join(from, name));
    const last = readFrames(content, 0).frames.at(-1);
    if (said === undefined || last === undefined) continue;
    const { linesSoFar: lines, share, end: bytes } = last;
    await put(sealedName(said, { lines, share, bytes, untilMs: said.startMs + hourMs }), content);
  }
}
