import { dateText, epochMsOf, type Member, type View, viewResource } from '@auction-tiers/contract';
import type { ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';
import { LeasedWork } from '../loop/leased-work.ts';
import type { Follower } from '../mirror/follower.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { ZoneHours } from '../report/zone-hours.ts';
import type { ChannelWatch } from './channel-watch.ts';
import type { Message } from './message.ts';
import { hourAt } from './sender.ts';

const everyMs = 10_000;
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const usualHour = 7;
/** A view that could not be sent for this long waits for its next time. */
const givenUpMs = dayMs;

/** When a view is sent next after `nowMs`: at the hour of the member's digests; null: it is not sent. */
export function nextDue(
  { every }: Pick<View, 'every'>,
  { timezone, alerts }: Pick<Member, 'timezone' | 'alerts'>,
  nowMs: number,
): string | null {
  if (every === 'never') return null;
  const zone = new ZoneHours(timezone);
  const noon = Date.parse(`${zone.dayAt(nowMs)}T12:00:00Z`);
  const is = {
    day: () => true,
    week: (day: Date) => day.getUTCDay() === 1,
    month: (day: Date) => day.getUTCDate() === 1,
  }[every];
  const hour = alerts?.digest_hour ?? usualHour;
  for (let days = 0; ; days++) {
    const day = new Date(noon + days * dayMs);
    if (!is(day)) continue;
    let dueMs = zone.startOf(day.toISOString().slice(0, 10));
    // Searches by the zone's clock: a day on which clocks are changed may lack the hour, or have 23 hours.
    while (hourAt(timezone, dueMs) < hour) dueMs += hourMs / 2;
    if (dueMs > nowMs) return dateText(dueMs);
  }
}

interface ScheduleParts {
  readonly store: Pick<ObjectStore, 'heads' | 'tryLease' | 'get' | 'update'>;
  readonly mirror: Mirror;
  readonly follower: Pick<Follower, 'committed'>;
  readonly channels: Pick<ChannelWatch, 'deliver'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** What a view shows now; null: its ym-profile is gone. */
  readonly content: (view: View) => Promise<Omit<Message, 'id'> | null>;
}

/** Sends kept views at their times. Each process looks for due ones; the process that gets the lease sends them. */
export class ViewSchedule extends LeasedWork {
  readonly #parts: ScheduleParts;

  constructor(parts: ScheduleParts) {
    super(parts, 'views', everyMs);
    this.#parts = parts;
  }

  override async look(): Promise<void> {
    const { mirror } = this.#parts;
    const due = () => (mirror.allRows('view') as readonly View[]).filter((view) => this.#isDue(view));
    if (due().length === 0) return;
    await this.whileLeased(() => this.eachOf(due(), (view) => this.#send(view)));
  }

  #isDue({ due_on: dueOn }: Pick<View, 'due_on'>): boolean {
    return dueOn !== null && (epochMsOf(dueOn) ?? 0) <= this.#parts.clock.epochMs();
  }

  async #send({ id, member_id: owner }: View): Promise<void> {
    const { store, mirror, follower, channels, clock, content } = this.#parts;
    // Reads the stored view: another process may have sent it meanwhile.
    const stored = await store.get(viewResource, owner, id);
    const view = stored?.value as View | undefined;
    if (stored === null || view === undefined || view.channel_id === null || !this.#isDue(view)) return;
    const member = mirror.row('member', owner, owner) as Member | undefined;
    if (member === undefined) return;
    const shown = await content(view);
    const message = shown && { ...shown, id: `${view.channel_id}-view-${id}-${view.due_on?.slice(0, 10)}` };
    const problem = message && (await channels.deliver(owner, view.channel_id, message));
    const nowMs = clock.epochMs();
    if (problem !== null && nowMs - (epochMsOf(view.due_on ?? '') ?? 0) < givenUpMs) return;
    const next = { ...view, due_on: nextDue(view, member, nowMs) };
    const actor = { user: 'view', requestId: `view-${id}` };
    const result = await store.update(viewResource, owner, id, next, stored.revision, actor);
    if (result.ok) await follower.committed(result.change);
  }
}
