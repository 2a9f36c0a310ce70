import type { HistoryStep } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { stepWords } from '../../difference/step-words.ts';
import { countText } from '../../figure/count.ts';
import { agoText, momentText, msOf } from '../../figure/date.ts';
import { Notice, Problem } from '../../part/problem.tsx';
import { client } from '../../service/trpc.ts';
import { momentBefore } from './moment-before.ts';
import { useNow } from '../../figure/use-now.ts';

interface TimelineProps {
  readonly steps: readonly HistoryStep[];
  readonly compared: readonly (string | undefined)[];
  readonly onCompare: (revision: string) => void;
  readonly onBack: (revision: string) => void;
  readonly onUndo: (revision: string) => void;
  /** Whether the user may go back and undo at all. */
  readonly mayUndo: boolean;
}

const kinds = { write: 'Change', import: 'Import', publish: 'Publish', restore: 'Went back', undo: 'Undo' } as const;
const shownLines = 4;

/** The steps, the newest first. */
export function Timeline({ steps, compared, onCompare, ...acts }: TimelineProps) {
  const now = useNow();
  return (
    <ol className="timeline" aria-label="Steps">
      {steps.map((step) => (
        <Step
          key={step.revision}
          step={step}
          now={now}
          isCompared={compared.includes(step.revision)}
          onCompare={() => onCompare(step.revision)}
          {...acts}
        />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly step: HistoryStep;
  readonly now: number;
  readonly isCompared: boolean;
  readonly onCompare: () => void;
  readonly onBack: (revision: string) => void;
  readonly onUndo: (revision: string) => void;
  /** Whether the user may go back and undo at all. */
  readonly mayUndo: boolean;
}

function Step({ step, now, isCompared, onCompare, onBack, onUndo, mayUndo }: StepProps) {
  const { ymProfile, memberId, timeZone } = usePlace();
  const ms = msOf(step.time);
  const find = useMutation({
    mutationFn: () =>
      momentBefore(step, async (end_date, start_element, num_elements) => {
        const asked = { id: ymProfile.id, member_id: memberId, end_date, start_element, num_elements };
        return (await client.ymProfile.history.query(asked)).items;
      }),
    onSuccess(revision) {
      if (revision !== null) onBack(revision);
    },
  });
  const lines = step.summary.map(stepWords);
  const { created, updated, deleted } = step.changes;
  // Of many changes, the lines name only the first.
  const more = Math.max(lines.length, created + updated + deleted) - shownLines;
  return (
    <li className={isCompared ? 'step chosen' : 'step'}>
      <div className="step-when">
        {momentText(ms, timeZone)}
        <div className="muted">{agoText(ms, now)}</div>
      </div>
      <div className="step-what">
        <div>
          <strong>{kinds[step.kind]}</strong> by {step.user}
          {step.draft_id !== null && <span className="muted"> from a draft</span>}
          {step.note !== null && <q className="step-note">{step.note}</q>}
        </div>
        <ul className="plain-list">
          {lines.slice(0, shownLines).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {more > 0 && (
          <details>
            <summary>{countText(more)} more</summary>
            <ul className="plain-list">
              {lines.slice(shownLines).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        )}
        {find.data === null && <Notice>This was the first step; nothing was before it.</Notice>}
        {find.error !== null && <Problem error={find.error} />}
      </div>
      <div className="history-row step-acts">
        {mayUndo && (
          <>
            {created + updated + deleted > 0 && (
              <Button variant="default" onClick={() => onUndo(step.revision)}>
                Undo this step
              </Button>
            )}
            <Button variant="subtle" size="compact-xs" loading={find.isPending} onClick={() => find.mutate()}>
              Go back to before this
            </Button>
            <Button variant="subtle" size="compact-xs" onClick={() => onBack(step.revision)}>
              To right after
            </Button>
          </>
        )}
        <Button
          variant={isCompared ? 'light' : 'subtle'}
          size="compact-xs"
          aria-pressed={isCompared}
          onClick={onCompare}
        >
          Compare
        </Button>
      </div>
    </li>
  );
}
