import type { RecordedHour } from '@auction-tiers/contract';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useState, useSyncExternalStore } from 'react';
import { usePlace } from '../address/place.ts';
import { addDays, startOfDay } from '../figure/date.ts';
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
 * The recorded auctions of the place's days, or of one hour (the beginning of the hour, as `recorded.list` has it). They
 * are read by a worker, once however many parts of the page ask for them; at most 20,000, of hours that lie evenly over
 * the days. What it is of stands in `state.size`; show it with `<SampleNote>` wherever figures of it are shown.
 */
export function useSample({ hour }: { readonly hour?: RecordedHour['hour'] | undefined } = {}): SampleView {
  const { ymProfile, memberId, timeZone, from, to } = usePlace();
  const [times, again] = useReducer((count: number) => count + 1, 0);
  const sample = useMemo(() => {
    const fromMs = hour === undefined ? startOfDay(from, timeZone) : Date.parse(hour);
    const beforeMs = hour === undefined ? startOfDay(addDays(to, 1), timeZone) : fromMs + hourMs;
    return openSample({ ymProfileId: ymProfile.id, memberId, fromMs, beforeMs });
    // `times` counts what `readAgain` asked for.
  }, [ymProfile.id, memberId, timeZone, from, to, hour, times]);
  const state = useSyncExternalStore(sample.subscribe, sample.snapshot);
  const readAgain = () => {
    dropSample(sample);
    again();
  };
  return { sample, state, readAgain };
}

/**
 * The answer of a sample under a tier set: `tally` (sums by tier and buyer), `find` (auctions), `prices` (the net prices
 * that a tier's minimum decides over), `body` (one auction as JSON). Waits until the sample is read, but for `find`, and the
 * tiers are there; give `tiers: null` or `enabled: false` as long as it is not to be asked.
 */
export function useSampleAnswer<Name extends Exclude<QuestionName, 'minimum'>>(
  { sample, state }: SampleView,
  tiers: DecidingTiers | null,
  name: Name,
  input: InputOf<Name>,
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  // What is found is shown, and grows, while further auctions are read.
  const isFind = name === 'find';
  const read = isFind && state.state === 'reading' ? state.read : null;
  return useQuery<AnswerOf<Name>>({
    queryKey: ['sample', sample.key, tiers?.key, name, input, read],
    queryFn: () => sample.thread.ask(name, tiers!.key, tiers!.source, input),
    enabled: enabled && (state.state === 'ready' || (read ?? 0) > 0) && tiers !== null,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    // Places are those of one sample. While the tiers change, what stands there of the same question stays, and with it what
    // is moved and typed beside it.
    placeholderData: (before, query) => {
      const [, ofSample, , , asked] = query?.queryKey ?? [];
      return ofSample === sample.key && (isFind || hashKey([asked]) === hashKey([input])) ? before : undefined;
    },
  });
}

/**
 * What another minimum of a tier would do, CPM micros; null minimum: it is not asked. While the minimum moves, the answer
 * is that of the newest one that is known: `answer.minPriceMicros` says which.
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
