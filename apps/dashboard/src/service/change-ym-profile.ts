import type { YmProfile } from '@auction-tiers/contract';
import { client, refresh, trpc } from './trpc.ts';

type Changes = Parameters<typeof client.ymProfile.update.mutate>[0]['changes'];

/** Changes a group of sites, computed from what is stored of it, so that another user's changes stay. */
export async function changeYmProfile(
  { id, member_id }: Pick<YmProfile, 'id' | 'member_id'>,
  changesOf: (now: YmProfile) => Changes,
): Promise<void> {
  const { etag, item } = await client.ymProfile.getTagged.query({ id, member_id });
  await client.ymProfile.update.mutate({ id, member_id, changes: changesOf(item), if_match: etag });
  await refresh(trpc.ymProfile);
}
