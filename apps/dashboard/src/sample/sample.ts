import type { RecordedHour } from '@auction-tiers/contract';
import { client } from '../service/trpc.ts';
import { chooseHours, type HourRange, mostSampled, type SampleSize, sizeOf, toRanges } from './choose-hours.ts';
import { SampleThread } from './sample-thread.ts';

/** Which recorded auctions a sample is of: those of a ym-profile whose hours begin from a moment on and before another. */
export interface SampleScope {
  readonly ymProfileId: number;
  readonly memberId: number;
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** How far a sample is read. */
export type SampleState =
  | { readonly state: 'reading'; readonly read: number; readonly expected: number }
  /** Nothing was recorded in the days. */
  | { readonly state: 'empty'; readonly size: SampleSize }
  | { readonly state: 'ready'; readonly size: SampleSize; readonly recorded: readonly RecordedHour[] }
  | { readonly state: 'failed'; readonly error: unknown };

/** Recorded auctions of some hours, which a worker reads and answers questions about. */
export class Sample {
  readonly key: string;
  readonly thread = new SampleThread();
  readonly #scope: SampleScope;
  readonly #listeners = new Set<() => void>();
  #state: SampleState = { state: 'reading', read: 0, expected: 0 };

  constructor(key: string, scope: SampleScope) {
    this.key = key;
    this.#scope = scope;
    void this.#read();
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SampleState => this.#state;

  #set(state: SampleState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  async #read(): Promise<void> {
    try {
      const { ymProfileId, memberId, fromMs, beforeMs } = this.#scope;
      const named = { ym_profile_id: ymProfileId, member_id: memberId };
      const { items } = await client.recorded.list.query(named);
      const recorded = items.filter(({ hour }) => Date.parse(hour) >= fromMs && Date.parse(hour) < beforeMs);
      const chosen = chooseHours(recorded);
      const expected = Math.min(mostSampled, sizeOf(chosen, chosen, 0).auctionsRecorded);
      let read = 0;
      for await (const contents of inOrder(toRanges(chosen), (range) => readRange(named, range))) {
        for (const content of contents) read = await this.thread.addContent(content);
        this.#set({ state: 'reading', read, expected });
        if (read >= mostSampled) break;
      }
      const size = sizeOf(recorded, chosen, read);
      this.#set(read === 0 ? { state: 'empty', size } : { state: 'ready', size, recorded });
    } catch (error) {
      this.#set({ state: 'failed', error });
    }
  }
}

/** The parts of the recorded auctions of some hours, which the service gives one by one. */
async function readRange(
  named: { readonly ym_profile_id: number; readonly member_id: number },
  range: HourRange,
): Promise<readonly string[]> {
  const contents: string[] = [];
  for (let after: string | undefined; ; ) {
    const part = await client.recorded.content.query({ ...named, ...range, ...(after !== undefined && { after }) });
    if (part.content !== '') contents.push(part.content);
    if (part.next === null) return contents;
    after = part.next;
  }
}

/** So many ranges are asked for at a time: most are an hour or two, and each takes two answers. */
const atOnce = 8;

/** What reading each gives, in their order, while the next ones are being read. */
async function* inOrder<Input, Output>(
  inputs: readonly Input[],
  read: (input: Input) => Promise<Output>,
): AsyncGenerator<Output, void, undefined> {
  const waiting: Promise<Output>[] = [];
  for (const input of inputs) {
    const reading = read(input);
    // A failure counts where it is waited for.
    reading.catch(() => {});
    waiting.push(reading);
    if (waiting.length >= atOnce) yield await waiting.shift()!;
  }
  for (const reading of waiting) yield await reading;
}

/** Samples of days that were just looked at are kept, so that going back to them takes no time. */
const mostKept = 2;
const samples = new Map<string, Sample>();

/** The sample of a scope, which is read if there is none yet, or if reading it has failed. */
export function openSample(scope: SampleScope): Sample {
  const key = JSON.stringify(scope);
  const known = samples.get(key);
  if (known !== undefined) {
    samples.delete(key);
    samples.set(key, known);
    return known;
  }
  const sample = new Sample(key, scope);
  samples.set(key, sample);
  for (const [other, old] of samples) {
    if (samples.size <= mostKept) break;
    if (old === sample || old.isWatched) continue;
    samples.delete(other);
    old.thread.close();
  }
  return sample;
}

/** Forgets a sample, so that it is read again. */
export function dropSample({ key, thread }: Sample): void {
  samples.delete(key);
  thread.close();
}
