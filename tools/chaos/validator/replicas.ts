import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '../traffic/session.ts';
import { firstBuyer } from '../traffic/importer.ts';
import type { Replica } from '../world/replica.ts';
import { NoReply } from '../world/http.ts';
import type { Violation } from './violation.ts';

const usualCatchUpMs = 5000;
const againMs = 100;
const time = '2026-11-21T08:00:00Z';

/** What a replica shows of everything: an answer's text by what was asked. */
type View = ReadonlyMap<string, string>;

/** Compares each replica with a fresh one; those that follow changes may take 5 s. */
export async function checkReplicas(
  session: Session,
  replicas: readonly Replica[],
  fresh: Replica,
  catchUpMs = usualCatchUpMs,
): Promise<Violation[]> {
  const deadlineMs = performance.now() + catchUpMs;
  for (;;) {
    const [wanted, ...views] = await Promise.all([fresh, ...replicas].map((replica) => viewOf(session, replica)));
    const differences = views.flatMap((view, place) => differencesOf(replicas[place]?.name ?? '', view, wanted));
    if (differences.length === 0) return [];
    if (performance.now() > deadlineMs) return differences;
    await wait(againMs);
  }
}

/** Where a view is not the wanted one. */
export function differencesOf(replica: string, view: View, wanted: View = new Map()): Violation[] {
  const differing = [...wanted].filter(([asked, text]) => view.get(asked) !== text);
  return differing.map(([asked, text]) => ({
    law: 'replicas',
    what: `${replica} differs from a fresh process in ${asked}: ${around(view.get(asked) ?? 'nothing', text)}`,
  }));
}

/** The texts from the place on where they begin to differ. */
function around(one: string, other: string): string {
  let place = 0;
  while (place < one.length && one[place] === other[place]) place++;
  const [from, length] = [Math.max(place - 60, 0), 200];
  return `...${one.slice(from, from + length)} <> ...${other.slice(from, from + length)}`;
}

async function viewOf(session: Session, replica: Replica): Promise<View> {
  const view = new Map<string, string>();
  for (const [place, { key }] of session.world.sellers.entries()) {
    const sets = [...session.sets.values()]
      .filter(({ seller }) => seller.key === key)
      .map(({ ymProfileId }) => ymProfileId);
    const ymProfileIds = [session.ymProfileIds[place] ?? 0, ...sets];
    const lists = ['/ym-profile', '/ym-auction-tier', '/profile', '/change-log?num_elements=100'];
    const exports = ymProfileIds.map((id) => `/ym-profile/export?id=${id}`);
    for (const path of [...lists, ...exports])
      view.set(`${path} of seller ${place + 1}`, await read(replica, path, key));
    for (const ymProfileId of ymProfileIds) {
      const bids = [1, 1000, 2000, 3000, firstBuyer, firstBuyer + 1].map((member) => ({
        id: `b${member}`,
        member_id: member,
        price: 3,
      }));
      const body = { ym_profile_id: ymProfileId, seed: 'same', impression: { time }, bids };
      view.set(`auction in ym-profile ${ymProfileId}`, await read(replica, '/auction', key, body));
    }
  }
  return view;
}

/** An answer without what differs from one request to the next. */
async function read({ connections }: Replica, path: string, key: string, body?: object): Promise<string> {
  try {
    const asked = body === undefined ? { path, key } : ({ method: 'POST', path, key, body } as const);
    const { status, content } = await connections.ask(asked);
    const { dbg_info: _, ...same } = content;
    return `${status} ${JSON.stringify(same)}`;
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    return `no answer: ${error.message}`;
  }
}
