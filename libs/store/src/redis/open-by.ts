import type { OpenBy } from '../port/object-store.ts';
import type { RedisLink } from './connection/link.ts';
import type { History } from './history/history.ts';
import { openByKey, pairs, toTexts } from './layout/layout.ts';

/** A user that has not told for so long that it has a draft open has it open no more. */
const openForMs = 30_000;

/**
 * Notes that a user has a draft open, and gives every user that has, by the clock of the server. The users of a draft
 * are one hash: since when and when last, milliseconds. It expires as a whole; the next user to come removes the users
 * that are gone.
 */
export async function noteOpen(
  { link, history }: { readonly link: RedisLink; readonly history: History },
  { memberId, draftId, partition }: { readonly memberId: number; readonly draftId: number; readonly partition: number },
  user: string,
): Promise<readonly OpenBy[]> {
  // Nothing is written to a database that is not the one that is known.
  await history.confirm(partition);
  const key = openByKey(memberId, draftId);
  const [seconds = '', micros = ''] = toTexts(await link.run('TIME'));
  const nowMs = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
  const noted = Object.entries(pairs(toTexts(await link.run('HGETALL', key)))).map(([name, text]) => {
    const [sinceMs = 0, lastMs = 0] = text.split(' ').map(Number);
    return { user: name, sinceMs, isOpen: lastMs > nowMs - openForMs };
  });
  const { sinceMs } = noted.find((one) => one.user === user && one.isOpen) ?? { sinceMs: nowMs };
  const gone = noted.filter((one) => !one.isOpen && one.user !== user).map((one) => one.user);
  await link.transaction([
    ['HSET', key, user, `${sinceMs} ${nowMs}`],
    ...(gone.length === 0 ? [] : [['HDEL', key, ...gone] as const]),
    ['PEXPIRE', key, String(openForMs)],
  ]);
  const others = noted.filter((one) => one.isOpen && one.user !== user);
  return [...others, { user, sinceMs }].map((one) => ({ user: one.user, sinceMs: one.sinceMs }));
}
