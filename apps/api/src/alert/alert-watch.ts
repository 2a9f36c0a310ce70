import {
  type Anomaly,
  deviationsOf,
  type Found,
  judge,
  passedPart,
  type QuietBuyer,
  type WindowCounts,
  windows,
} from '@auction-tiers/alert';
import { calendarOf } from '@auction-tiers/calendar';
import {
  type Alert,
  alertResource,
  dateText,
  epochMsOf,
  type StoredExperiment,
  watchedBy,
  withInitials,
  type YmProfile,
} from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import type { ObjectStore } from '@auction-tiers/store';
import type { Clock } from '../auth/clock.ts';
import type { BuyerNames } from '../mirror/directory.ts';
import type { Follower } from '../mirror/follower.ts';
import { eachOf } from '../loop/each.ts';
import type { JobRun, Work } from '../loop/job.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Recorder } from '../recorder/recorder.ts';
import { cutsOf } from '../report/cut.ts';
import type { StoredCounts } from '../report/stored-counts.ts';
import {
  type Cause,
  type CauseNames,
  type Finding,
  findingOf,
  findStored,
  isSame,
  mayWin,
  moneyDecimal,
  quietOf,
  toldOf,
  watchedName,
} from './cause.ts';
import { appearedSeats, appearedWords } from './appeared-seats.ts';
import { findMissed, findUnknown, promisedIn, type Promised } from './day.ts';
import { type Counted, readHours, readSum, since } from './hour-counts.ts';
import { movedPlacementWords } from './moved-placement.ts';
import type { UsualModels, UsualSettings } from './usual-models.ts';
import { settingsOf } from '../mirror/member-settings.ts';

/** How often counts are looked at; stored objects, which are in memory, are at each run. */
const countsEveryMs = 5 * 60_000;
const [minuteMs, hourMs] = [60_000, 3_600_000];
/** Counts of a time that is this much shorter or longer stand for half an hour or an hour, where no other is nearer. */
const [shorterMs, longerMs] = [5 * minuteMs, 10 * minuteMs];
const againMs = 30 * minuteMs;

interface WatchParts {
  readonly store: Pick<ObjectStore, 'create' | 'update' | 'get'>;
  readonly reports: Pick<StoredCounts, 'hours' | 'read'>;
  readonly usual: UsualModels;
  readonly mirror: Mirror;
  readonly follower: Pick<Follower, 'committed'>;
  readonly buyerNames: BuyerNames;
  readonly recorder: Recorder | null;
  readonly resultOf: (
    stored: StoredExperiment,
  ) => Promise<{ readonly verdict: string; readonly says: readonly string[] }>;
  readonly clock: Clock;
}

/** What the watch remembers about a ym-profile between two looks. */
interface Watched {
  /** The counts of an hour at the time of a look; of the last looks. */
  readonly readings: { readonly atMs: number; readonly counts: WindowCounts }[];
  /** When each figure was last off in half an hour or an hour. */
  offMs: ReadonlyMap<string, number>;
}

/** What counts show: what is unusual, and who is quiet. */
interface Judged extends Found {
  readonly quiet: readonly QuietBuyer[];
}

/** Whether an anomaly is a buyer that bids less than usual. */
const isLostBuyer = ({ name, count, expected }: Anomaly): boolean => name.startsWith('buyer:') && count < expected;

const hasLostBuyer = ({ anomalies, quiet }: Judged): boolean => quiet.length > 0 || anomalies.some(isLostBuyer);

/**
 * Looks at the counts of each ym-profile every five minutes and at its stored objects at each run, and opens, updates and
 * closes its alerts. Its memory between runs is in this process: a process that takes over finds anomalies of counts only
 * after half an hour.
 */
export class AlertWatch implements Work {
  readonly #parts: WatchParts;
  readonly #watched = new Map<number, Watched>();
  /** When the sentence of an open alert was last updated, by the alert's id. */
  readonly #toldMs = new Map<number, number>();
  /** The sentences of alerts about processes, and since when: they are updated while the problem lasts. */
  readonly #said = new Map<number, { readonly sentence: string; readonly sinceMs: number }>();
  /** The decision of each running experiment in words; null: not decided yet. */
  readonly #decided = new Map<number, string | null>();
  #countedMs = performance.now();

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  async run(run: JobRun): Promise<void> {
    const { mirror } = this.#parts;
    const hasCounts = run.isAsked || performance.now() - this.#countedMs >= countsEveryMs;
    if (hasCounts) this.#countedMs = performance.now();
    const all = mirror.allRows('ym-profile');
    await eachOf(run, all, (ymProfile) => this.#lookAt(ymProfile, hasCounts));
    const ids = new Set(all.map(({ id }) => id));
    this.#parts.usual.keepOnly(ids);
    for (const id of this.#watched.keys()) if (!ids.has(id)) this.#watched.delete(id);
    await eachOf(run, openWithout(all, mirror.allRows('alert')), (alert) => this.#close(alert));
  }

  async #lookAt(ymProfile: YmProfile, hasCounts: boolean): Promise<void> {
    const { id: ymProfileId, member_id: memberId } = ymProfile;
    const { mirror, clock, buyerNames, reports: store } = this.#parts;
    const member = settingsOf(mirror, memberId);
    const { timezone, currency, alerts, calendar, record_share: share } = member;
    const { muted = [] } = alerts ?? {};
    const nowMs = clock.epochMs();
    const drafts = mirror.rows('draft', memberId);
    const experiments = mirror.rows('experiment', memberId);
    const tierOf = (id: number | null) => mirror.row('ym-auction-tier', memberId, id ?? 0);
    const names = {
      currency,
      buyer: (id: number) => buyerNames.nameOf(id) ?? `Buyer ${id}`,
      tier: (id: number) => tierOf(id)?.name ?? String(id),
    };
    const isTierOff = ({ kind, subjectId }: Cause) => kind === 'tier' && !mayWin(tierOf(subjectId), nowMs);
    const counted = { store, subject: { memberId, ymProfileId }, zone: calendarOf(timezone), cuts: cutsOf(member) };
    const judged = hasCounts ? await this.#lookAtCounts(counted, { alerts, calendar }, nowMs) : null;
    if (hasCounts) await this.#decide(experiments.filter(({ ym_profile_id: id }) => id === ymProfileId));
    const appeared = judged !== null && hasLostBuyer(judged) ? await appearedSeats(counted, nowMs) : [];
    const unusual: Finding[] = [];
    for (const anomaly of judged?.anomalies ?? []) {
      const finding = findingOf(anomaly, names);
      if (isTierOff(finding)) continue;
      if (isLostBuyer(anomaly)) unusual.push(withWords(finding, appearedWords(appeared)));
      else unusual.push({ ...finding, more: () => movedPlacementWords(counted, anomaly, nowMs) });
    }
    const found = [
      ...unusual,
      ...(judged?.quiet.map((buyer) => withWords(quietOf(buyer, names), appearedWords(appeared))) ?? []),
      ...(hasCounts
        ? await this.#lookAtDay(counted, { alerts, calendar }, promisedIn(drafts, ymProfile), names, nowMs)
        : []),
      ...(mirror.rows('ym-profile', memberId).every(({ id }) => id >= ymProfileId)
        ? this.#lookAtRecorder(share, nowMs)
        : []),
      ...findStored(
        { experiments, drafts, forecasts: mirror.rows('forecast', memberId), decided: this.#decided },
        { ymProfileId, currency, nowMs },
      ),
    ];
    const all = mirror.rows('alert', memberId).filter((alert) => alert.ym_profile_id === ymProfileId);
    for (const finding of found) {
      const same = all.filter((alert) => isSame(causeOf(alert), finding));
      const open = same.find(({ state }) => state === 'open');
      if (open !== undefined) await this.#goOn(open, finding, nowMs);
      else if (!muted.includes(finding.kind) && !same.some((alert) => alert.muted)) {
        await this.#open(memberId, ymProfileId, finding, nowMs);
      }
    }
    const isOver: Record<ReturnType<typeof watchedBy>, (alert: Alert) => boolean> = {
      // Where counts cannot be judged now, such an alert stays open.
      counts: (alert) => isTierOff(causeOf(alert)) || (judged?.isOver(watchedName(causeOf(alert))) ?? false),
      day: () => hasCounts,
      // Another process may have found it: it is over once its sentence was not updated for long.
      process: (alert) => this.#isUnchanged(alert, nowMs),
      objects: ({ kind, subject_id: id }) =>
        kind !== 'experiment' ||
        this.#decided.has(id ?? 0) ||
        experiments.find((one) => one.id === id)?.state !== 'running',
    };
    for (const alert of all.filter(({ state }) => state === 'open')) {
      const cause = causeOf(alert);
      if (found.some((finding) => isSame(finding, cause)) || !isOver[watchedBy(alert.kind)](alert)) continue;
      await this.#close(alert);
    }
  }

  async #close(alert: Alert): Promise<void> {
    this.#toldMs.delete(alert.id);
    this.#said.delete(alert.id);
    await this.#update(alert, { state: 'closed', closed_on: dateText(this.#parts.clock.epochMs()) });
  }

  /** Whether an alert's sentence has not changed for an hour. */
  #isUnchanged({ id, sentence }: Alert, nowMs: number): boolean {
    const known = this.#said.get(id);
    if (known?.sentence !== sentence) this.#said.set(id, { sentence, sinceMs: nowMs });
    return known?.sentence === sentence && nowMs - known.sinceMs > 2 * againMs;
  }

  /** Finds the decided ones of the running experiments: as seldom as counts are looked at. */
  async #decide(experiments: readonly StoredExperiment[]): Promise<void> {
    for (const stored of experiments) {
      this.#decided.delete(stored.id);
      if (stored.state !== 'running') continue;
      const { verdict, says } = await this.#parts.resultOf(stored);
      const isDecided = verdict === 'publish' || verdict === 'stop';
      this.#decided.set(stored.id, isDecided ? `${verdict}. ${says[0] ?? ''}`.trim() : null);
    }
  }

  async #lookAtDay(
    counted: Counted,
    settings: UsualSettings,
    promised: Promised,
    names: CauseNames,
    nowMs: number,
  ): Promise<readonly Finding[]> {
    const { zone } = counted;
    const present = zone.hourAt(nowMs).startMs;
    const unknown = findUnknown(await readSum(counted, present - hourMs, present + hourMs));
    if (promised.commitments.length === 0) return unknown;
    const hours = zone.hoursOf(zone.dayAt(nowMs));
    const { model } = await this.#parts.usual.followed(counted, settings, nowMs);
    const part = passedPart(model, hours, nowMs);
    const counts = await readSum(counted, hours[0]!.startMs, present + hourMs);
    return [...unknown, ...findMissed(promised, { counts, part }, names)];
  }

  /** A finding where this process could not record or seal, if auctions of the member are recorded. */
  #lookAtRecorder(share: number | null, nowMs: number): readonly Finding[] {
    const { recorder } = this.#parts;
    if (recorder === null || recorder.shareOf(share) === 0) return [];
    const at = `${dateText(nowMs)} UTC`;
    const isDropping = recorder.droppedMs > 0 && nowMs - recorder.droppedMs < againMs;
    if (isDropping) {
      const sentence = `${english.counted(recorder.dropped, 'auction')} could not be recorded up to ${at}: the disk cannot be written to`;
      return [toldOf('recording', null, sentence)];
    }
    if (recorder.unsealedBecause === null) return [];
    return [
      toldOf('recording', null, `Recorded auctions had not reached the shared store at ${at}: it does not accept them`),
    ];
  }

  /** Updates the sentence of an open alert every half hour. */
  async #goOn(alert: Alert, finding: Finding, nowMs: number): Promise<void> {
    const { also, everyDays, netMicros } = finding;
    const toldMs = this.#toldMs.get(alert.id) ?? epochMsOf(alert.since) ?? 0;
    if (nowMs - toldMs < againMs) return;
    this.#toldMs.set(alert.id, nowMs);
    await this.#update(alert, {
      sentence: await sentenceOf(finding),
      also: also ?? alert.also,
      net_difference: moneyDecimal(netMicros) ?? alert.net_difference,
      every_days: Math.max(everyDays, alert.every_days),
    });
  }

  /** Judges the counts of the last half hour, hour and day. Null: the service still learns, or has not watched for half an hour. */
  async #lookAtCounts(counted: Counted, settings: UsualSettings, nowMs: number): Promise<Judged | null> {
    const { subject, zone } = counted;
    const watched: Watched = this.#watched.get(subject.ymProfileId) ?? { readings: [], offMs: new Map() };
    this.#watched.set(subject.ymProfileId, watched);
    const present = zone.hourAt(nowMs);
    const { model, quiet, ofDay } = await this.#parts.usual.followed(counted, settings, nowMs);
    const earlier = zone.hourAt(present.startMs - 1);
    const [before, now] = await readHours(counted, earlier.startMs, present.endMs);
    const { readings } = watched;
    const stillQuiet = quiet.filter(({ buyer }) => !now!.bids.get(buyer));
    while (readings.length > 0 && readings[0]!.atMs < nowMs - hourMs - longerMs) readings.shift();
    const partsOf = (window: 'half' | 'hour'): readonly WindowCounts[] => {
      const wantedMs = nowMs - windows[window].hours * hourMs;
      const from = readings
        .filter(({ atMs }) => atMs >= wantedMs - longerMs && atMs <= wantedMs + shorterMs)
        .toSorted((one, other) => Math.abs(one.atMs - wantedMs) - Math.abs(other.atMs - wantedMs))[0];
      if (from === undefined) return [];
      if (from.counts.startMs === present.startMs) return [since(from.counts, now!, (nowMs - from.atMs) / hourMs)];
      if (from.counts.startMs !== earlier.startMs) return [];
      return [
        since(from.counts, before!, (present.startMs - from.atMs) / hourMs),
        { ...now!, hours: (nowMs - present.startMs) / hourMs },
      ];
    };
    const [half, hour] = [partsOf('half'), partsOf('hour')];
    readings.push({ atMs: nowMs, counts: now! });
    if (model === null || half.length === 0) return null;
    const found = judge({
      nowMs,
      short: [...deviationsOf(model, 'half', half), ...deviationsOf(model, 'hour', hour)],
      day: ofDay,
      offMs: watched.offMs,
    });
    watched.offMs = found.offMs;
    const quietNames = new Set(stillQuiet.map(({ buyer }) => `buyer:${buyer}`));
    return {
      ...found,
      // A buyer whose bids are missed in a window is told of once.
      quiet: stillQuiet.filter(({ buyer }) => found.anomalies.every(({ name }) => name !== `buyer:${buyer}`)),
      isOver: (name) => !quietNames.has(name) && found.isOver(name),
    };
  }

  async #open(memberId: number, ymProfileId: number, finding: Finding, nowMs: number): Promise<void> {
    const { kind, subjectId, also, everyDays, netMicros } = finding;
    const value = withInitials(alertResource, {
      ym_profile_id: ymProfileId,
      kind,
      subject_id: subjectId,
      sentence: await sentenceOf(finding),
      net_difference: moneyDecimal(netMicros),
      also,
      since: dateText(nowMs),
      every_days: everyDays,
      state: 'open',
    });
    const made = await this.#parts.store.create(alertResource, memberId, value, { user, requestId: 'alert' });
    if (made.ok) await this.#parts.follower.committed(made.change);
  }

  /** Where a user has changed the alert meanwhile, the next look does the update. */
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

const sentenceOf = async ({ sentence, more }: Finding): Promise<string> => sentence + ((await more?.()) ?? '');

/** A finding whose sentence goes on with further words. */
const withWords = (finding: Finding, words: string): Finding => ({ ...finding, sentence: finding.sentence + words });

/** Open alerts of ym-profiles that were deleted. */
function openWithout(ymProfiles: readonly YmProfile[], alerts: readonly Alert[]): readonly Alert[] {
  const ids = new Set(ymProfiles.map(({ id }) => id));
  return alerts.filter(({ state, ym_profile_id: id }) => state === 'open' && !ids.has(id));
}

const causeOf = ({ kind, subject_id: subjectId }: Alert): Cause => ({ kind, subjectId });

/** The user that the change log names for what the service does by itself. */
const user = 'alert';
