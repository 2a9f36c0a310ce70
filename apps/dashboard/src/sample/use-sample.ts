import { calendarOf } from '@auction-tiers/calendar';
import type { RecordedAnswer, RecordedHour, RecordedSample } from '@auction-tiers/contract';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { usePlace } from '../address/place.ts';
import { hourMs } from '../figure/date.ts';
import { client, trpc } from '../service/trpc.ts';
import { createNewest } from './newest.ts';
import type { DecidingTiers } from './tier-source.ts';

/** Everything that can be asked about recorded auctions. */
type Asked = Parameters<typeof client.recorded.ask.query>[0];
/** The hours of a sample, and whose they are. */
type Scope = Pick<Asked, 'ym_profile_id' | 'member_id' | 'from' | 'to'>;
export type Questions = Pick<Asked, 'buyers' | 'buyer_id' | 'tier_id' | 'min_price' | 'find' | 'auction'>;

export type SampleState =
  | { readonly state: 'reading' }
  /** Nothing was recorded in the days, or nothing of it can be read. */
  | { readonly state: 'empty' | 'ready'; readonly sample: RecordedSample }
  | { readonly state: 'failed'; readonly error: unknown };

export interface SampleView {
  readonly scope: Scope;
  readonly state: SampleState;
  /** Reads it again, with what was recorded meanwhile. */
  readonly readAgain: () => void;
}

/** Recorded hours begin at whole hours, UTC; the days of some zones do not. */
const hourFrom = (timeMs: number): string => new Date(Math.ceil(timeMs / hourMs) * hourMs).toISOString();

/**
 * The recorded auctions of the place's days, or of one hour (its beginning, as `recorded.list` has it), of which the
 * service reads about 20,000, from hours spread evenly over the days. It is read again where a room opens with one that
 * is older than a minute. Show their number with `<SampleNote>` beside all figures of the sample.
 */
export function useSample({ hour }: { readonly hour?: RecordedHour['hour'] | undefined } = {}): SampleView {
  const { ymProfile, memberId, timeZone, from, to } = usePlace();
  const scope = useMemo((): Scope => {
    const fromMs = hour === undefined ? calendarOf(timeZone).startOf(from) : Date.parse(hour);
    const beforeMs = hour === undefined ? calendarOf(timeZone).endOf(to) : fromMs + hourMs;
    return { ym_profile_id: ymProfile.id, member_id: memberId, from: hourFrom(fromMs), to: hourFrom(beforeMs) };
  }, [ymProfile.id, memberId, timeZone, from, to, hour]);
  const { data, error, refetch } = useQuery({
    queryKey: ['sample', scope],
    queryFn: ({ signal }) => client.recorded.ask.query(scope, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const state = useMemo((): SampleState => {
    if (data !== undefined) return { state: data.sample.auctions === 0 ? 'empty' : 'ready', sample: data.sample };
    return error === null ? { state: 'reading' } : { state: 'failed', error };
  }, [data, error]);
  return { scope, state, readAgain: () => void refetch() };
}

const askedOf = (scope: Scope, { draftId }: DecidingTiers, questions: Questions): Asked => ({
  ...scope,
  ...(draftId !== undefined && { draft_id: draftId }),
  ...questions,
});

/**
 * What the service answers about a sample under a tier set. Waits for the tiers and until the sample is read. Give
 * `tiers: null` to ask nothing.
 */
export function useSampleAnswer({ scope, state }: SampleView, tiers: DecidingTiers | null, questions: Questions) {
  const isReady = state.state === 'ready';
  return useQuery<RecordedAnswer>({
    queryKey: ['sample', scope, tiers?.key, questions, isReady && state.sample.read_on],
    queryFn: ({ signal }) => client.recorded.ask.query(askedOf(scope, tiers!, questions), { signal }),
    enabled: isReady && tiers !== null,
    staleTime: Infinity,
    gcTime: 60_000,
    // While the tiers change, the answer to the same question stays on the screen, and with it what the user moves and
    // types beside it; while a search changes, what was found before.
    placeholderData: (before, query) => {
      const [, ofScope, , asked] = query?.queryKey ?? [];
      if (hashKey([ofScope]) !== hashKey([scope])) return undefined;
      return questions.find !== undefined || hashKey([asked]) === hashKey([questions]) ? before : undefined;
    },
  });
}

/** Reads one auction that was found, by its id, as a body of `POST /auction`. */
export function useOpenAuction({ scope }: SampleView, tiers: DecidingTiers | null) {
  return async (id: string): Promise<Readonly<Record<string, unknown>>> => {
    const { auction } = await client.recorded.ask.query(askedOf(scope, tiers!, { auction: id }));
    return auction!;
  };
}

/** The recorded hours of a sample's days, by time; none until they are read. */
export function useRecordedHours({ from, to, ...owner }: Scope): readonly RecordedHour[] {
  const { data } = useQuery(trpc.recorded.list.queryOptions(owner));
  return useMemo(() => {
    const [fromMs, beforeMs] = [Date.parse(from), Date.parse(to)];
    const isIn = ({ hour }: RecordedHour) => Date.parse(hour) >= fromMs && Date.parse(hour) < beforeMs;
    return data?.items.filter(isIn) ?? [];
  }, [data, from, to]);
}

/**
 * The figures under another minimum of a tier, CPM micros; null minimum: nothing is asked. While the minimum moves, the
 * answer is the newest known one: `min_price` tells its minimum.
 */
export function useMinimum(
  { scope, state }: SampleView,
  tiers: DecidingTiers | null,
  tierId: number,
  minPrice: number | null,
): RecordedAnswer['minimum'] | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly answer: RecordedAnswer } | null>(null);
  const isReady = state.state === 'ready';
  const of = hashKey([scope, tiers?.key, tierId]);
  const newest = useMemo(() => {
    if (tiers === null) return null;
    const ask = (minimum: number) =>
      client.recorded.ask.query(askedOf(scope, tiers, { tier_id: tierId, min_price: minimum }));
    return createNewest(ask, (answer) => setKnown({ of, answer }));
    // It stands for the hours, the tiers and the tier.
  }, [of]);
  useEffect(() => {
    if (isReady && minPrice !== null) newest?.ask(minPrice);
  }, [newest, isReady, minPrice]);
  useEffect(() => () => newest?.close(), [newest]);
  return known?.of === of ? known.answer.minimum : null;
}
