import type { MergeConflict } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { usePlace } from '../address/place.ts';
import type { DraftEditing, Moved } from '../draft/edit-draft.ts';
import { differenceOf, merge, mergeSettled } from '../draft/merge.ts';
import { editText, lastChangeText } from '../draft/people.tsx';
import type { Choice } from '../draft/settle.ts';
import { Conflicts } from './conflicts.tsx';
import { Difference } from './difference.tsx';
import { profileNames } from './field-words.ts';

interface MovedMeanwhileProps {
  readonly edit: DraftEditing;
  readonly moved: Moved;
}

/** What another user has changed since the edit began, and the way to save the edit all the same. */
export function MovedMeanwhile({ edit, moved }: MovedMeanwhileProps) {
  const { timeZone } = usePlace();
  const { versions, now, isOver } = moved;
  const merged = useMemo(() => merge(versions), [versions]);
  const [rest, setRest] = useState<readonly MergeConflict[]>([]);
  const conflicts = merged.ok ? rest : merged.conflicts;
  const profileName = profileNames(versions.now.profiles, versions.wanted.profiles);
  const settle = (choices: ReadonlyMap<string, Choice>) => {
    const settled = mergeSettled(versions, conflicts, choices);
    if (settled.ok) edit.settle(settled.content);
    else setRest(settled.conflicts);
  };
  const by = now.draft === null ? null : lastChangeText(now.draft, timeZone);
  const over = 'The draft was published or discarded meanwhile. Nothing of yours is saved yet.';
  if (conflicts.length > 0) {
    return (
      <Conflicts
        title={
          isOver
            ? over
            : `${by ?? 'Another user'} has changed what you wanted to change. Nothing of yours is saved yet.`
        }
        conflicts={conflicts}
        heads={['What you saw', 'What it is now', 'What you want']}
        whose={(conflict) => (now.draft === null ? null : editText(now.draft, conflict, timeZone))}
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
      <strong>
        {isOver
          ? over
          : `${by ?? 'Another user'} has changed something else meanwhile, so that nothing of yours is saved yet.`}
      </strong>
      <Difference difference={differenceOf(versions.seen, versions.now)} profileName={profileName} />
      <div className="notice-actions">
        <Button loading={edit.isPending} onClick={() => merged.ok && edit.settle(merged.content)}>
          {isOver ? 'Save mine in a new draft' : 'Save mine beside it'}
        </Button>
        <Button variant="subtle" onClick={edit.reset}>
          Not now
        </Button>
      </div>
    </div>
  );
}
