import { type HourCounts, judge, learnModel, type Model } from '@auction-tiers/alert';
import {
  type Alert,
  alertResource,
  type AuctionTier,
  dateText,
  epochMsOf,
  type Experiment,
  type Forecast,
  type Member,
  type StoredDraft,
  usualFalseAlarms,
  withInitials,
  type YmProfile,
} from '@auction-tiers/contract';
import { type ObjectStore, type ReportStore, type ReportSubject, StoreUnavailable } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';
import type { BuyerNames } from '../mirror/directory.ts';
import type { Follower } from '../mirror/follower.ts';
import { Repetition } from '../loop/repetition.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { usualCurrency, usualTimezone } from '../report/live-report.ts';
import { ZoneHours } from '../report/zone-hours.ts';
import { type Cause, type Finding, findingOf, findStored, isCounted, isSame, watchedName } from './cause.ts';
import { readHours, since } from './hour-counts.ts';

/** How often a process looks at stored objects, which are in memory, and at counts. */
const [storedEveryMs, countsEveryMs] = [10_000, 5 * 60_000];
const [minuteMs, hourMs] = [60_000, 3_600_000];
/** A look is at the counts of so long, at least and at most. */
const [leastMs, mostMs] = [25 * minuteMs, 40 * minuteMs];
const againMs = 30 * minuteMs;
const dayMs = 24 * hourMs;
/** Weeks whose hours are kept, and learned from. */
const learnedMs = 5 * 7 * dayMs;

interface WatchParts {
  readonly store: Pick<ObjectStore, 'heads' | 'tryLease' | 'create' | 'update' | 'get'>;
  readonly reports: Pick<ReportStore, 'read'>;
  readonly mirror: Mirror;
  readonly follower: Pick<Follower, 'committed'>;
  readonly buyerNames: BuyerNames;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What is remembered of a ym-profile between two looks. */
interface Watched {
  /** The counts of an hour as they stood at a moment; of the last looks. */
  readonly readings: { readonly atMs: number; readonly counts: HourCounts }[];
  model: Model | null;
  learnedMs: number;
  falseAlarms: number;
}

/**
 * Looks at the counts of each ym-profile every five minutes, at its stored objects every ten seconds, and opens, updates and
 * closes its alerts. Each process tries; the one that gets the lease does the work. What it remembers between looks is its
 * own: a process that takes over tells of counts after half an hour.
 */
export class AlertWatch {
  readonly #parts: WatchParts;
  readonly #repetition = new Repetition(storedEveryMs, () => this.#lookAgain());
  readonly #watched = new Map<number, Watched>();
  /** When an alert that goes on was told anew, by its id. */
  readonly #toldMs = new Map<number, number>();
  #countedMs = performance.now();

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#repetition.start(storedEveryMs);
  }

  close(): Promise<void> {
    return this.#repetition.close();
  }

  async #lookAgain(): Promise<void> {
    const hasCounts = performance.now() - this.#countedMs >= countsEveryMs;
    if (hasCounts) this.#countedMs = performance.now();
    await this.look(hasCounts);
  }

  /** Looks once, where no other process has the lease. Never rejects: what fails is looked at again. */
  async look(hasCounts = true): Promise<void> {
    const { store, mirror, log } = this.#parts;
    try {
      await store.heads();
      await store.tryLease('alerts', async () => {
        for (const ymProfile of mirror.allRows('ym-profile') as readonly YmProfile[]) {
          if (this.#repetition.isClosed) return;
          await this.#lookAt(ymProfile, hasCounts);
        }
      });
    } catch (error) {
      const level = error instanceof StoreUnavailable ? 'debug' : 'error';
      log[level]({ error }, 'alerts cannot be looked for now; they are looked for again');
    }
  }

  async #lookAt({ id: ymProfileId, member_id: memberId }: YmProfile, hasCounts: boolean): Promise<void> {
    const { mirror, clock, buyerNames } = this.#parts;
    const member = mirror.row('member', memberId, memberId) as Member | undefined;
    const { timezone = usualTimezone, currency = usualCurrency, alerts = null } = member ?? {};
    const { false_alarms_per_month: falseAlarms = usualFalseAlarms, muted = [] } = alerts ?? {};
    const nowMs = clock.epochMs();
    const counted = hasCounts
      ? await this.#lookAtCounts({ memberId, ymProfileId }, new ZoneHours(timezone), falseAlarms, nowMs)
      : null;
    const names = {
      currency,
      buyer: (id: number) => buyerNames.nameOf(id) ?? `Buyer ${id}`,
      tier: (id: number) =>
        (mirror.row('ym-auction-tier', memberId, id) as AuctionTier | undefined)?.name ?? String(id),
    };
    const found = [
      ...(counted?.anomalies.map((anomaly) => findingOf(anomaly, names)) ?? []),
      ...findStored(
        {
          experiments: mirror.rows('experiment', memberId) as unknown as readonly Experiment[],
          drafts: mirror.rows('draft', memberId) as unknown as readonly StoredDraft[],
          forecasts: mirror.rows('forecast', memberId) as unknown as readonly Forecast[],
        },
        ymProfileId,
        nowMs,
      ),
    ];
    const all = (mirror.rows('alert', memberId) as unknown as readonly Alert[]).filter(
      (alert) => alert.ym_profile_id === ymProfileId,
    );
    for (const finding of found) {
      const same = all.filter((alert) => isSame(causeOf(alert), finding));
      const open = same.find(({ state }) => state === 'open');
      if (open !== undefined) await this.#goOn(open, finding, nowMs);
      else if (!muted.includes(finding.kind) && !same.some((alert) => alert.muted)) {
        await this.#open(memberId, ymProfileId, finding, nowMs);
      }
    }
    for (const alert of all.filter(({ state }) => state === 'open')) {
      const cause = causeOf(alert);
      if (found.some((finding) => isSame(finding, cause))) continue;
      // Of counts that cannot be told now nothing is known.
      const isOver = isCounted(cause.kind) ? (counted?.isOver(watchedName(cause)) ?? false) : true;
      if (isOver) {
        this.#toldMs.delete(alert.id);
        await this.#update(alert, { state: 'closed', closed_on: dateText(nowMs) });
      }
    }
  }

  /** What is said of an alert that goes on is said anew every half hour. */
  async #goOn(alert: Alert, { sentence, also, everyDays }: Finding, nowMs: number): Promise<void> {
    const toldMs = this.#toldMs.get(alert.id) ?? epochMsOf(alert.since) ?? 0;
    if (nowMs - toldMs < againMs) return;
    this.#toldMs.set(alert.id, nowMs);
    await this.#update(alert, {
      sentence,
      also: also ?? alert.also,
      every_days: Math.max(everyDays, alert.every_days),
    });
  }

  /** Null: the service still learns, or has not watched for half an hour. */
  async #lookAtCounts(subject: ReportSubject, zone: ZoneHours, falseAlarms: number, nowMs: number) {
    const { reports } = this.#parts;
    const watched = this.#watched.get(subject.ymProfileId) ?? { readings: [], model: null, learnedMs: 0, falseAlarms };
    this.#watched.set(subject.ymProfileId, watched);
    const present = zone.hourAt(nowMs).startMs;
    if (nowMs - watched.learnedMs >= dayMs || watched.falseAlarms !== falseAlarms) {
      const hours = await readHours(reports, subject, zone, nowMs - learnedMs, present);
      const first = hours.findIndex(({ auctions }) => auctions > 0);
      watched.model = first < 0 ? null : learnModel(hours.slice(first), falseAlarms);
      Object.assign(watched, { learnedMs: nowMs, falseAlarms });
    }
    if (watched.model === null) return null;
    const [before, now] = await readHours(reports, subject, zone, present - hourMs, present + hourMs);
    const { readings } = watched;
    while (readings.length > 0 && readings[0]!.atMs < nowMs - mostMs) readings.shift();
    const from = readings[0];
    readings.push({ atMs: nowMs, counts: now! });
    if (from === undefined || from.atMs > nowMs - leastMs) return null;
    const isThisHour = from.counts.startMs === present;
    if (!isThisHour && from.counts.startMs !== before!.startMs) return null;
    const windows = isThisHour
      ? [since(from.counts, now!, (nowMs - from.atMs) / hourMs)]
      : [since(from.counts, before!, (present - from.atMs) / hourMs), { ...now!, hours: (nowMs - present) / hourMs }];
    return judge(watched.model, windows);
  }

  async #open(memberId: number, ymProfileId: number, finding: Finding, nowMs: number): Promise<void> {
    const { kind, subjectId, sentence, also, everyDays } = finding;
    const value = withInitials(alertResource, {
      ym_profile_id: ymProfileId,
      kind,
      subject_id: subjectId,
      sentence,
      also,
      since: dateText(nowMs),
      every_days: everyDays,
      state: 'open',
    });
    const made = await this.#parts.store.create(alertResource, memberId, value, { user, requestId: 'alert' });
    if (made.ok) await this.#parts.follower.committed(made.change);
  }

  /** A user may have changed it meanwhile: then the next look does it. */
  async #update({ id, member_id: owner, ...known }: Alert, changes: Partial<Alert>): Promise<void> {
    const { store, follower } = this.#parts;
    if (Object.entries(changes).every(([name, value]) => known[name as keyof typeof known] === value)) return;
    const stored = await store.get(alertResource, owner, id);
    if (stored === null) return;
    const actor = { user, requestId: `alert-${id}` };
    const next = { ...stored.value, ...changes };
    const result = await store.update(alertResource, owner, id, next, stored.revision, actor);
    if (result.ok) await follower.committed(result.change);
  }
}

const causeOf = ({ kind, subject_id: subjectId }: Alert): Cause => ({ kind, subjectId });

/** Whom the change log names for what the service does by itself. */
const user = 'alert';
