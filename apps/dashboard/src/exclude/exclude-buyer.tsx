import type { Draft, YmProfile } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { FoundPlaceContext, type Place, usePlace } from '../address/place.ts';
import { draftName } from '../draft/draft-name.ts';
import { EditProblem } from '../difference/edit-problem.tsx';
import { contentOf } from '../draft/content.ts';
import { editDraft, refreshDrafts, useEditDraft } from '../draft/use-draft.ts';
import { contentSeen } from '../draft/seen.ts';
import { counted } from '../figure/count.ts';
import { PlainButton, Problem, QuietButton } from '../part/kit.tsx';
import { sentenceOf } from '../service/problem.ts';
import { client, trpc } from '../service/trpc.ts';
import { type ExcludedBuyer, excludeEdit, excludePriority, exclusionOf } from './exclude-edit.ts';
import { buyerName } from '../words/buyer-name.ts';
import { listed } from '../words/listed.ts';

/** The button that asks about excluding a buyer. */
export function ExcludeBuyer({ buyer }: { readonly buyer: ExcludedBuyer }) {
  const { session } = usePlace();
  const [isAsking, setIsAsking] = useState(false);
  if (!session.scopes.includes('write')) return null;
  if (isAsking) return <ExcludeAsked buyer={buyer} onClose={() => setIsAsking(false)} />;
  return <PlainButton onClick={() => setIsAsking(true)}>Exclude this buyer…</PlainButton>;
}

/** Excludes a buyer: shows what that does, and does it in the draft of one group of sites, or of each group. */
export function ExcludeAsked({ buyer, onClose }: { readonly buyer: ExcludedBuyer; readonly onClose: () => void }) {
  const place = usePlace();
  const { ymProfiles } = useContext(FoundPlaceContext);
  const edit = useEditDraft();
  const others = (ymProfiles ?? []).filter(({ id }) => id !== place.ymProfile.id);
  const [done, setDone] = useState<readonly YmProfile[]>([]);
  const drafts = useQuery(
    trpc.draft.list.queryOptions({ ...openDrafts, member_id: place.memberId }, { enabled: others.length > 0 }),
  );
  const draftOf = ({ id }: YmProfile) => drafts.data?.items.find((draft) => draft.ym_profile_id === id) ?? null;
  const everywhere = useMutation({
    mutationFn: () =>
      excludeIn(
        place,
        others.map((ymProfile) => ({ ymProfile, said: draftOf(ymProfile) })),
        buyer,
        (one) => setDone((before) => [...before, one]),
      ),
    onSettled: refreshDrafts,
  });
  const name = buyerName(buyer);
  const exclusion = exclusionOf(contentSeen(edit.seen), buyer);
  const here = (onSuccess?: () => void) =>
    edit.mutate(excludeEdit(buyer), {
      onSuccess() {
        setDone([place.ymProfile]);
        onSuccess?.();
      },
    });
  const isBusy = edit.isPending || everywhere.isPending;
  if (done.length > 0 && !isBusy) {
    return (
      <div className="notice" role="status">
        {name} is excluded in the draft of {done.map((one) => one.name).join(', ')}. It is live once that is published.
        <div className="notice-actions">
          {done.map((one) => (
            <Link key={one.id} to="/draft" search={(all) => ({ ...all, ym: one.id, draft: undefined })}>
              {done.length === 1 ? 'To the draft' : `Draft of ${one.name}`}
            </Link>
          ))}
        </div>
        {everywhere.error !== null && <Problem error={everywhere.error} />}
      </div>
    );
  }
  return (
    <section className="notice" aria-label={`Exclude ${name}`}>
      {exclusion.by === null ? (
        <>
          An exclude tier for {name} at priority {excludePriority}, everywhere and at any price
          {exclusion.over.length > 0 && `: above ${quoted(exclusion.over)}`}.
          {exclusion.without.length > 0 &&
            ` ${quoted(exclusion.without)} ${exclusion.without.length > 1 ? 'have' : 'has'} this priority too and would decide by chance: the buyer is taken out of ${exclusion.without.length > 1 ? 'them' : 'it'}.`}
        </>
      ) : (
        <>“{exclusion.by}” keeps all its bids out here already.</>
      )}
      {drafts.data !== undefined && others.length > 0 && (
        <>
          <p>In all groups of sites, it goes also into:</p>
          <ul>
            {others.map((one) => {
              const draft = draftOf(one);
              return (
                <li key={one.id}>
                  {one.name}: {draft === null ? 'a new draft' : draftName(draft)}
                </li>
              );
            })}
          </ul>
        </>
      )}
      <div className="notice-actions">
        {exclusion.by === null && (
          <Button loading={isBusy} onClick={() => here()}>
            In the draft of {place.ymProfile.name}
          </Button>
        )}
        {drafts.data !== undefined && others.length > 0 && (
          <Button
            variant={exclusion.by === null ? 'default' : 'filled'}
            loading={isBusy}
            onClick={() => (exclusion.by === null ? here(() => everywhere.mutate()) : everywhere.mutate())}
          >
            In the drafts of all {counted(others.length + 1, 'group', 'groups')} of sites
          </Button>
        )}
        <QuietButton disabled={isBusy} onClick={onClose}>
          Not now
        </QuietButton>
      </div>
      <EditProblem edit={edit} />
      {drafts.error !== null && <Problem error={drafts.error} />}
      {everywhere.error !== null && <Problem error={everywhere.error} />}
    </section>
  );
}

const openDrafts = { filter: { state: ['open', 'suspended'] as ('open' | 'suspended')[] }, sort: 'last_modified.desc' };

/**
 * Excludes a buyer in the open draft of each group of sites, or in a new one. Where that is refused, such as by an
 * experiment, the others are changed all the same; throws which were not, and why.
 */
async function excludeIn(
  place: Place,
  /** Groups of sites, each with the draft that the user was told of; null: a new one. */
  others: readonly { readonly ymProfile: YmProfile; readonly said: Draft | null }[],
  buyer: ExcludedBuyer,
  onChanged: (changed: YmProfile) => void,
): Promise<void> {
  const refused: string[] = [];
  for (const { ymProfile, said } of others) {
    try {
      if (await excludeInOne({ ...place, ymProfile }, said, buyer)) onChanged(ymProfile);
    } catch (error) {
      refused.push(`${ymProfile.name}: ${sentenceOf(error)}`);
    }
  }
  if (refused.length > 0) throw new Error(`Not excluded everywhere. ${refused.join(' ')}`);
}

/** Whether it has changed anything: the buyer may be excluded already. */
async function excludeInOne(place: Place, said: Draft | null, buyer: ExcludedBuyer): Promise<boolean> {
  const { memberId: member_id, ymProfile } = place;
  const filter = { ...openDrafts.filter, ym_profile_id: ymProfile.id };
  const [{ items }, live] = await Promise.all([
    client.draft.list.query({ ...openDrafts, member_id, filter }),
    client.ymProfile.export.query({ id: ymProfile.id, member_id }),
  ]);
  const draft = items[0] ?? null;
  if (draft?.id !== said?.id) throw new Error('other drafts are open now; look again');
  if (exclusionOf(draft?.tier_set ?? contentOf(live), buyer).by !== null) return false;
  await editDraft(place, { draft, live }, excludeEdit(buyer));
  return true;
}

const quoted = (names: readonly string[]): string => listed(names.map((name) => `“${name}”`));
