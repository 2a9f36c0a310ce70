import { addDays, calendarOf, type Day, weekdayOf } from '@auction-tiers/calendar';
import { dateText, epochMsOf, type Member, type View, viewResource } from '@auction-tiers/contract';
import type { ObjectStore } from '@auction-tiers/store';
import type { Clock } from '../auth/clock.ts';
import { eachOf } from '../loop/each.ts';
import type { JobRun, Work } from '../loop/job.ts';
import type { Follower } from '../mirror/follower.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { ChannelWatch } from './channel-watch.ts';
import type { Message } from './message.ts';

const dayMs = 86_400_000;
const usualHour = 7;
/** A view that could not be sent for this long waits for its next time. */
const givenUpMs = dayMs;

const isDueOn = {
  day: () => true,
  week: (day: Day) => weekdayOf(day) === 0,
  month: (day: Day) => day.endsWith('-01'),
} as const;

/** When a view is sent next after `nowMs`: at the hour of the member's digests; null: it is not sent. */
export function nextDue(
  { every }: Pick<View, 'every'>,
  { timezone, alerts }: Pick<Member, 'timezone' | 'alerts'>,
  nowMs: number,
): string | null {
  if (every === 'never') return null;
  const calendar = calendarOf(timezone);
  const hour = alerts?.digest_hour ?? usualHour;
  for (let day = calendar.dayAt(nowMs); ; day = addDays(day, 1)) {
    if (!isDueOn[every](day)) continue;
    const dueMs = calendar.startOfHour(day, hour);
    if (dueMs !== null && dueMs > nowMs) return dateText(dueMs);
  }
}

interface ScheduleParts {
  readonly store: Pick<ObjectStore, 'get' | 'update'>;
  readonly mirror: Mirror;
  readonly follower: Pick<Follower, 'committed'>;
  readonly channels: Pick<ChannelWatch, 'deliver'>;
  readonly clock: Clock;
  /** What a view shows now; null: its ym-profile is gone. */
  readonly content: (view: View) => Promise<Omit<Message, 'id'> | null>;
}

/** Sends kept views at their times, and moves these where the member's time zone or hour is changed. */
export class ViewSchedule implements Work {
  readonly #parts: ScheduleParts;
  /** By view: its time and the member's clock for which this time was found right. */
  readonly #right = new Map<number, string>();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  isDue(): boolean {
    return this.#all().some((view) => this.#isTime(view) || this.#isMoved(view));
  }

  async run(run: JobRun): Promise<void> {
    const moved = this.#all().filter((view) => this.#isMoved(view));
    await eachOf(run, moved, (view) => this.#move(view));
    const due = this.#all().filter((view) => this.#isTime(view));
    await eachOf(run, due, (view) => this.#send(view));
  }

  #all(): readonly View[] {
    return this.#parts.mirror.allRows('view');
  }

  #isTime({ due_on: dueOn }: Pick<View, 'due_on'>): boolean {
    return dueOn !== null && (epochMsOf(dueOn) ?? 0) <= this.#parts.clock.epochMs();
  }

  #memberOf({ member_id: owner }: View): Member | undefined {
    return this.#parts.mirror.row('member', owner, owner);
  }

  /** Whether a view that is not due has another time than the member's present zone and hour give. */
  #isMoved(view: View): boolean {
    const member = this.#memberOf(view);
    if (member === undefined || view.due_on === null || this.#isTime(view)) return false;
    const clock = `${view.due_on} ${view.every} ${member.timezone} ${member.alerts?.digest_hour ?? usualHour}`;
    if (this.#right.get(view.id) === clock) return false;
    if (nextDue(view, member, this.#parts.clock.epochMs()) !== view.due_on) return true;
    this.#right.set(view.id, clock);
    return false;
  }

  async #move({ id, member_id: owner }: View): Promise<void> {
    const stored = await this.#parts.store.get(viewResource, owner, id);
    const view = stored?.value as View | undefined;
    if (stored === null || view === undefined || !this.#isMoved(view)) return;
    await this.#schedule(view, this.#memberOf(view)!, stored.revision);
  }

  /** Stores the next time of a view. */
  async #schedule(view: View, member: Member, revision: number): Promise<void> {
    const { store, follower, clock } = this.#parts;
    const next = { ...view, due_on: nextDue(view, member, clock.epochMs()) };
    const actor = { user: 'view', requestId: `view-${view.id}` };
    const result = await store.update(viewResource, view.member_id, view.id, next, revision, actor);
    if (result.ok) await follower.committed(result.change);
  }

  async #send({ id, member_id: owner }: View): Promise<void> {
    const { store, channels, clock, content } = this.#parts;
    // Reads the stored view: another process may have sent it meanwhile.
    const stored = await store.get(viewResource, owner, id);
    const view = stored?.value as View | undefined;
    if (stored === null || view === undefined || view.channel_id === null || !this.#isTime(view)) return;
    const member = this.#memberOf(view);
    if (member === undefined) return;
    const shown = await content(view);
    const message = shown && { ...shown, id: `${view.channel_id}-view-${id}-${view.due_on?.slice(0, 10)}` };
    const problem = message && (await channels.deliver(owner, view.channel_id, message));
    const nowMs = clock.epochMs();
    if (problem !== null && nowMs - (epochMsOf(view.due_on ?? '') ?? 0) < givenUpMs) return;
    await this.#schedule(view, member, stored.revision);
  }
}
