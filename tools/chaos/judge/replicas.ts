import { setTimeout as wait } from 'node:timers/promises';
import type { Seller } from '../traffic/traffic.ts';
import { firstBuyer } from '../traffic/writer.ts';
import type { Asked } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';

const usualCatchUpMs = 5000;
const againMs = 100;
const buyers = [1, 1000, 2000, 3000, firstBuyer, firstBuyer + 1];
const bids = buyers.map((member) => ({ id: `b${member}`, member_id: member, price: 3 }));
const auction = { seed: 'same', impression: { time: '2026-11-21T08:00:00Z' }, bids };

/** Compares all answers of each replica with those of a fresh one, until they are equal or the time is over. */
export async function checkReplicas(
  sellers: readonly Seller[],
  replicas: readonly Replica[],
  fresh: Replica,
  catchUpMs = usualCatchUpMs,
): Promise<string[]> {
  const deadlineMs = performance.now() + catchUpMs;
  for (;;) {
    const [wanted, ...views] = await Promise.all([fresh, ...replicas].map((replica) => viewOf(sellers, replica)));
    const differences = views.flatMap((view, index) =>
      [...view].flatMap(([asked, text]) => {
        const right = wanted?.get(asked) ?? '';
        return text === right ? [] : [`${replicas[index]?.name} differs in ${asked}: ${whereDiffer(text, right)}`];
      }),
    );
    if (differences.length === 0 || performance.now() > deadlineMs) return differences;
    await wait(againMs);
  }
}

/** The part of two texts from just before their first difference. */
function whereDiffer(one: string, other: string): string {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index++;
  const from = Math.max(index - 60, 0);
  return `...${one.slice(from, from + 200)} <> ...${other.slice(from, from + 200)}`;
}

/** The lists, exports, change log and auctions of every seller: the text of each answer, by request. */
async function viewOf(sellers: readonly Seller[], replica: Replica): Promise<ReadonlyMap<string, string>> {
  const view = new Map<string, string>();
  for (const { key, memberId, singleId, setId } of sellers) {
    const ids = [singleId, setId];
    const lists = ['/ym-profile', '/ym-auction-tier', '/profile', '/change-log?num_elements=100'];
    const asked: Asked[] = [
      ...[...lists, ...ids.map((id) => `/ym-profile/export?id=${id}`)].map((path) => ({ path })),
      ...ids.map((id) => ({ method: 'POST', path: '/auction', body: { ym_profile_id: id, ...auction } }) as const),
    ];
    for (const [number, one] of asked.entries()) {
      const { status, content } = await replica.ask({ ...one, key });
      // Leaves out what differs between equal requests.
      const { dbg_info: _, ...same } = content;
      view.set(`${number} ${one.path} of member ${memberId}`, `${status} ${JSON.stringify(same)}`);
    }
  }
  return view;
}
