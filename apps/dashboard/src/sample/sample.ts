import type { RecordedHour } from '@auction-tiers/contract';
import { queryClient, trpc } from '../service/trpc.ts';
import { chooseHours, hourMs, mostSampled, type SampleSize, shareOf, sizeOf } from './choose-hours.ts';
import { SampleThread } from './sample-thread.ts';

/** The recorded auctions of a ym-profile in hours that begin from a time on and before another. */
export interface SampleScope {
  readonly ymProfileId: number;
  readonly memberId: number;
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** How far a sample is read. */
export type SampleState =
  | { readonly state: 'reading'; readonly read: number; readonly expected: number }
  /** Nothing was recorded in the days, or nothing of it can be read. `unread`: lines that cannot be read. */
  | { readonly state: 'empty'; readonly size: SampleSize; readonly unread: number }
  | {
      readonly state: 'ready';
      readonly size: SampleSize;
      readonly unread: number;
      readonly recorded: readonly RecordedHour[];
    }
  | { readonly state: 'failed'; readonly error: unknown };

/** Recorded auctions of some hours, which a worker reads and answers questions about. */
export class Sample {
  readonly key: string;
  readonly thread = new SampleThread();
  readonly #scope: SampleScope;
  readonly #named: { readonly ym_profile_id: number; readonly member_id: number };
  readonly #listeners = new Set<() => void>();
  #state: SampleState = { state: 'reading', read: 0, expected: 0 };

  constructor(key: string, scope: SampleScope) {
    this.key = key;
    this.#scope = scope;
    this.#named = { ym_profile_id: scope.ymProfileId, member_id: scope.memberId };
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
      const { fromMs, beforeMs } = this.#scope;
      const { items } = await queryClient.fetchQuery(trpc.recorded.list.queryOptions(this.#named));
      const recorded = items.filter(({ hour }) => Date.parse(hour) >= fromMs && Date.parse(hour) < beforeMs);
      const share = shareOf(recorded);
      const chosen = chooseHours(recorded, share);
      const expected = Math.min(mostSampled, sizeOf(chosen, chosen, 0).auctionsRecorded);
      let [read, unread] = [0, 0];
      this.#set({ state: 'reading', read, expected });
      for await (const content of this.#contentsOf(chosen)) {
        ({ auctions: read, unread } = await this.thread.addContent(content, share));
        this.#set({ state: 'reading', read, expected });
        // A single hour may have more auctions.
        if (read >= mostSampled) break;
      }
      const size = sizeOf(recorded, chosen, read);
      this.#set(read === 0 ? { state: 'empty', size, unread } : { state: 'ready', size, unread, recorded });
    } catch (error) {
      this.#set({ state: 'failed', error });
    }
  }

  /** The recorded auctions of some hours, part by part, those of the latest hour first. */
  async *#contentsOf(recorded: readonly RecordedHour[]): AsyncIterable<string> {
    let partBytes = firstPartBytes;
    const latestFirst = recorded.toReversed();
    for (let at = 0; at < latestFirst.length; ) {
      // The service gives hours in the order of time, so that the latest hour is read alone first.
      const count = at === 0 ? 1 : hoursAtOnce;
      const hours = latestFirst
        .slice(at, at + count)
        .toReversed()
        .map(({ hour }) => Date.parse(hour));
      const [from, to] = [hours[0]!, hours.at(-1)! + hourMs].map((timeMs) => new Date(timeMs).toISOString()) as [
        string,
        string,
      ];
      at += count;
      const asked = { ...this.#named, from, to, hours: hours.map(nameOfHour).join(',') };
      for (let after: string | null | undefined; after !== null; ) {
        const input = { ...asked, part_bytes: partBytes, ...(after !== undefined && { after }) };
        // The worker keeps the auctions, so that the query cache need not.
        const part = await queryClient.fetchQuery(trpc.recorded.content.queryOptions(input, { gcTime: 0 }));
        if (part.content !== '') yield part.content;
        after = part.next;
        partBytes = Math.min(2 * partBytes, mostPartBytes);
      }
    }
  }
}

/** Most hours per request, because their names are in its address. */
const hoursAtOnce = 100;

/** Bytes of the first part, small for a slow line, and of the largest; each part has twice those of the one before. */
const [firstPartBytes, mostPartBytes] = [32 * 1024, 1024 * 1024];

/** `2026-11-21T08:00Z` */
const nameOfHour = (timeMs: number): string => `${new Date(timeMs).toISOString().slice(0, 16)}Z`;

/** Samples of other days that are kept, so that going back to them takes no time. */
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
