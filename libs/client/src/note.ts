import type { Operation } from '@trpc/client';
import { callLink, type Link } from './call-link.ts';

const auctions = /^auction\./;

/** Whether a call has a note or a reason to break glass: it is then sent alone, as these headers are about one call. */
export const isNoted = ({ context: { note, breakGlass } }: Pick<Operation, 'context'>): boolean =>
  note !== undefined || breakGlass !== undefined;

/** Refuses notes that cannot be stored with a change: of reads, auctions and logins, and values that are not text. */
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
