import type { MergeConflict } from '@auction-tiers/contract';
import { usePlace } from '../../address/place.ts';
import { Difference } from '../../difference/difference.tsx';
import { profileNames, valueText } from '../../difference/field-words.ts';
import { useLive } from '../../draft/use-draft.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { Block, Notice, Reading } from '../../part/kit.tsx';
import { detailsOf } from '../../service/problem.ts';
import { LiveNotice } from '../experiments/live-notice.tsx';
import type { HistorySearch } from './address.ts';
import { useStepBack } from './use-step-back.tsx';
import { useUndone } from './use-undone.ts';
import { Worth } from './worth.tsx';
import { conflictCell } from '../../difference/conflicts.tsx';

interface UndoStepProps {
  /** The revision of the step. */
  readonly step: string;
  /** The comparison that says what undoing it is worth; null: none. */
  readonly trial: number | null;
  readonly onChange: (some: { readonly [Name in keyof HistorySearch]?: HistorySearch[Name] | undefined }) => void;
}

/** Before one step is undone: what that changes, or which later steps prevent it. Later steps stay. */
export function UndoStep({ step: revision, trial, onChange }: UndoStepProps) {
  const { member, session } = usePlace();
  const { live } = useLive();
  const { preview, form, isNothing, isDirect } = useStepBack({
    act: 'undo',
    revision,
    isAsked: session.scopes.includes('publish'),
    onDone: () => onChange({ step: undefined, trial: undefined, undo: live?.revision }),
  });
  const undone = useUndone(revision);
  const conflicts = detailsOf(preview.error)['conflicts'] as readonly MergeConflict[] | undefined;
  const close = () => onChange({ step: undefined, trial: undefined });
  return (
    <Block title="Undo this step: what would change">
      {conflicts !== undefined && <StandingInTheWay conflicts={conflicts} />}
      {conflicts === undefined && <Reading data={preview.data} error={preview.error} rows={3} />}
      {isNothing && <p className="muted">Nothing is left of this step to undo.</p>}
      {preview.data !== undefined && (
        <Difference difference={preview.data} profileName={profileNames(live?.profiles ?? [])} />
      )}
      {preview.data !== undefined && !isNothing && undone !== null && (
        <Worth past={undone} trial={trial} onChange={onChange} />
      )}
      {!isDirect && (
        <Notice>The tiers of {member.name} change by drafts only: this makes a draft that undoes the step.</Notice>
      )}
      {isDirect && preview.data !== undefined && !isNothing && <LiveNotice isPausing />}
      {form({
        liveWords: 'Undo the step, live',
        note: 'Later steps stay. It is a step of its own, and can itself be undone.',
        onCancel: close,
      })}
    </Block>
  );
}

/** What both the step and a later one changed, so that the step cannot be undone alone. */
function StandingInTheWay({ conflicts }: { readonly conflicts: readonly MergeConflict[] }) {
  const { live } = useLive();
  const profileName = profileNames(live?.profiles ?? []);
  const text = ({ field }: MergeConflict, value: unknown) => {
    if (field !== null) return valueText(field, value, profileName);
    return value === null ? 'not there' : 'there';
  };
  return (
    <section className="notice" role="alert" aria-label="Later changes">
      <strong>Later steps have changed the same, so this one cannot be undone alone.</strong> Undo those first, or go
      back to before this step.
      <PlainTable
        rows={conflicts}
        idOf={({ service, id, field }) => `${service} ${id} ${field}`}
        columns={[
          { head: 'What', cell: conflictCell },
          { head: 'Before the step', cell: (conflict) => text(conflict, conflict.draft) },
          { head: 'The step made it', cell: (conflict) => text(conflict, conflict.base) },
          { head: 'Now', cell: (conflict) => text(conflict, conflict.live) },
        ]}
      />
    </section>
  );
}
