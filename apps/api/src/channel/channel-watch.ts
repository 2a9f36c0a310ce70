import {
  type Alert,
  type Channel,
  dateText,
  type Member,
  type NameOf,
  ServiceError,
  type StoredChannel,
  storedChannelResource,
} from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import type { ObjectStore, RedisStore } from '@auction-tiers/store';
import type { Clock } from '../auth/clock.ts';
import type { JobRun, Work } from '../loop/job.ts';
import type { Follower } from '../mirror/follower.ts';
import type { BuyerNames } from '../mirror/directory.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { StoredCounts } from '../report/stored-counts.ts';
import { type CodedAddress, confirmationOf, confirmedAddresses } from './confirmation.ts';
import { digestDay, digestMail } from './digest.ts';
import type { Link } from './mail.ts';
import { type Event, eventsFor, type Message, messageOf, readTold, toldAfter, type Told } from './message.ts';
import { type ChannelSecrets, type ChannelSender, isMuted, isQuiet } from './sender.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** A message that a channel has not taken for this long is given up. */
const givenUpMs = 24 * hourMs;
/** Wait between two attempts: doubled from the first up to the longest. */
const [firstWaitMs, longestWaitMs] = [10_000, 15 * minuteMs];

interface WatchParts {
  readonly store: Pick<ObjectStore, 'get' | 'update' | 'secretsOf'> & Pick<RedisStore, 'countMails'>;
  readonly mirror: Mirror;
  readonly follower: Pick<Follower, 'committed'>;
  readonly reports: Pick<StoredCounts, 'hours' | 'read'>;
  readonly sender: ChannelSender;
  readonly buyerNames: Pick<BuyerNames, 'nameOf'>;
  readonly clock: Clock;
}

type Outcome = 'arrived' | 'failed' | 'given_up';

/**
 * Sends alerts to channels: each at least once, in order, with one id. What a channel was told is stored with it, so
 * that a process that takes over goes on from there.
 */
export class ChannelWatch implements Work {
  readonly #parts: WatchParts;
  /** Channels whose last attempt failed: the failures in a row, and when to try again. */
  readonly #waits = new Map<number, { readonly failures: number; readonly untilMs: number }>();
  readonly #counts = new Map<string, { readonly kind: Channel['kind']; readonly outcome: Outcome; value: number }>();

  constructor(parts: WatchParts) {
    this.#parts = parts;
    for (const kind of storedChannelResource.fields.kind.values ?? []) {
      for (const outcome of ['arrived', 'failed', 'given_up'] as const) this.#count({ kind } as Channel, outcome, 0);
    }
  }

  /** Outcomes of the messages since the start of this process. */
  get counts(): readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[] {
    return Array.from(this.#counts.values(), ({ kind, outcome, value }) => ({ labels: { kind, outcome }, value }));
  }

  isDue(): boolean {
    return this.#due().length > 0;
  }

  async run(run: JobRun): Promise<void> {
    await Promise.all(this.#due().map((channel) => this.#tellOf(channel, run)));
  }

  #due(): readonly StoredChannel[] {
    const all = this.#parts.mirror.allRows('channel');
    return all.filter((channel) => this.#hasNews(channel));
  }

  #memberOf({ member_id: id }: Channel): Member | undefined {
    return this.#parts.mirror.row('member', id, id);
  }

  #eventsFor({ member_id: owner }: Channel, told: Told): readonly Event[] {
    return eventsFor(told, this.#parts.mirror.rows('alert', owner));
  }

  #hasNews(channel: StoredChannel): boolean {
    const nowMs = this.#parts.clock.epochMs();
    const member = this.#memberOf(channel);
    if (member === undefined || !hasRecipient(channel) || nowMs < (this.#waits.get(channel.id)?.untilMs ?? 0))
      return false;
    if (this.#digestFor(channel, member) !== null) return true;
    return !isQuiet(member, nowMs) && this.#eventsFor(channel, readTold(channel.told)).length > 0;
  }

  /** The day whose digest is to be sent to a channel now, also in quiet hours, because a user chose the hour. */
  #digestFor({ id, kind, told }: StoredChannel, member: Member): string | null {
    const chosen = member.alerts?.channels ?? null;
    if (kind !== 'mail' || (chosen !== null && !chosen.includes(id))) return null;
    const day = digestDay(member, this.#parts.clock.epochMs());
    return day === readTold(told).digest ? null : day;
  }

  async #tellOf(known: StoredChannel, run: JobRun): Promise<void> {
    const { store, clock } = this.#parts;
    // Reads the stored channel: another process may have sent it alerts meanwhile.
    const [stored, secrets] = await Promise.all([
      store.get(storedChannelResource, known.member_id, known.id),
      store.secretsOf(storedChannelResource, known.member_id, known.id) as Promise<ChannelSecrets | null>,
    ]);
    const member = this.#memberOf(known);
    if (stored === null || secrets === null || member === undefined) return;
    const channel = stored.value as unknown as StoredChannel;
    let told = readTold(channel.told);
    const day = this.#digestFor(channel, member);
    if (day !== null) {
      const link = this.#parts.sender.linkTo('/today');
      const parts = { ...this.#parts, nameOf: this.#namesOf(member.id), own: this.#ownOf(member.id) };
      const mail = await digestMail(parts, member, { dueOn: day, nowMs: clock.epochMs() }, link);
      const message = { id: `${channel.id}-digest-${day}`, body: '', mail };
      if ((await this.#send(channel, secrets, message)) !== null) return;
      told = { ...told, digest: day };
      await this.#keep(channel, { told: JSON.stringify(told), arrived_on: dateText(clock.epochMs()), problem: null });
    }
    if (isQuiet(member, clock.epochMs())) return;
    for (const event of this.#eventsFor(channel, told)) {
      if (run.isOver) return;
      const isWanted = isWantedBy(channel, event, told, member);
      const isSent = isWanted && clock.epochMs() - event.atMs <= givenUpMs;
      told = toldAfter(told, event, isSent);
      if (!isSent) {
        if (isWanted) this.#count(channel, 'given_up');
        await this.#keep(channel, { told: JSON.stringify(told) });
        continue;
      }
      const refusal = await this.#countMail(channel);
      const problem = refusal ?? (await this.#send(channel, secrets, this.#messageOf(channel, event, member)));
      if (refusal !== null) await this.#wait(channel, refusal);
      if (problem !== null) return;
      await this.#keep(channel, { told: JSON.stringify(told), arrived_on: dateText(clock.epochMs()), problem: null });
    }
  }

  /** Sends once and, where the message was not taken, notes when to try again. Returns why; null: it was taken. */
  async #send(channel: StoredChannel, secrets: ChannelSecrets, message: Message): Promise<string | null> {
    const { sender } = this.#parts;
    const problem = await sender.send(channel, recipientsOf(channel, secrets), message);
    this.#count(channel, problem === null ? 'arrived' : 'failed');
    if (problem === null) {
      this.#waits.delete(channel.id);
      return null;
    }
    await this.#wait(channel, problem);
    return problem;
  }

  /** Notes why a message was not taken, and when to try again. */
  async #wait(channel: StoredChannel, problem: string): Promise<void> {
    const failures = (this.#waits.get(channel.id)?.failures ?? 0) + 1;
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
    this.#waits.set(channel.id, { failures, untilMs: this.#parts.clock.epochMs() + waitMs });
    await this.#keep(channel, { problem });
  }

  /**
   * Counts a mail that is an alert, a confirmation, or sent by a user. Returns why it may not be sent; null: it may. What is
   * sent by the day, the week or the month is not counted.
   */
  async #countMail({ kind, member_id: owner }: Pick<Channel, 'kind' | 'member_id'>): Promise<string | null> {
    if (kind !== 'mail') return null;
    const { count, remainingMs } = await this.#parts.store.countMails(owner, 1);
    return count <= mailsPerHour ? null : tooManyMails(remainingMs);
  }

  /** Counts mails that ask addresses to confirm; throws where these are more than a member may send. */
  async requireMails(owner: number, mails: number): Promise<void> {
    if (mails === 0) return;
    const { count, remainingMs } = await this.#parts.store.countMails(owner, mails);
    if (count > mailsPerHour) throw rateExceeded(remainingMs);
  }

  /** Asks the addresses of a channel to confirm. Returns the problem of the last that could not be sent; null: there is none. */
  async askToConfirm(channel: Channel, codes: readonly CodedAddress[]): Promise<string | null> {
    let problem: string | null = null;
    for (const { address, code } of codes) {
      const message = confirmationOf(channel, code, this.#memberOf(channel)?.name ?? '');
      problem = (await this.#parts.sender.send({ kind: 'mail' }, { address, hmac_key: '' }, message)) ?? problem;
    }
    if (problem !== null) await this.#keep(channel, { problem });
    return problem;
  }

  /** Sends a message that is no alert, unless the channel waits. Returns why it was not taken; null: it was. */
  async deliver(owner: number, id: number, message: Message): Promise<string | null> {
    const { store, clock } = this.#parts;
    if (clock.epochMs() < (this.#waits.get(id)?.untilMs ?? 0))
      return 'it is waiting after a failure; it will try again';
    const [stored, secrets] = await Promise.all([
      store.get(storedChannelResource, owner, id),
      store.secretsOf(storedChannelResource, owner, id) as Promise<ChannelSecrets | null>,
    ]);
    if (stored === null || secrets === null) return 'the channel is gone';
    const channel = stored.value as unknown as StoredChannel;
    if (!hasRecipient(channel)) return unconfirmed;
    const problem = await this.#send(channel, secrets, message);
    if (problem === null) await this.#keep(channel, { arrived_on: dateText(clock.epochMs()), problem });
    return problem;
  }

  /** Sends a test. Returns why it was not taken; null: it was. */
  async test(channel: StoredChannel): Promise<string | null> {
    const event = testOf(channel, this.#parts.clock.epochMs());
    return this.sendNow(channel, (member) => this.#messageOf(channel, event, member));
  }

  /**
   * Sends at once what a user asks for, which does not change which alerts the channel was told of. The message is made
   * only if it may be sent; null: what it would show is gone. Returns why it was not taken; null: it was.
   */
  async sendNow(
    channel: StoredChannel,
    messageFor: (member: Member) => Message | null | Promise<Message | null>,
  ): Promise<string | null> {
    const { store, sender, clock } = this.#parts;
    const secrets = (await store.secretsOf(
      storedChannelResource,
      channel.member_id,
      channel.id,
    )) as ChannelSecrets | null;
    const member = this.#memberOf(channel);
    if (secrets === null || member === undefined) return 'the channel is gone';
    if (!hasRecipient(channel)) return unconfirmed;
    if (channel.kind === 'mail') await this.requireMails(channel.member_id, 1);
    const message = await messageFor(member);
    if (message === null) return 'what it would show is gone';
    const problem = await sender.send(channel, recipientsOf(channel, secrets), message);
    this.#count(channel, problem === null ? 'arrived' : 'failed');
    await this.#keep(channel, problem === null ? { problem, arrived_on: dateText(clock.epochMs()) } : { problem });
    // The user who sends may have repaired the channel.
    if (problem === null) this.#waits.delete(channel.id);
    return problem;
  }

  #messageOf(channel: Channel, event: Event, member: Member): Message {
    const { mirror, sender } = this.#parts;
    const { name, timezone, currency } = member;
    const { alert, kind } = event;
    const isOfSites = kind !== 'test' && alert.kind !== 'recording';
    const ym = alert.ym_profile_id;
    const path = kind === 'test' ? '/today/alerts' : `/today/alerts?ym=${ym}&alert=${alert.id}`;
    return messageOf(event, channel, {
      member: name,
      sites: isOfSites ? (mirror.row('ym-profile', member.id, ym)?.name ?? null) : null,
      timezone,
      currency,
      nameOf: this.#namesOf(member.id),
      own: this.#ownOf(member.id),
      link: sender.linkTo(path),
      subject: this.#subjectOf(alert),
    });
  }

  /** A link to the draft or live test that an alert is about. */
  #subjectOf({ kind, subject_id: id, ym_profile_id: ym }: Alert): Link | null {
    if (id === null || (kind !== 'draft' && kind !== 'experiment')) return null;
    const isDraft = kind === 'draft';
    const to = this.#parts.sender.linkTo(
      isDraft ? `/draft?ym=${ym}&draft=${id}` : `/draft/tests?ym=${ym}&experiment=${id}`,
    );
    return to === null ? null : { to, words: isDraft ? 'Open the draft' : 'Open the live test' };
  }

  #namesOf(owner: number): NameOf {
    const { mirror, buyerNames } = this.#parts;
    return (kind, id) => {
      if (kind === 'buyer') return buyerNames.nameOf(id) ?? null;
      return mirror.row(kind === 'tier' ? 'ym-auction-tier' : 'profile', owner, id)?.name ?? null;
    };
  }

  /** What people have named, and noted at drafts: it stays as they wrote it. */
  #ownOf(owner: number): readonly string[] {
    const { mirror } = this.#parts;
    const named = [
      ...mirror.rows('ym-auction-tier', owner),
      ...mirror.rows('profile', owner),
      ...mirror.rows('draft', owner),
      ...mirror.rows('experiment', owner),
      ...mirror.rows('platform-member', null),
    ].map(({ name }) => name);
    const notes = mirror.rows('draft', owner).map(({ note }) => note);
    return [...named, ...notes].filter((text) => text !== null && text !== undefined);
  }

  /** Stores changes. The channel may be deleted meanwhile, and a test may change it at the same time. */
  async #keep({ id, member_id: owner }: Channel, changes: Partial<StoredChannel>): Promise<void> {
    const { store, follower } = this.#parts;
    for (let attempts = 0; attempts < mostAttempts; attempts++) {
      const stored = await store.get(storedChannelResource, owner, id);
      if (stored === null) return;
      if (Object.entries(changes).every(([name, value]) => stored.value[name] === value)) return;
      const next = { ...stored.value, ...changes };
      const actor = { user: 'alert', requestId: `channel-${id}` };
      const result = await store.update(storedChannelResource, owner, id, next, stored.revision, actor);
      if (result.ok) return follower.committed(result.change);
    }
  }

  #count({ kind }: Pick<Channel, 'kind'>, outcome: Outcome, by = 1): void {
    const name = `${kind} ${outcome}`;
    const count = this.#counts.get(name) ?? { kind, outcome, value: 0 };
    count.value += by;
    this.#counts.set(name, count);
  }
}
const mostAttempts = 5;

/** Alerts, confirmations, tests and views sent by users: mails that a member may have sent within an hour. */
const mailsPerHour = 20;
const unconfirmed = 'none of its addresses has confirmed yet: enter the code that each of them was sent';

const tooManyMails = (remainingMs: number): string =>
  `this seller has been sent ${mailsPerHour} mails within an hour, the most allowed; the next is possible in ${english.counted(Math.max(1, Math.ceil(remainingMs / minuteMs)), 'minute')}`;

const rateExceeded = (remainingMs: number) =>
  new ServiceError('rate_exceeded', tooManyMails(remainingMs), {
    retryAfterS: Math.max(1, Math.ceil(remainingMs / 1000)),
  });

/** Whether anything may be sent to a channel. */
const hasRecipient = (channel: StoredChannel): boolean =>
  channel.kind !== 'mail' || confirmedAddresses(channel).length > 0;

/** The secrets of a channel, with only those addresses of mail that have confirmed. */
const recipientsOf = (channel: StoredChannel, secrets: ChannelSecrets): ChannelSecrets =>
  channel.kind === 'mail' ? { ...secrets, address: confirmedAddresses(channel).join(',') } : secrets;

/** Whether to send an event: the opening of an alert that is not muted, and the end of an alert that was sent. */
function isWantedBy({ id, kind }: Channel, event: Event, told: Told, member: Member): boolean {
  const chosen = member.alerts?.channels ?? null;
  if (chosen !== null && !chosen.includes(id)) return false;
  if (event.kind === 'opened') return !isMuted(event.alert, member);
  // No mail is sent at the end of an alert: the digest says that it is over.
  return kind !== 'mail' && told.open.includes(event.alert.id);
}

function testOf({ id, member_id }: Channel, nowMs: number): Event {
  const now = dateText(nowMs);
  const alert: Alert = {
    id,
    ym_profile_id: 1,
    kind: 'net',
    subject_id: null,
    sentence: 'this channel receives alerts',
    net_difference: null,
    also: null,
    since: now,
    every_days: 0,
    state: 'open',
    closed_on: null,
    acknowledged: false,
    muted: false,
    note: null,
    member_id,
    last_modified: now,
  };
  return { kind: 'test', alert, atMs: nowMs };
}
