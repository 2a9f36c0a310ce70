import type { Operation } from '@trpc/client';
import { callLink, type Link } from './call-link.ts';

const auctions = /^auction\./;

/** Whether the caller has written something about a call: then it is sent alone, as its headers are about one call. */
export const isNoted = ({ context: { note, breakGlass } }: Pick<Operation, 'context'>): boolean =>
  note !== undefined || breakGlass !== undefined;

/** Refuses notes that no change could keep: of reads, auctions and logins, and what is no text. */
export const noteLink: Link = callLink(async (call, send) => {
  if (!isNoted(call)) return send(call);
  const { type, path, context } = call;
  if (type !== 'mutation' || auctions.test(path) || path === 'auth.login') {
    throw new TypeError(`${path} was given a note or a breakGlass, allowed: writes only`);
  }
  for (const name of ['note', 'breakGlass']) {
    const text = context[name];
    if (text === undefined || (typeof text === 'string' && text.trim() !== '')) continue;
    throw new TypeError(`the ${name} is ${JSON.stringify(text)}, allowed: a text of 1 to 200 characters`);
  }
  return send(call);
});
