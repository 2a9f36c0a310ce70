import {
  type Deviation,
  deviationsOf,
  follow,
  learnModel,
  type Model,
  type QuietBuyer,
  quietBuyers,
  type WindowCounts,
} from '@auction-tiers/alert';
import type { Day } from '@auction-tiers/calendar';
import { type Member, usualFalseAlarms } from '@auction-tiers/contract';
import { breathe } from '../loop/breathe.ts';
import { type Counted, readHours } from './hour-counts.ts';

const dayMs = 86_400_000;
const dayHours = 24;
/** The hours of the last five weeks are learned from. */
const learnedMs = 35 * dayMs;
/** Today tells of a silence that comes less often than once in so many days per buyer. */
const seenDaysPerBuyer = 2;
/** Past days are asked for one by one: so many are kept. */
const mostPast = 64;

/** What a member has set that the model depends on. */
export type UsualSettings = Pick<Member, 'alerts' | 'calendar'>;

export const falseAlarmsOf = ({ alerts }: UsualSettings): number => alerts?.false_alarms_per_month ?? usualFalseAlarms;

/** What is usual for a ym-profile on a day, as its past lets expect before the day begins. */
export interface KnownUsual {
  /** Null: less than two weeks are known. */
  readonly model: Model | null;
  /** The hours that it was learned from, from the first one with auctions on. */
  readonly hourCount: number;
  /** The last 24 hours before the day. */
  readonly lastDay: readonly WindowCounts[];
  /** The buyers that were quiet when the day began. */
  readonly quiet: readonly QuietBuyer[];
}

/** What is usual after the whole hours of a day so far. */
export interface FollowedUsual {
  /** Null: less than two weeks are known. */
  readonly model: Model | null;
  /** The 24 hours before the day, and its whole hours so far. */
  readonly hours: readonly WindowCounts[];
  /** How the last 24 of them deviate. */
  readonly ofDay: readonly Deviation[];
  /** The buyers that have been quiet since before the day began. */
  readonly quiet: readonly QuietBuyer[];
}

/**
 * The models of what is usual: one a ym-profile and day, for whoever asks, the alerts and `GET /usual`. A model is
 * learned when its day is first asked for, and anew when the member changes its clock, calendar or false alarms.
 */
export class UsualModels {
  /** By ym-profile: the latest day that was asked for. */
  readonly #latest = new Map<
    number,
    { readonly day: Day; readonly key: string; readonly known: Promise<KnownUsual> }
  >();
  /** Earlier days, the one asked for last at the end. */
  readonly #past = new Map<string, Promise<KnownUsual>>();

  /** By ym-profile: up to the hour that was asked for last. */
  readonly #followed = new Map<
    number,
    { readonly known: KnownUsual; readonly untilMs: number; readonly followed: Promise<FollowedUsual> }
  >();
  /** By ym-profile: of the hour that was asked for last. */
  readonly #quiet = new Map<number, { readonly key: string; readonly quiet: Promise<readonly QuietBuyer[]> }>();

  of(counted: Counted, settings: UsualSettings, day: Day): Promise<KnownUsual> {
    const id = counted.subject.ymProfileId;
    const key = JSON.stringify([id, day, counted.zone.timezone, falseAlarmsOf(settings), settings.calendar]);
    const latest = this.#latest.get(id);
    if (latest?.key === key) return latest.known;
    const kept = this.#past.get(key);
    const known = kept ?? learn(counted, settings, day);
    // A failure is told to everybody who waits for it, and not kept.
    known.catch(() => {
      this.#past.delete(key);
      if (this.#latest.get(id)?.key === key) this.#latest.delete(id);
    });
    if (latest === undefined || day >= latest.day) this.#latest.set(id, { day, key, known });
    else {
      this.#past.delete(key);
      this.#past.set(key, known);
      for (const oldest of this.#past.keys()) {
        if (this.#past.size <= mostPast) break;
        this.#past.delete(oldest);
      }
    }
    return known;
  }

  /** What is usual now: the model of the day, whose levels follow each whole hour. */
  async followed(counted: Counted, settings: UsualSettings, nowMs: number): Promise<FollowedUsual> {
    const { zone, subject } = counted;
    const id = subject.ymProfileId;
    const day = zone.dayAt(nowMs);
    const known = await this.of(counted, settings, day);
    const untilMs = zone.hourAt(nowMs).startMs;
    const last = this.#followed.get(id);
    const kept = last?.known === known ? last : undefined;
    if (kept !== undefined && kept.untilMs >= untilMs) return kept.followed;
    const before = kept?.followed ?? { model: known.model, hours: known.lastDay, ofDay: [], quiet: known.quiet };
    const followed = followHours(counted, before, kept?.untilMs ?? zone.startOf(day), untilMs);
    followed.catch(() => this.#followed.delete(id));
    this.#followed.set(id, { known, untilMs, followed });
    return followed;
  }

  /** The buyers that are quiet now, found anew each hour. */
  quietAt(counted: Counted, settings: UsualSettings, nowMs: number): Promise<readonly QuietBuyer[]> {
    const present = counted.zone.hourAt(nowMs);
    const key = JSON.stringify([present.startMs, counted.zone.timezone, falseAlarmsOf(settings)]);
    const id = counted.subject.ymProfileId;
    const kept = this.#quiet.get(id);
    if (kept?.key === key) return kept.quiet;
    const quiet = readHours(counted, present.startMs - learnedMs, present.endMs).then((hours) =>
      quietBuyers(
        sinceFirst(hours),
        { clock: counted.zone, falseAlarmsPerMonth: falseAlarmsOf(settings) },
        seenDaysPerBuyer,
      ),
    );
    quiet.catch(() => this.#quiet.delete(id));
    this.#quiet.set(id, { key, quiet });
    return quiet;
  }

  /** Forgets ym-profiles that were deleted. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const kept of [this.#latest, this.#followed, this.#quiet]) {
      for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
    }
  }
}

/** The hours from the first one with auctions on. */
function sinceFirst(hours: readonly WindowCounts[]): readonly WindowCounts[] {
  const first = hours.findIndex(({ auctions }) => auctions > 0);
  return first < 0 ? [] : hours.slice(first);
}

async function followHours(
  counted: Counted,
  before: FollowedUsual | Promise<FollowedUsual>,
  fromMs: number,
  untilMs: number,
): Promise<FollowedUsual> {
  const { model: earlier, hours: known, quiet } = await before;
  const since = fromMs < untilMs ? await readHours(counted, fromMs, untilMs) : [];
  const model = earlier === null ? null : since.reduce(follow, earlier);
  const hours = [...known, ...since];
  return {
    model,
    hours,
    ofDay: model === null ? [] : deviationsOf(model, 'day', hours.slice(-dayHours)),
    quiet: quiet.filter(({ buyer }) => since.every(({ bids }) => !bids.get(buyer))),
  };
}

async function learn(counted: Counted, settings: UsualSettings, day: Day): Promise<KnownUsual> {
  const endMs = counted.zone.startOf(day);
  const hours = await readHours(counted, endMs - learnedMs, endMs);
  const falseAlarmsPerMonth = falseAlarmsOf(settings);
  const calendar = new Set(settings.calendar?.map(({ date }) => date));
  const known = sinceFirst(hours);
  return {
    model: await learnModel({ clock: counted.zone, hours, calendar, falseAlarmsPerMonth }, async () => breathe()),
    hourCount: known.length,
    lastDay: hours.slice(-dayHours),
    quiet: quietBuyers(known, { clock: counted.zone, falseAlarmsPerMonth }),
  };
}
