import { draftDifference, type MergeConflict } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DraftEditing, Moved } from '../draft/use-draft.ts';
import { merge, mergeSettled } from '../draft/merge.ts';
import { editText, lastChangeText } from '../draft/people.tsx';
import type { Choice } from '../draft/settle.ts';
import { Conflicts, Difference } from './difference.tsx';
import { draftName, scheduledText } from '../draft/draft-name.ts';
import { profileNames } from './field-words.ts';
import { QuietButton } from '../part/kit.tsx';

/** What another user has changed since the edit began, and the way to save the edit all the same. */
export function MovedMeanwhile({ edit, moved }: { readonly edit: DraftEditing; readonly moved: Moved }) {
  const { versions, now, how } = moved;
  const merged = useMemo(() => merge(versions), [versions]);
  const [rest, setRest] = useState<readonly MergeConflict[]>([]);
  const conflicts = merged.ok ? rest : merged.conflicts;
  const profileName = profileNames(versions.now.profiles, versions.wanted.profiles);
  const settle = (choices: ReadonlyMap<string, Choice>) => {
    const settled = mergeSettled(versions, conflicts, choices);
    if (settled.ok) edit.settle(settled.content);
    else setRest(settled.conflicts);
  };
  const isWaiting = how === 'scheduled' || how === 'tested';
  const said = useSaid(moved, conflicts.length > 0);
  if (conflicts.length > 0) {
    return (
      <Conflicts
        title={said}
        conflicts={conflicts}
        heads={['What you saw', 'What it is now', 'What you want']}
        whose={(conflict) => (now.draft === null ? null : editText(now.draft, conflict))}
        action="Save what is chosen"
        isPending={edit.isPending}
        onSettle={settle}
        onLeave={edit.reset}
        profileName={profileName}
      />
    );
  }
  return (
    <div className="notice" role="alert">
      <strong>{said}</strong>
      {!isWaiting && <Difference difference={draftDifference(versions.seen, versions.now)} profileName={profileName} />}
      <div className="notice-actions">
        <Button loading={edit.isPending} onClick={() => merged.ok && edit.settle(merged.content)}>
          {now.draft === null
            ? 'Save mine in a new draft'
            : isWaiting
              ? `Save mine in ${draftName(now.draft)}`
              : 'Save mine beside it'}
        </Button>
        {how === 'scheduled' && moved.of !== null && (
          <Link to="/draft" search={(all) => ({ ...all, draft: moved.of!.id })} hash="publish">
            See its schedule
          </Link>
        )}
        {how === 'tested' && (
          <Link to="/draft/tests" search>
            See the live test
          </Link>
        )}
        <QuietButton onClick={edit.reset}>Not now</QuietButton>
      </div>
    </div>
  );
}

/** Why nothing is saved yet, in a sentence. */
function useSaid({ now, how, of }: Moved, isSame: boolean): string {
  const by = now.draft === null ? 'Another user' : lastChangeText(now.draft);
  const nothing = 'Nothing of yours is saved yet.';
  switch (how) {
    case 'over':
      return `The draft was published or discarded meanwhile. ${nothing}`;
    case 'begun':
      return `${now.draft?.created_by ?? 'Another user'} has begun ${now.draft === null ? 'a draft' : draftName(now.draft)} at the same time. ${nothing}`;
    case 'scheduled':
      return `${of === null ? 'The draft is scheduled' : scheduledText(of)} and cannot be changed before. ${nothing}`;
    case 'tested':
      return `${of === null ? 'The draft' : draftName(of)} is being tested live and cannot be changed meanwhile. ${nothing}`;
    case 'changed':
      return isSame
        ? `${by} has changed what you wanted to change. ${nothing}`
        : `${by} has changed something else meanwhile, so that nothing of yours is saved yet.`;
  }
}
