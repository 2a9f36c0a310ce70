import { type HistoryStep, makesYmProfile } from '@auction-tiers/contract';
import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { canUndo, stepWords } from '../../difference/step-words.ts';
import { counted, countText } from '../../figure/count.ts';
import { happenedText, momentColumn, msOf } from '../../figure/date.ts';
import { Notice, PlainButton, Problem, SmallButton } from '../../part/kit.tsx';
import { isOfLastWeek, StepWorth, useStepWorths } from '../../report/step-worth.tsx';
import { revisionBefore } from './use-undone.ts';
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
  const { timeZone } = usePlace();
  const now = useNow();
  const worths = useStepWorths(steps.some((step) => isOfLastWeek(step, now)));
  const one = (step: HistoryStep) => (
    <Step
      key={step.revision}
      step={step}
      now={now}
      worths={worths}
      isCompared={compared.includes(step.revision)}
      onCompare={() => onCompare(step.revision)}
      {...acts}
    />
  );
  return (
    <ol className="timeline" aria-label="Steps">
      {foldSteps(steps).map(([first, ...more]) =>
        more.length === 0 ? (
          one(first)
        ) : (
          <li key={first.revision}>
            <details className="folded-steps">
              <summary>
                {momentColumn(msOf(first.time), timeZone)}:{' '}
                {counted(more.length + 1, 'tier or profile', 'tiers and profiles')} added by {first.user}
              </summary>
              <ol>{[first, ...more].map(one)}</ol>
            </details>
          </li>
        ),
      )}
    </ol>
  );
}

interface StepProps {
  readonly worths: ReturnType<typeof useStepWorths>;
  readonly step: HistoryStep;
  readonly now: number;
  readonly isCompared: boolean;
  readonly onCompare: () => void;
  readonly onBack: (revision: string) => void;
  readonly onUndo: (revision: string) => void;
  /** Whether the user may go back and undo at all. */
  readonly mayUndo: boolean;
}

function Step({ step, now, worths, isCompared, onCompare, onBack, onUndo, mayUndo }: StepProps) {
  const place = usePlace();
  const { timeZone } = place;
  const ms = msOf(step.time);
  const find = useMutation({
    mutationFn: () => revisionBefore(step.revision, place),
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
        {momentColumn(ms, timeZone)}
        <div className="muted">{happenedText(ms, now)}</div>
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
        <StepWorth step={step} worths={worths} />
        {find.data === null && <Notice>This is the oldest step that is kept: nothing tells what was before it.</Notice>}
        {find.error !== null && <Problem error={find.error} />}
      </div>
      <div className="history-row step-acts">
        {mayUndo && canUndo(step) && <PlainButton onClick={() => onUndo(step.revision)}>Undo this step</PlainButton>}
        {mayUndo && !makesYmProfile(step) && (
          <SmallButton loading={find.isPending} onClick={() => find.mutate()}>
            Go back to before this
          </SmallButton>
        )}
        <Menu>
          <Menu.Target>
            <SmallButton>More ▾</SmallButton>
          </Menu.Target>
          <Menu.Dropdown>
            {mayUndo && <Menu.Item onClick={() => onBack(step.revision)}>Go back to just after this</Menu.Item>}
            <Menu.Item onClick={onCompare}>{isCompared ? 'Do not compare' : 'Compare'}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}

const [togetherMs, leastFolded] = [60_000, 3];

const isAddition = ({ kind, changes: { created, updated, deleted } }: HistoryStep): boolean =>
  kind === 'write' && created > 0 && updated + deleted === 0;

/** Steps in their order; those of one user that only add and come right after each other are one entry together. */
export function foldSteps(steps: readonly HistoryStep[]): (readonly [HistoryStep, ...HistoryStep[]])[] {
  const runs: [HistoryStep, ...HistoryStep[]][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const isTogether =
      before !== undefined &&
      isAddition(step) &&
      isAddition(before) &&
      step.user === before.user &&
      msOf(before.time) - msOf(step.time) <= togetherMs;
    if (isTogether) last!.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run) => (run.length < leastFolded ? run.map((step): typeof run => [step]) : [run]));
}
