import type { ImportAnswer, TierSetFile } from '@auction-tiers/contract';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Answer, RequestOptions, Row, Send } from '../fixture/request.ts';

/** The file that an export gives. */
export async function exportOf(send: Send, id: number, options?: RequestOptions): Promise<TierSetFile> {
  const answer = await send('GET', `/ym-profile/export?id=${id}`, options);
  return expectOk(answer).response['ym-profile-export'] as TierSetFile;
}

/** Sends a file, or an answer that holds one. */
export const sendFile = (
  send: Send,
  id: number,
  body: unknown,
  query = '',
  options?: RequestOptions,
): Promise<Answer> => send('POST', `/ym-profile/import?id=${id}${query}`, { ...options, body });

/** What an import that is let in does. */
export const importAnswer = (answer: Answer): ImportAnswer =>
  expectOk(answer).response['ym-profile-import'] as ImportAnswer;

/** A file without what differs from one ym-profile, and from one moment, to another: a tier names its profile by place. */
export function contentOf({ tiers, profiles }: TierSetFile): {
  readonly tiers: readonly Row[];
  readonly profiles: readonly Row[];
} {
  const places = new Map(profiles.map(({ id }, place) => [id, place]));
  return {
    tiers: tiers.map(({ id: _id, ym_profile_id: _ym, member_id: _m, created_on: _c, last_modified: _l, ...tier }) => ({
      ...tier,
      profile_id: tier.profile_id === null ? null : places.get(tier.profile_id),
    })),
    profiles: profiles.map(({ id: _id, member_id: _m, last_modified: _l, ...profile }) => profile),
  };
}
