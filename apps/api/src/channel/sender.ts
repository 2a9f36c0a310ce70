import { calendarOf } from '@auction-tiers/calendar';
import { type Alert, type Channel, mailAddresses, type Member } from '@auction-tiers/contract';
import { createTransport, type Transporter } from 'nodemailer';
import type { Clock } from '../auth/clock.ts';
import type { Settings } from '../settings/settings.ts';
import { ForbiddenHost, requireAllowedHost } from './host.ts';
import type { Message } from './message.ts';
import { sendWebhook } from './webhook.ts';

export type ChannelSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'WEBHOOK_ALLOW'>;

/** How long each step with a mail server may take. */
const patienceMs = 10_000;

/** What the codes of a mail server that cannot be used mean. */
const mailProblems: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refuses the sign-in of this installation',
  ECONNECTION: 'the mail server cannot be reached',
  ECONNREFUSED: 'the mail server refuses the connection',
  EDNS: 'the mail server cannot be found',
  ESOCKET: 'the mail server cannot be reached',
  ETIMEDOUT: 'the mail server does not answer',
  ETLS: 'the mail server offers no secure connection',
};

const noMail = 'this installation sends no mail';

/** Sends to webhooks and by mail, with one attempt each. */
export class ChannelSender {
  readonly #settings: ChannelSettings;
  readonly #clock: Clock;
  readonly #mails: Transporter | null;

  constructor(settings: ChannelSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    const times = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
    this.#mails = settings.SMTP_URL === undefined ? null : createTransport({ url: settings.SMTP_URL, ...times });
  }

  /** Whether the installation has a mail server. */
  get sendsMail(): boolean {
    return this.#mails !== null;
  }

  close(): void {
    this.#mails?.close();
  }

  /** Why nothing could ever be sent to such a channel; null: it can be. */
  async obstacleOf({ kind, to }: Pick<Channel, 'kind' | 'to'>): Promise<string | null> {
    if (kind === 'mail') return this.sendsMail ? null : noMail;
    try {
      await requireAllowedHost(new URL(to), this.#settings.WEBHOOK_ALLOW);
      return null;
    } catch (error) {
      if (error instanceof ForbiddenHost) return error.message;
      throw error;
    }
  }

  /** Sends a message to a channel. Returns why it was not taken; null: it was. */
  async send(channel: Pick<Channel, 'kind'>, secrets: ChannelSecrets, message: Message): Promise<string | null> {
    try {
      if (channel.kind === 'mail') return await this.#mail(secrets.address, message);
      const { address: url, hmac_key: key } = secrets;
      const { id, body } = message;
      return await sendWebhook({ url, key, id, body, nowMs: this.#clock.epochMs() }, this.#settings.WEBHOOK_ALLOW);
    } catch (error) {
      if (error instanceof ForbiddenHost) return error.message;
      throw error;
    }
  }

  async #mail(address: string, { id, mail }: Message): Promise<string | null> {
    const { MAIL_FROM: from = '' } = this.#settings;
    if (this.#mails === null) return noMail;
    try {
      await this.#mails.sendMail({
        ...mail,
        attachments: [...(mail.attachments ?? [])],
        from: { name: 'Auction tiers', address: from },
        to: [...mailAddresses(address)],
        messageId: `<${id}@${from.split('@').at(-1)}>`,
        headers: { 'auto-submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return null;
    } catch (error) {
      const { responseCode, code = 'unknown' } = error as { readonly responseCode?: number; readonly code?: string };
      return responseCode === undefined
        ? (mailProblems[code] ?? 'the mail could not be sent')
        : `the mail server answered ${responseCode}`;
    }
  }

  /** The address of a view of the page; null: the installation has not said where its page is. */
  linkTo(path: string): string | null {
    const { PUBLIC_URL: base } = this.#settings;
    return base === undefined ? null : `${base.replace(/\/$/, '')}/app${path}`;
  }
}

/** The stored parts of a channel that are never shown. */
export interface ChannelSecrets {
  readonly address: string;
  readonly hmac_key: string;
}

/** What people see of the address of a channel: the path of a webhook often is its password. */
export const shownAddress = ({ kind, to }: Pick<Channel, 'kind' | 'to'>): string =>
  kind === 'mail' ? mailAddresses(to).join(', ') : `${new URL(to).origin}/…`;

/** Whether a moment is in the member's quiet hours. */
export function isQuiet({ alerts, timezone }: Pick<Member, 'alerts' | 'timezone'>, nowMs: number): boolean {
  const [from = 0, to = 0] = alerts?.quiet_hours ?? [];
  const { hour } = calendarOf(timezone).clockAt(nowMs);
  return from <= to ? from <= hour && hour < to : hour >= from || hour < to;
}

/** Whether users want to hear no more of an alert, or of its kind. */
export const isMuted = ({ muted, kind }: Alert, { alerts }: Pick<Member, 'alerts'>): boolean =>
  muted || (alerts?.muted ?? []).includes(kind);
