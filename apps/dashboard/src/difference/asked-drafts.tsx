import { type Draft, editorsOf } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { FoundPlaceContext, usePlace } from '../address/place.ts';
import { trpc } from '../service/trpc.ts';
import { draftName } from '../draft/draft-name.ts';

/** An asked colleague sees a request within half a minute, also where nothing else is read again. */
const askEveryMs = 30_000;

/** The drafts of all groups of sites whose authors wait for an approval that this user may give. */
export function useAskedDrafts(): readonly Draft[] {
  const { seller } = useContext(FoundPlaceContext);
  const mayApprove = seller?.session.scopes.includes('publish') === true;
  const { data } = useQuery(
    trpc.draft.list.queryOptions(
      { member_id: seller?.memberId ?? 0, filter: { approval_asked: true, state: ['open', 'suspended'] } },
      { enabled: mayApprove, refetchInterval: askEveryMs },
    ),
  );
  if (!mayApprove) return [];
  return (data?.items ?? []).filter(
    (draft) => draft.approved_by === null && !editorsOf(draft).includes(seller.session.username),
  );
}

/** The drafts that wait for this user's approval, each with a link. */
export function AskedDrafts() {
  const { ymProfiles } = useContext(FoundPlaceContext);
  const { ymProfile } = usePlace();
  const asked = useAskedDrafts();
  return asked.map((draft) => {
    const sites = ymProfiles?.find(({ id }) => id === draft.ym_profile_id);
    return (
      <div key={draft.id} className="notice" role="status">
        <strong>{draftName(draft)} waits for your approval.</strong> {draft.asked_by ?? draft.changed_by} asks for it
        {sites !== undefined && sites.id !== ymProfile.id && `, for ${sites.name}`}
        {draft.asked_note !== null && `: “${draft.asked_note}”`}.{' '}
        <Link to="/draft" search={(all) => ({ ...all, ym: draft.ym_profile_id, draft: draft.id })} hash="publish">
          See what it changes
        </Link>
      </div>
    );
  });
}
