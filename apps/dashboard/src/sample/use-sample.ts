import { calendarOf } from '@auction-tiers/calendar';
import type { RecordedHour } from '@auction-tiers/contract';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useState, useSyncExternalStore } from 'react';
import { usePlace } from '../address/place.ts';
import type { MinimumAnswer } from './minimum.ts';
import { dropSample, openSample, type Sample, type SampleState } from './sample.ts';
import { hourMs } from './choose-hours.ts';
import { createNewest } from './newest.ts';
import type { AnswerOf, InputOf, QuestionName } from './sample-answers.ts';
import type { DecidingTiers } from './tier-source.ts';

export interface SampleView {
  readonly sample: Sample;
  /** `reading` with its progress, `empty`, `ready` with its size, or `failed` with the error. */
  readonly state: SampleState;
  /** Reads it again, with what was recorded meanwhile. */
  readonly readAgain: () => void;
}

/**
 * The recorded auctions of the place's days, or of one hour (its beginning, as `recorded.list` has it). A worker reads
 * them once for all parts of the page: at most about 20,000, from hours spread evenly over the days. `state.size` tells
 * the sample's size; show it with `<SampleNote>` beside all figures of the sample.
 */
export function useSample({ hour }: { readonly hour?: RecordedHour['hour'] | undefined } = {}): SampleView {
  const { ymProfile, memberId, timeZone, from, to } = usePlace();
  const [times, again] = useReducer((count: number) => count + 1, 0);
  const sample = useMemo(() => {
    const fromMs = hour === undefined ? calendarOf(timeZone).startOf(from) : Date.parse(hour);
    const beforeMs = hour === undefined ? calendarOf(timeZone).endOf(to) : fromMs + hourMs;
    return openSample({ ymProfileId: ymProfile.id, memberId, fromMs, beforeMs });
    // `times` counts the calls of `readAgain`.
  }, [ymProfile.id, memberId, timeZone, from, to, hour, times]);
  const state = useSyncExternalStore(sample.subscribe, sample.snapshot);
  const readAgain = () => {
    dropSample(sample);
    again();
  };
  return { sample, state, readAgain };
}

/**
 * The answer of a sample under a tier set: `tally` (sums by tier and buyer), `find` (auctions), `prices` (the net
 * prices that depend on a tier's minimum), `body` (one auction as JSON). Waits for the tiers and until the sample is
 * read; only `find` answers earlier. Give `tiers: null` or `enabled: false` to ask nothing.
 */
export function useSampleAnswer<Name extends Exclude<QuestionName, 'minimum'>>(
  { sample, state }: SampleView,
  tiers: DecidingTiers | null,
  name: Name,
  input: InputOf<Name>,
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  // Found auctions are shown, and become more, while further auctions are read.
  const isFind = name === 'find';
  const read = isFind && state.state === 'reading' ? state.read : null;
  return useQuery<AnswerOf<Name>>({
    queryKey: ['sample', sample.key, tiers?.key, name, input, read],
    queryFn: () => sample.thread.ask(name, tiers!.key, tiers!.source, input),
    enabled: enabled && (state.state === 'ready' || (read ?? 0) > 0) && tiers !== null,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    // Indexes belong to one sample. While the tiers change, the answer to the same question stays on the screen, and
    // with it what the user moves and types beside it.
    placeholderData: (before, query) => {
      const [, ofSample, , , asked] = query?.queryKey ?? [];
      return ofSample === sample.key && (isFind || hashKey([asked]) === hashKey([input])) ? before : undefined;
    },
  });
}

/**
 * The figures under another minimum of a tier, CPM micros; null minimum: nothing is asked. While the minimum moves, the
 * answer is the newest known one: `answer.minPriceMicros` tells its minimum.
 */
export function useMinimum(
  { sample, state }: SampleView,
  tiers: DecidingTiers | null,
  tierId: number,
  minPriceMicros: number | null,
): MinimumAnswer | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly answer: MinimumAnswer } | null>(null);
  const isReady = state.state === 'ready';
  const of = `${sample.key} ${tiers?.key} ${tierId}`;
  const newest = useMemo(() => {
    if (tiers === null) return null;
    const { key, source } = tiers;
    const ask = (minimum: number) => sample.thread.ask('minimum', key, source, { tierId, minPriceMicros: minimum });
    return createNewest(ask, (answer) => setKnown({ of, answer }));
    // The key stands for the tiers.
  }, [sample, tiers?.key, tierId]);
  useEffect(() => {
    if (isReady && minPriceMicros !== null) newest?.ask(minPriceMicros);
  }, [newest, isReady, minPriceMicros]);
  useEffect(() => () => newest?.close(), [newest]);
  return known?.of === of ? known.answer : null;
}
