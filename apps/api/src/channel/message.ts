import { type Alert, type Channel, cut, epochMsOf, type NameOf, plainWords } from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import { dayWords, type Link, type Mail, mailOf, momentOf } from './mail.ts';

/** What a channel is told about an alert: that it was opened or closed, or that this is a test. */
export interface Event {
  readonly kind: 'opened' | 'closed' | 'test';
  readonly alert: Alert;
  readonly atMs: number;
}

/** What a channel was told: alerts up to an id, those of them that it knows as open, and the last digest's day. */
export interface Told {
  readonly through: number;
  readonly open: readonly number[];
  readonly digest?: string;
}

export const readTold = (text: string | null): Told =>
  text === null ? { through: 0, open: [] } : (JSON.parse(text) as Told);

export const toldAfter = (told: Told, { kind, alert: { id } }: Event, isSent: boolean): Told =>
  kind === 'opened'
    ? { ...told, through: id, open: isSent ? [...told.open, id] : told.open }
    : { ...told, open: told.open.filter((one) => one !== id) };

const at = (text: string | null) => (text === null ? 0 : (epochMsOf(text) ?? 0));

/** The events to send to a channel, in order: each alert that is new to it, and the end of each that it knows. */
export function eventsFor(told: Told, alerts: readonly Alert[]): readonly Event[] {
  let lastMs = 0;
  const opened = alerts
    .filter(({ id }) => id > told.through)
    .toSorted((one, other) => one.id - other.id)
    .map((alert): Event => {
      // In the order of ids, by which `through` records how far a channel was told, even if clocks differ.
      lastMs = Math.max(lastMs, at(alert.since));
      return { kind: 'opened', alert, atMs: lastMs };
    });
  const beginnings = new Map(opened.map(({ alert, atMs }) => [alert.id, atMs]));
  const closed = alerts
    .filter(({ id, state }) => state === 'closed' && (beginnings.has(id) || told.open.includes(id)))
    .map((alert): Event => {
      const atMs = Math.max(at(alert.closed_on), beginnings.get(alert.id) ?? 0);
      return { kind: 'closed', alert, atMs };
    });
  // Sorting is stable: an alert opens before it closes.
  return [...opened, ...closed].toSorted((one, other) => one.atMs - other.atMs);
}

/** What is sent to a channel. */
export interface Message {
  /** The id of the message, equal for every attempt to send it. */
  readonly id: string;
  readonly body: string;
  readonly mail: Mail;
}

/** Escapes text for Slack, which would else read links and mentions in it. */
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A body that Slack and Teams show as text. */
export const slackBody = (lines: readonly (string | null)[]): string =>
  JSON.stringify({
    text: lines
      .flatMap((line) => line ?? [])
      .map(slackText)
      .join('\n'),
  });

/** What a message says around the sentence of an alert. */
export interface About {
  readonly member: string;
  /** The name of the ym-profile; null: the alert is about the seller as a whole. */
  readonly sites: string | null;
  readonly timezone: string;
  readonly currency: string;
  readonly nameOf: NameOf;
  /** Names and notes that may stand in the sentence. */
  readonly own: readonly string[];
  /** To the alert; null: the installation has not said where its page is. */
  readonly link: string | null;
  /** To the draft or live test that the alert is about; null: it is about none. */
  readonly subject: Link | null;
}

/** Of a group's name before a sentence: a subject has room for more. */
const mostOfSites = 60;

const beginnings = { opened: '', closed: 'Resolved: ', test: 'Test: ' } as const;

/** The sentence of an alert in the words of its readers, with the group of sites that it is about. */
export function sentenceOf(
  { sentence }: Pick<Alert, 'sentence'>,
  { sites, ...shown }: Pick<About, 'sites' | 'timezone' | 'currency' | 'nameOf' | 'own'>,
): string {
  const { currency, timezone: timeZone, nameOf, own } = shown;
  const words = plainWords(sentence, {
    currency,
    timeZone,
    nameOf,
    own,
    price: english.price,
    moment: (ms) => momentOf(ms, timeZone),
    day: dayWords,
    clock: (day, time) => `${dayWords(day)}, ${time}`,
  });
  return sites === null ? words : `[${cut(sites, mostOfSites)}] ${words}`;
}

export function messageOf({ kind, alert }: Event, channel: Pick<Channel, 'id' | 'format'>, about: About): Message {
  const { link, currency, subject } = about;
  const sentence = `${beginnings[kind]}${sentenceOf(alert, about)}`;
  const { acknowledged: _acknowledged, muted: _muted, note: _note, last_modified: _modified, ...facts } = alert;
  const json = { event: kind, link, alert: { ...facts, currency } };
  return {
    id: `${channel.id}-${alert.id}-${kind}`,
    body:
      channel.format === 'slack'
        ? slackBody([sentence, subject && `${subject.words}: ${subject.to}`, link])
        : JSON.stringify(json),
    mail: mailOf({ ...about, title: sentence, alert }),
  };
}
