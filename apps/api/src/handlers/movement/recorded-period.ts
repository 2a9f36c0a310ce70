import type { Decided } from '@auction-tiers/auction-codec';
import { calendarOf, type ZoneCalendar } from '@auction-tiers/calendar';
import type { Experiment } from '@auction-tiers/contract';
import {
  type ClockPeriod,
  clockHourOf,
  clockPeriodOf,
  type MovedAuction,
  type Movement,
  PeriodSample,
  tellApart,
} from '@auction-tiers/movement';
import { readRecordedAuctions, whoDecided } from '@auction-tiers/recorded';
import { quantityOf } from '@auction-tiers/tally';
import { type AuctionRequest, netMicros, type TierSetSource } from '@auction-tiers/tier-engine';

/** Most auctions of a period that are analysed: some seconds of work in a thread. */
const mostAuctions = 10_000;
const hourMs = 3_600_000;

/** Recorded auctions of a period, packed, and how many were decided. */
export interface RecordedPeriod {
  readonly startMs: number;
  readonly endMs: number;
  /** By the hour, UTC, in which they were recorded. */
  readonly pieces: readonly { readonly hourMs: number; readonly content: Uint8Array }[];
  /** Auctions that were decided, by the beginning of the hour of the zone's clock: in some zones these begin between those. */
  readonly decided: ReadonlyMap<number, number>;
}

/** Two periods, and the rules that were live. Plain data, for a thread. */
export interface RecordedPeriods {
  readonly against: RecordedPeriod;
  readonly from: RecordedPeriod;
  readonly rules: readonly TierSetSource[];
  /** The revision number from which each of the rules was live. */
  readonly since: readonly number[];
  readonly known: { readonly againstMicros: bigint; readonly fromMicros: bigint };
  readonly timezone: string;
  /** Hours of the clock, counted from the beginning of each period, that are left out of both. */
  readonly leftOut: ReadonlySet<number>;
  readonly experiments: KnownExperiments;
}

/** The experiments of a ym-profile by id; `before`: of a hold-back the revision of the tiers before the publish. */
export type KnownExperiments = ReadonlyMap<
  number,
  { readonly design: Experiment['design']; readonly before: string | null }
>;

interface Recorded {
  readonly request: AuctionRequest;
  readonly decided: Decided;
  /** In the recorded hour, whatever time the auction names. */
  readonly timeMs: number;
}

/** What moved net, and the lines of both periods that could not be read. */
export interface ToldPeriods {
  readonly movement: Movement;
  readonly unread: number;
}

/** Splits the difference of net between two recorded periods by its causes. */
export function tellRecorded({
  against,
  from,
  rules,
  since,
  known,
  timezone,
  experiments,
  leftOut,
}: RecordedPeriods): ToldPeriods {
  const zone = calendarOf(timezone);
  const clocks = { against: clockPeriodOf(zone, against), from: clockPeriodOf(zone, from) };
  const earlier = toMoved(against, { since, experiments, leftOut }, zone, clocks.against);
  const later = toMoved(from, { since, experiments, leftOut }, zone, clocks.from);
  const movement = tellApart({
    against: earlier.auctions,
    from: later.auctions,
    hours: { against: clocks.against.hours, from: clocks.from.hours },
    rules,
    apartMs: from.startMs - against.startMs,
    known,
  });
  return { movement, unread: earlier.unread + later.unread };
}

/** Each auction stands for as many impressions as were counted in its hour for each that is used. */
function toMoved(
  { startMs, endMs, pieces, decided: decidedByHour }: RecordedPeriod,
  { since, experiments, leftOut }: Pick<RecordedPeriods, 'since' | 'experiments' | 'leftOut'>,
  zone: ZoneCalendar,
  { offsetOf }: ClockPeriod,
): { readonly auctions: readonly MovedAuction[]; readonly unread: number } {
  let unread = 0;
  const sample = new PeriodSample<Recorded>(mostAuctions);
  for (const { hourMs: hour, content } of pieces) {
    unread += readRecordedAuctions(content, ({ request, decided }) => {
      const timeMs = hour + (request.timeMs % hourMs);
      const isIn = timeMs >= startMs && timeMs < endMs && !leftOut.has(clockHourOf(offsetOf(timeMs)));
      if (isIn) sample.add({ request, decided, timeMs });
    });
  }
  const used = new Map<number, number>();
  const hourOf = ({ timeMs }: Recorded) => zone.hourAt(timeMs).startMs;
  for (const auction of sample.auctions) {
    used.set(hourOf(auction), (used.get(hourOf(auction)) ?? 0) + quantityOf(auction.request));
  }
  const compared = [...decidedByHour].filter(([hour]) => !leftOut.has(clockHourOf(offsetOf(hour))));
  // Whole hours of a small sample may have none of its auctions: they are taken to be as the others.
  const covered = compared.reduce((sum, [hour, count]) => sum + (used.has(hour) ? count : 0), 0);
  const spread = covered === 0 ? 1 : compared.reduce((sum, [, count]) => sum + count, 0) / covered;
  const auctions = sample.auctions.map((auction): MovedAuction => {
    const { request, decided } = auction;
    const hour = hourOf(auction);
    const count = decidedByHour.get(hour) ?? 0;
    const each = count === 0 ? sample.factor / (decided.share ?? 1) : (spread * count) / (used.get(hour) || 1);
    const weight = each * quantityOf(request);
    const winner = request.bids.find(({ id }) => id === decided.winner);
    const takenMicros = winner === undefined ? 0 : netMicros(decided.clearingMicros, winner.feePpm ?? request.feePpm);
    const offset = offsetOf(auction.timeMs);
    return { request, weight, offsetMs: offset, rules: rulesOf(decided, since, experiments), takenMicros };
  });
  return { auctions, unread };
}

/** The index of the rules that decided an auction; null: the draft of an experiment. */
function rulesOf(decided: Decided, since: readonly number[], experiments: KnownExperiments): number | null {
  const decider = whoDecided(decided, (id) => experiments.get(id)?.design);
  if (decider === 'draft' || decider === 'unknown') return null;
  // Records that an earlier version made of a hold-back have the published revision in both arms.
  const before = decider === 'before' ? experiments.get(decided.experiment!.id)?.before : undefined;
  // `3-120-...`: the 120th revision of its partition.
  const number = Number(/^\d+-(\d+)/.exec(before ?? decided.revision)?.[1] ?? 0);
  return Math.max(
    0,
    since.findLastIndex((first) => first <= number),
  );
}
