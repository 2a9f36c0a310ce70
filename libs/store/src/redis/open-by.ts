import type { OpenBy } from '../port/object-store.ts';
import type { RedisLink } from './connection/link.ts';
import { readTime } from './connection/server.ts';
import type { History } from './history/history.ts';
import { openByKey, pairs, toTexts } from './layout/layout.ts';

/** How long a draft counts as open after a user's last note. */
const openForMs = 30_000;

/**
 * Records that a user has a draft open, and returns all users that do, by the server's clock. The users of a draft are
 * one hash with the first and the last time of each, milliseconds. The hash expires as a whole; the next note removes
 * users whose time is over.
 */
export async function noteOpen(
  { link, history }: { readonly link: RedisLink; readonly history: History },
  { memberId, draftId, partition }: { readonly memberId: number; readonly draftId: number; readonly partition: number },
  user: string,
): Promise<readonly OpenBy[]> {
  // Never write to a database other than the known one.
  await history.head(partition);
  const key = openByKey(memberId, draftId);
  const nowMs = await readTime(link);
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
