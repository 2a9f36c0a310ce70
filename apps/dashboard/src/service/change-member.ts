import type { Member } from '@auction-tiers/contract';
import { client, refresh, trpc } from './trpc.ts';

type Changes = Parameters<typeof client.member.update.mutate>[0]['changes'];

/** Changes settings of a seller, computed from the stored ones, so that another user's changes stay. */
export async function changeMember(id: number, changesOf: (now: Member) => Changes): Promise<void> {
  const { etag, item } = await client.member.getTagged.query({ id });
  await client.member.update.mutate({ id, changes: changesOf(item), if_match: etag });
  // Days, figures and what may be written depend on it.
  await refresh(trpc.member);
}
