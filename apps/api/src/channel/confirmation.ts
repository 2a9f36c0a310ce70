import { randomInt } from 'node:crypto';
import { mailAddresses, readWaiting, type StoredChannel, type WaitingAddress } from '@auction-tiers/contract';
import { sha256 } from '../auth/secret.ts';
import { mailWith } from './mail.ts';
import type { Message } from './message.ts';

/** Letters and digits that are not mistaken for one another. 16 of 31 are 79 bits. */
const characters = '23456789abcdefghjkmnpqrstuvwxyz';
const codeLength = 16;

/** An address that was sent a code, which is not kept. */
export interface CodedAddress {
  readonly address: string;
  readonly code: string;
}

/** A code for each address of mail that has not confirmed itself in any channel of its member. */
export function codesFor(to: string, channels: readonly StoredChannel[]): readonly CodedAddress[] {
  const confirmed = new Set(channels.flatMap(confirmedAddresses));
  return [...new Set(mailAddresses(to))]
    .filter((address) => !confirmed.has(address))
    .map((address) => ({ address, code: drawCode() }));
}

/** The addresses of a channel of mail that it may send to. Those of channels from before confirmations count as confirmed. */
export function confirmedAddresses({ kind, to, waiting }: Pick<StoredChannel, 'kind' | 'to' | 'waiting'>): string[] {
  const unconfirmed = new Set(readWaiting(waiting).map(({ address }) => address));
  return kind === 'mail' ? mailAddresses(to).filter((address) => !unconfirmed.has(address)) : [];
}

/** What is stored of codes. */
export const toWaiting = (codes: readonly CodedAddress[]): string | null =>
  storedWaiting(codes.map(({ address, code }) => ({ address, sha256: sha256(code) })));

/** What still waits once a code has come back; undefined: it is the code of no address. */
export function withoutCode(waiting: string | null, code: string): string | null | undefined {
  const all = readWaiting(waiting);
  const hash = sha256(code.trim().toLowerCase());
  const rest = all.filter((one) => one.sha256 !== hash);
  return rest.length === all.length ? undefined : storedWaiting(rest);
}

const storedWaiting = (all: readonly WaitingAddress[]): string | null =>
  all.length === 0 ? null : JSON.stringify(all);

const drawCode = () => Array.from({ length: codeLength }, () => characters[randomInt(characters.length)]).join('');

/** The mail that asks an address whether it wants alerts. `user`: who has set it up. */
export function confirmationOf(channel: Pick<StoredChannel, 'id'>, code: string, member: string): Message {
  const mail = mailWith({
    title: `Confirm that alerts from ${member} may be sent to this address`,
    lines: [
      `Someone at ${member} wants to send alerts to this address. If you want them, enter this code beside the channel under Today, Alerts, or give it to that person.`,
      'If you do not, ignore this mail: no alerts will be sent to you.',
    ],
    rows: [['Code', code]],
    links: [],
    foot: `Sent once, because a manager of ${member} has entered this address.`,
  });
  return { id: `${channel.id}-confirm-${sha256(code).slice(0, 12)}`, body: '', mail };
}
