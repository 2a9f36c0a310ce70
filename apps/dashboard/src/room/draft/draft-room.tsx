import './draft.css';
import type { Draft } from '@auction-tiers/contract';
import { Button, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { refreshDrafts } from '../../draft/edit-draft.ts';
import { draftTitle } from '../../draft/draft-name.ts';
import { DraftPeople } from '../../draft/people.tsx';
import { useSeen } from '../../draft/seen.ts';
import { useDraft, useDraftDifference, useLive } from '../../draft/use-draft.ts';
import { sizeOf } from '../../difference/difference.tsx';
import { Block, Empty, Notice, Problem, Room, Waiting } from '../../part/kit.tsx';
import { client } from '../../service/trpc.ts';
import { Actions } from './actions.tsx';
import { Changes } from './changes.tsx';
import { Moved } from './moved.tsx';
import { Naming } from './naming.tsx';
import { Published } from './published.tsx';
import { Felt } from '../../comparison/felt.tsx';
import { RunningTest, TestLive } from './test-live.tsx';
import { TryIt } from './try-it.tsx';
import { type DraftComparison, useDraftComparison } from './use-draft-comparison.ts';
import { abilitiesOf, nextAct } from './abilities.ts';
import { useRecorded } from '../../comparison/use-comparison.ts';
import { isOpen, useExperiments } from '../../experiment/use-experiments.ts';
import { useAddress } from '../../address/use-change-address.ts';

/** A change before it is live: what it changes, what it would do, who gains or loses, and the acts on it. */
export function DraftRoom(): React.ReactNode {
  const { draft, drafts, isPending, error } = useDraft();
  const search = useSearch({ from: '/draft' });
  const isAway = search.draft !== undefined && draft?.id !== search.draft && search.published === undefined;
  return (
    <Room title="Draft" head={<Head draft={draft} drafts={drafts} />}>
      {search.published !== undefined && <Published id={search.published} />}
      {isPending ? (
        error === null && <Waiting rows={10} />
      ) : (
        <>
          {isAway && (
            <Notice>
              The draft of this address is not open any more: it was published or discarded.
              {draft !== null && ' This is another one.'}
            </Notice>
          )}
          {draft === null ? (
            <NoDraft />
          ) : (
            <>
              <DraftPeople draft={draft} />
              <OneDraft key={draft.id} draft={draft} />
            </>
          )}
        </>
      )}
      {error !== null && <Problem error={error} />}
    </Room>
  );
}

function OneDraft({ draft }: { readonly draft: Draft }) {
  const { live } = useLive();
  const difference = useDraftDifference();
  const comparison = useDraftComparison(draft);
  const { seen, isNews, goOn } = useSeen(draft);
  const changes = difference.data === undefined ? null : sizeOf(difference.data);
  const [isTesting, setIsTesting] = useState(false);
  const act = useNextAct(draft, comparison, changes);
  useFocusOfAddress(live !== null && difference.data !== undefined ? (act.next ?? 'none') : null);
  return (
    <>
      {live !== null && <Moved draft={draft} seen={seen} live={live} />}
      <div className="draft-columns">
        <Block title="What changes">
          <Changes
            draft={draft}
            seen={seen}
            live={live}
            difference={difference.data ?? null}
            error={difference.error}
          />
        </Block>
        <Block title="What it would do">
          <TryIt comparison={comparison} changes={changes} isNext={act.next === 'try'} />
        </Block>
        <Block title="Who is affected">
          {comparison.report === null ? (
            <p className="muted">After a try: the buyers and tiers that gain or lose, and examples.</p>
          ) : (
            <Felt report={comparison.report} which="draft" />
          )}
        </Block>
      </div>
      <RunningTest />
      {isTesting && <TestLive draft={draft} isNews={isNews} onClose={() => setIsTesting(false)} />}
      {/* A new key after a rebase, so that earlier refusals are forgotten. */}
      <Actions
        key={draft.base_revision}
        draft={draft}
        seen={seen}
        isNews={isNews}
        onGoOn={goOn}
        live={live}
        wasTried={comparison.tries.length > 0}
        onTry={comparison.start}
        isTesting={isTesting}
        onTest={() => setIsTesting(!isTesting)}
        {...act}
      />
    </>
  );
}

/** What may be done with a draft, and what it waits for. */
function useNextAct(draft: Draft, { report, isStale }: DraftComparison, read: number | null) {
  const { member, session } = usePlace();
  const open = useExperiments().experiments.find(isOpen);
  const { recorded } = useRecorded();
  // Keeps the open question, with its note, while the difference is read again because live has changed.
  const [changes, setChanges] = useState(read);
  if (read !== null && read !== changes) setChanges(read);
  const testing =
    open === undefined
      ? null
      : { name: open.name, isOwn: open.draft_id === draft.id, isPaused: open.state === 'paused' };
  const can = abilitiesOf(draft, member.publishing, session, changes, testing);
  const mayTry = session.scopes.includes('write') && changes !== 0 && recorded.auctions > 0;
  const next = nextAct(can, report === null || isStale ? null : report.recommendation, mayTry);
  return { can, next, changes, testing, running: open?.state === 'running' && testing?.isOwn === false ? open : null };
}

/**
 * Scrolls to the part of the room that the bar in the head links to, and focuses it: again once the next act is known,
 * because a button takes no focus before it can be pressed. `next`: that act; null: nothing is shown yet.
 */
function useFocusOfAddress(next: string | null): void {
  const { hash } = useLocation();
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (next === null || focused.current === hash || !['try', 'publish', 'moved'].includes(hash)) return;
    const part = document.querySelector<HTMLElement>(`#${hash}`);
    part?.scrollIntoView({ block: 'nearest' });
    part?.focus();
    if (part !== null && part === document.activeElement) focused.current = hash;
  }, [next, hash]);
}

interface HeadProps {
  readonly draft: Draft | null;
  readonly drafts: readonly Draft[];
}

/** What the address names of another draft. */
const noneShown = { try: undefined, published: undefined };

/** Two drafts may change the same: with its author, where no user has named it. */
const labelOf = (draft: Draft): string => draft.name ?? `${draftTitle(draft)}, by ${draft.created_by}`;

function Head({ draft, drafts }: HeadProps) {
  const [, change] = useAddress<'/draft'>();
  if (draft === null) return null;
  return (
    <>
      {drafts.length > 1 && (
        <Select
          aria-label="Draft"
          w={260}
          data={drafts.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
          value={String(draft.id)}
          allowDeselect={false}
          onChange={(id) => change({ ...noneShown, draft: Number(id) })}
        />
      )}
      <Naming key={draft.id} draft={draft} isNamed={drafts.length > 1} />
      <span style={{ flex: 1 }} />
      <NewDraft variant="default" />
    </>
  );
}

function NoDraft() {
  return (
    <Empty action={<NewDraft variant="filled" />}>
      A draft is a change of the tiers that no auction sees yet. You edit it here or under Tiers, try it on recorded
      auctions, and publish it in one step that can be undone in one step.
    </Empty>
  );
}

function NewDraft({ variant }: { readonly variant: 'filled' | 'default' }) {
  const { ymProfile, memberId, session } = usePlace();
  const [, change] = useAddress<'/draft'>();
  const { mutate, isPending, error } = useMutation({
    // An administrator names the seller in the body.
    mutationFn: () =>
      client.draft.create.mutate({
        from: ymProfile.id,
        // Where there seems to be none, another user may just have begun one, which is then shown.
        alone: variant === 'filled',
        ...(session.member_id === null ? { member_id: memberId } : {}),
      }),
    async onSuccess({ id }) {
      await refreshDrafts();
      change({ ...noneShown, draft: id });
    },
    onError: refreshDrafts,
  });
  if (!session.scopes.includes('write')) return null;
  return (
    <>
      <Button variant={variant} loading={isPending} onClick={() => mutate()}>
        New draft from live
      </Button>
      {error !== null && <Problem error={error} />}
    </>
  );
}
