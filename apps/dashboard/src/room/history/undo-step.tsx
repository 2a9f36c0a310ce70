import type { MergeConflict } from '@auction-tiers/contract';
import { usePlace } from '../../address/place.ts';
import { Difference } from '../../difference/difference.tsx';
import { fieldLabel, profileNames, valueText } from '../../difference/field-words.ts';
import { useLive } from '../../draft/use-draft.ts';
import { InlineForm } from '../../part/form.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { Block, Notice, Problem, Waiting } from '../../part/kit.tsx';
import { detailsOf } from '../../service/problem.ts';
import { LiveNotice } from '../experiments/live-notice.tsx';
import type { HistorySearch } from './address.ts';
import { useStepBack } from './use-step-back.tsx';
import { useUndone } from './use-undone.ts';
import { Worth } from './worth.tsx';

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
  const { preview, step, submit, noteInput, buttons, isNothing, isDirect } = useStepBack({
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
      {preview.error !== null && conflicts === undefined && <Problem error={preview.error} />}
      {preview.data === undefined && preview.error === null && <Waiting rows={3} />}
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
      <InlineForm
        onSubmit={submit}
        onCancel={close}
        note={
          isDirect && (
            <span className="muted">Later steps stay. It is a step of its own, and can itself be undone.</span>
          )
        }
      >
        {preview.data !== undefined && !isNothing && noteInput}
        {buttons('Undo the step, live')}
      </InlineForm>
      {step.error !== null && <Problem error={step.error} />}
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
          { head: 'What', cell: whatCell },
          { head: 'Before the step', cell: (conflict) => text(conflict, conflict.draft) },
          { head: 'The step made it', cell: (conflict) => text(conflict, conflict.base) },
          { head: 'Now', cell: (conflict) => text(conflict, conflict.live) },
        ]}
      />
    </section>
  );
}

const whatCell = ({ name, field }: MergeConflict) => (
  <>
    {name ?? 'Targeting profile'}
    <div className="muted">{field === null ? 'the whole of it' : fieldLabel(field)}</div>
  </>
);
