import { randomBytes } from 'node:crypto';
import { addDays, type Day, type ZoneCalendar } from '@auction-tiers/calendar';
import { dateText, reportHoursKeptDays } from '@auction-tiers/contract';
import { encodeRecord, type ReportStore, type ReportSubject } from '@auction-tiers/store';
import { byAll, type Grouping, ReportCounts } from '@auction-tiers/tally';
import { breathe } from '../loop/breathe.ts';
import { type Cut, dayName, pieceAt, recutName } from './cut.ts';
import type { DamagedCounts } from './damaged-counts.ts';
import { addGrouped, type IsWanted } from './merge.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const quarterMs = 15 * minuteMs;
/** Keys that are read at once: some megabytes where a ym-profile has the most pairs. */
const keysAtOnce = 40;
/** So many ym-profiles are remembered. */
const mostRemembered = 10_000;

/** Stored counts that are a part of an hour or day. */
interface Source {
  readonly time: string;
  /** Which of its records count; absent: all. */
  readonly isWanted?: IsWanted;
}

/** An hour or a day, or a part of one, whose counts can be read. */
export interface Slot {
  readonly startMs: number;
  readonly endMs: number;
  readonly day: Day;
  readonly timezone: string;
  /** Whether it is cut otherwise than the member's present clock would: by another zone, or where two zones meet. */
  readonly isOtherCut: boolean;
  /** Whether it is read from hours, which are not kept as long as days. */
  readonly needsHours: boolean;
  readonly sources: readonly Source[];
}

/** A moment at which a time begins or ends: of a day, as a zone's clock shows it. */
type EdgeOf = (zone: ZoneCalendar) => number;

/** The ym-profile whose counts are read, and how its days are cut. */
export interface Counted {
  readonly subject: ReportSubject;
  readonly cuts: readonly Cut[];
}

/** The zone whose clock a member's hours and days follow now. */
export const presentZone = (cuts: readonly Cut[]): ZoneCalendar => cuts.at(-1)!.zone;

/**
 * Reads what was counted: everything that needs counts of an hour, a day or longer asks here. Hours are counted in pieces
 * of UTC hours, so that those and the days of every zone can be cut from them; days are counted by the zone of their
 * time. Hours of versions before the pieces keep their cut.
 */
export class StoredCounts {
  readonly #store: Pick<ReportStore, 'read' | 'lengths' | 'put'>;
  readonly #damaged: DamagedCounts;
  /** By ym-profile: the end of the last hour that was not counted in pieces. */
  readonly #piecesFromMs = new Map<number, number>();

  constructor(store: Pick<ReportStore, 'read' | 'lengths' | 'put'>, damaged: DamagedCounts) {
    this.#store = store;
    this.#damaged = damaged;
  }

  /** The hours of the present zone that begin in a time. Needs those hours to be kept. */
  hours({ cuts }: Pick<Counted, 'cuts'>, fromMs: number, toMs: number): Slot[] {
    const zone = presentZone(cuts);
    const slots: Slot[] = [];
    const first = zone.hourAt(fromMs);
    for (let hour = first.startMs < fromMs ? zone.hourAt(first.endMs) : first; hour.startMs < toMs; ) {
      const { startMs, endMs, day } = hour;
      const slot = { day, timezone: zone.timezone, isOtherCut: false, needsHours: true };
      slots.push({ ...slot, startMs, endMs, sources: [...piecesIn(startMs, endMs), { time: earlierName(startMs) }] });
      for (const quarter of quartersIn(startMs, endMs)) {
        if (quarter === startMs) continue;
        const { timezone } = cuts[0]!.zone;
        const sources = [{ time: earlierName(quarter) }];
        slots.push({ ...slot, startMs: quarter, endMs: quarter + hourMs, timezone, isOtherCut: true, sources });
      }
      hour = zone.hourAt(endMs);
    }
    return slots;
  }

  /** The days of a time, those at its ends cut off. Where the time begins and ends may depend on the zone of the days. */
  async days(counted: Counted, edgeOf: { from: EdgeOf; to: EdgeOf }, nowMs: number): Promise<Slot[]> {
    const { cuts } = counted;
    const recutMs = await this.recutFrom(counted, nowMs);
    const slots: Slot[] = [];
    for (const [at, { zone, fromMs: cutMs }] of cuts.entries()) {
      const isPresent = at === cuts.length - 1;
      const [fromMs, toMs] = [edgeOf.from(zone), edgeOf.to(zone)];
      const nextMs = cuts[at + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
      const startMs = isPresent ? Math.min(cutMs, recutMs) : cutMs;
      const endMs = isPresent ? nextMs : Math.min(nextMs, recutMs);
      const section = { startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) };
      if (section.startMs >= section.endMs) continue;
      for (let day = zone.dayAt(section.startMs); zone.startOf(day) < section.endMs; day = addDays(day, 1)) {
        const whole = { startMs: zone.startOf(day), endMs: zone.endOf(day) };
        const ofSection = { startMs: Math.max(whole.startMs, startMs), endMs: Math.min(whole.endMs, endMs) };
        const slot = {
          startMs: Math.max(ofSection.startMs, fromMs),
          endMs: Math.min(ofSection.endMs, toMs),
        };
        if (slot.startMs >= slot.endMs) continue;
        // What the stored day has. The rest of today has no counts.
        const ofStored = { startMs: Math.max(whole.startMs, cutMs), endMs: Math.min(whole.endMs, nextMs) };
        const isStored = slot.startMs === ofStored.startMs && (slot.endMs === ofStored.endMs || slot.endMs >= nowMs);
        const isWhole = slot.startMs === ofSection.startMs && slot.endMs === ofSection.endMs;
        const isRecut = !isStored && isWhole && slot.startMs < keptFrom(nowMs);
        const isMeeting = ofSection.startMs !== whole.startMs || ofSection.endMs !== whole.endMs;
        slots.push({
          ...slot,
          day,
          timezone: zone.timezone,
          isOtherCut: !isPresent || isMeeting,
          needsHours: !isStored && !isRecut,
          sources: isStored
            ? [{ time: dayName(day, zone) }, ...(at === 0 ? [{ time: day }] : [])]
            : isRecut
              ? [{ time: recutName(day, zone) }]
              : sourcesIn(slot.startMs, slot.endMs),
        });
      }
    }
    return slots;
  }

  /**
   * From when on days are cut by the member's present zone: since it has counted in this zone, and before that as far
   * back as everything was counted in pieces that are kept, or was cut from them.
   */
  async recutFrom({ subject, cuts }: Counted, nowMs: number): Promise<number> {
    const { zone, fromMs } = cuts.at(-1)!;
    if (cuts.length === 1) return fromMs;
    // The day before, in which the zones meet, is also cut from pieces.
    const leastMs = Math.max(keptFrom(nowMs) + dayMs, await this.#piecesFrom(subject, nowMs));
    const first = zone.dayAt(leastMs - 1);
    let ms = Math.min(fromMs, zone.endOf(first));
    const days = Array.from({ length: reportHoursKeptDays + 2 }, (_, back) => addDays(zone.dayAt(ms), -1 - back));
    const lengths = await this.#store.lengths(
      subject,
      days.map((day) => recutName(day, zone)),
    );
    for (const [at, day] of days.entries()) {
      if (lengths[at] === 0) break;
      ms = zone.startOf(day);
    }
    return ms;
  }

  /**
   * Stores the days before a change of the zone as they are cut now, so that they stay when their hours are no longer
   * kept. `expiryOf`: of a day that begins then. May be done again: the same hours give the same days.
   */
  async keepRecut(counted: Counted, nowMs: number, expiryOf: (startMs: number) => number): Promise<void> {
    const { subject, cuts } = counted;
    const { fromMs } = cuts.at(-1)!;
    if (cuts.length === 1 || fromMs < keptFrom(nowMs)) return;
    const recutMs = await this.recutFrom(counted, nowMs);
    const edgeOf = { from: (zone: ZoneCalendar) => zone.startOf(zone.dayAt(recutMs - 1)), to: () => fromMs };
    const slots = await this.days(counted, edgeOf, nowMs);
    for (const slot of slots) {
      if (!slot.needsHours || slot.endMs > nowMs || slot.startMs < keptFrom(nowMs)) continue;
      const counts = new ReportCounts();
      await this.read(subject, [slot], byAll, () => counts);
      const record = encodeRecord(counts, randomBytes(8));
      await this.#store.put(subject, recutName(slot.day, slot), record, expiryOf(slot.startMs));
    }
  }

  async #piecesFrom(subject: ReportSubject, nowMs: number): Promise<number> {
    const { ymProfileId } = subject;
    const known = this.#piecesFromMs.get(ymProfileId);
    if (known !== undefined) return known;
    const quarters = quartersIn(keptFrom(nowMs), nowMs);
    const lengths = await this.#store.lengths(subject, quarters.map(earlierName));
    const last = lengths.findLastIndex((length) => length > 0);
    const foundMs = last < 0 ? Number.NEGATIVE_INFINITY : quarters[last]! + hourMs;
    if (this.#piecesFromMs.size >= mostRemembered) this.#piecesFromMs.clear();
    this.#piecesFromMs.set(ymProfileId, foundMs);
    return foundMs;
  }

  /**
   * Adds the counts of slots to those that `into` gives for each slot that has any. Damaged records are left out, and
   * given as sentences.
   */
  async read(
    subject: ReportSubject,
    slots: readonly Slot[],
    by: Grouping,
    into: (slot: Slot) => ReportCounts,
    onAdded: () => void = () => undefined,
  ): Promise<readonly string[]> {
    const damaged = new Map<string, string>();
    for (const some of batches(slots)) {
      const times = [...new Set(some.flatMap(({ sources }) => sources.map(({ time }) => time)))];
      const read = await this.#store.read(subject, times);
      const bytesOf = new Map(times.map((time, at) => [time, read[at] ?? null]));
      for (const slot of some) {
        for (const { time, isWanted } of slot.sources) {
          const bytes = bytesOf.get(time) ?? null;
          const damage = bytes === null ? [] : addGrouped(bytes, () => into(slot), by, isWanted);
          this.#damaged.note(subject, time, damage[0]?.why ?? null);
          if (damage.length > 0) damaged.set(time, damage[0]!.why);
          if (bytes === null) continue;
          await breathe();
          onAdded();
        }
      }
    }
    return Array.from(damaged, ([time, why]) => `counts of ${timeText(time)} are damaged and left out: ${why}`);
  }
}

/** From when on hours are kept. */
export const keptFrom = (nowMs: number): number =>
  Math.ceil((nowMs - reportHoursKeptDays * dayMs) / quarterMs) * quarterMs;

/** Slots with at most so many sources together, or one slot. */
function* batches(slots: readonly Slot[]): Generator<Slot[]> {
  let batch: Slot[] = [];
  let keys = 0;
  for (const slot of slots) {
    if (keys + slot.sources.length > keysAtOnce && batch.length > 0) {
      yield batch;
      [batch, keys] = [[], 0];
    }
    batch.push(slot);
    keys += slot.sources.length;
  }
  if (batch.length > 0) yield batch;
}

/** The pieces of a time and the hours of earlier versions that begin in it. */
const sourcesIn = (startMs: number, endMs: number): Source[] => [
  ...piecesIn(startMs, endMs),
  ...quartersIn(startMs, endMs).map((ms) => ({ time: earlierName(ms) })),
];

function piecesIn(startMs: number, endMs: number): Source[] {
  const byHour = new Map<string, Set<number>>();
  for (let { startMs: at } = pieceAt(startMs); at < endMs; ) {
    const { hour, piece, startMs: from, endMs: next } = pieceAt(at);
    if (from >= startMs) byHour.set(hour, (byHour.get(hour) ?? new Set()).add(piece));
    at = next;
  }
  return Array.from(byHour, ([time, pieces]) => ({ time, isWanted: (piece) => pieces.has(piece) }));
}

const quartersIn = (startMs: number, endMs: number): number[] => {
  const first = Math.ceil(startMs / quarterMs);
  return Array.from({ length: Math.max(0, Math.ceil(endMs / quarterMs) - first) }, (_, at) => (first + at) * quarterMs);
};

/** The name of an hour that a version before the pieces counted: its beginning in UTC. */
const earlierName = (startMs: number): string => new Date(startMs).toISOString().slice(0, 16);

/** A time of the store in words. */
function timeText(time: string): string {
  const hour = /^(\d{4}-\d\d-\d\d)T(\d\d)(:\d\d)?$/.exec(time);
  return hour === null
    ? time.replace('recut-', '').replace('@', ', ')
    : `${dateText(Date.parse(`${hour[1]}T${hour[2]}${hour[3] ?? ':00'}Z`))} UTC`;
}
