import './history.css';
import { calendarOf } from '@auction-tiers/calendar';
import { Button, Menu, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useAddress, usePlace } from '../../address/place.ts';
import { counted, countText } from '../../figure/count.ts';
import { happenedText, momentColumn, momentOfClock, msOf, useNow, utcText } from '../../figure/date.ts';
import { Block, Empty, Notice, PlainButton, Problem, Reading, Room, SmallButton, Waiting } from '../../part/kit.tsx';
import { chooseMoment, type HistorySearch } from './address.ts';
import { GoBack, revisionBefore, UndoStep, WentBack } from './step-back.tsx';
import { type HistoryStep, makesYmProfile } from '@auction-tiers/contract';
import { Difference, sizeOf } from '../../difference/difference.tsx';
import { profileNames } from '../../difference/field-words.ts';
import { useLive } from '../../draft/use-draft.ts';
import { canUndo, stepWords } from '../../difference/step-words.ts';
import { isOfLastWeek, StepWorth, type StepWorths, useStepWorths } from '../../report/step-worth.tsx';
import { useChangesBetween, useHistory } from '../../report/use-history.ts';

const stepsPerPage = 50;

/** Every step that changed the ym-profile, two moments of it compared, and the way back to one. */
export function HistoryRoom(): React.ReactNode {
  const { timeZone, session } = usePlace();
  const [search, change] = useAddress<'/history'>();
  const { user, since, until, page = 0, a, b, back, step: undoing, trial, undo } = search;
  const { data, error } = useHistory({
    start_element: page * stepsPerPage,
    num_elements: stepsPerPage,
    ...(user === undefined ? {} : { user }),
    ...(since === undefined ? {} : { start_date: utcText(calendarOf(timeZone).startOf(since)) }),
    ...(until === undefined ? {} : { end_date: utcText(calendarOf(timeZone).endOf(until)) }),
  });
  const steps = data?.items ?? [];
  const isFiltered = user !== undefined || since !== undefined || until !== undefined || page > 0;
  const clear = { user: undefined, since: undefined, until: undefined, page: undefined };
  return (
    <Room title="History" head={<Filters search={search} onChange={change} />}>
      {undo !== undefined && back === undefined && undoing === undefined && <WentBack to={undo} onChange={change} />}
      {undoing !== undefined && <UndoStep key={undoing} step={undoing} trial={trial ?? null} onChange={change} />}
      {back !== undefined && <GoBack key={back} to={back} trial={trial ?? null} onChange={change} />}
      {a !== undefined && back === undefined && <Compared a={a} b={b ?? null} steps={steps} onChange={change} />}
      {search.as_of !== undefined && back === undefined && (
        <AsOf key={search.as_of} time={search.as_of} onChange={change} />
      )}
      <Reading data={data} error={error} rows={8} height={48} />
      {data !== undefined && steps.length === 0 && (
        <Empty
          {...(isFiltered
            ? { action: <Button onClick={() => change(clear)}>Show all steps</Button> }
            : { picture: 'rows' })}
        >
          {isFiltered
            ? 'No step is of this user, these days and this page.'
            : 'Every change of the tiers and their profiles will appear here, with its author, and can be undone.'}
        </Empty>
      )}
      {steps.length > 0 && (
        <Timeline
          steps={steps}
          compared={[a, b]}
          onCompare={(revision) =>
            change(
              chooseMoment(
                search,
                revision,
                steps.map((step) => step.revision),
              ),
            )
          }
          onBack={(revision) => change({ back: revision, step: undefined, trial: undefined, undo: undefined })}
          onUndo={(revision) => change({ step: revision, back: undefined, trial: undefined, undo: undefined })}
          mayUndo={session.scopes.includes('publish')}
        />
      )}
      {data !== undefined && data.count > stepsPerPage && (
        <div className="history-row">
          <PlainButton disabled={page === 0} onClick={() => change({ page: page === 1 ? undefined : page - 1 })}>
            Newer
          </PlainButton>
          <PlainButton disabled={(page + 1) * stepsPerPage >= data.count} onClick={() => change({ page: page + 1 })}>
            Older
          </PlainButton>
          <span className="muted">
            {page * stepsPerPage + 1} to {page * stepsPerPage + steps.length} of {counted(data.count, 'step')}
          </span>
        </div>
      )}
    </Room>
  );
}

interface FiltersProps {
  readonly search: HistorySearch;
  readonly onChange: (some: Readonly<Record<string, string | undefined>>) => void;
}

/** A day or a moment of the filters, with its word in the field. */
const box = (
  label: string,
  word: string,
  type: string,
  time: string | undefined,
  choose: (time: string | undefined) => void,
) => (
  <TextInput
    type={type}
    aria-label={label}
    leftSection={word}
    leftSectionWidth={word === 'to' ? 32 : 48}
    value={time ?? ''}
    onChange={({ currentTarget: { value } }) => choose(value || undefined)}
  />
);

function Filters({ search: { user, since, until, as_of: asOf }, onChange }: FiltersProps) {
  return (
    <>
      <TextInput
        key={user ?? ''}
        aria-label="User"
        placeholder="All users"
        data-search
        w={160}
        defaultValue={user ?? ''}
        onBlur={({ currentTarget: { value } }) => {
          if (value.trim() !== (user ?? '')) onChange({ user: value.trim() || undefined, page: undefined });
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
        }}
      />
      {box('First day', 'from', 'date', since, (value) => onChange({ since: value, page: undefined }))}
      {box('Last day', 'to', 'date', until, (value) => onChange({ until: value, page: undefined }))}
      {box('As of', 'as of', 'datetime-local', asOf, (value) => onChange({ as_of: value, a: undefined, b: undefined }))}
    </>
  );
}

interface ComparedProps {
  readonly a: string;
  /** Null: `a` is compared with what is live. */
  readonly b: string | null;
  readonly steps: readonly HistoryStep[];
  /** What the earlier moment is called; otherwise by its step. */
  readonly name?: string;
  readonly onChange: (some: { readonly a: undefined; readonly b: undefined; readonly as_of: undefined }) => void;
}

/** What has changed between two moments. */
function Compared({ a, b, steps, name, onChange }: ComparedProps) {
  const { live } = useLive();
  const { data, error } = useChangesBetween(a, b ?? live?.revision);
  const nameOf = (revision: string) => {
    const time = steps.find((step) => step.revision === revision)?.time;
    return time === undefined ? revision : momentColumn(msOf(time));
  };
  return (
    <Block
      title={`From ${name ?? nameOf(a)} to ${b === null ? 'now' : nameOf(b)}`}
      head={<SmallButton onClick={() => onChange({ a: undefined, b: undefined, as_of: undefined })}>Close</SmallButton>}
    >
      {b === null && name === undefined && (
        <p className="muted">Choose Compare at another step to compare these two.</p>
      )}
      <Reading data={data} error={error} rows={3} />
      {data !== undefined && (
        <>
          {sizeOf(data) === 0 && <p className="muted">No difference.</p>}
          <Difference difference={data} profileName={profileNames(live?.profiles ?? [])} />
        </>
      )}
    </Block>
  );
}

interface AsOfProps extends Pick<ComparedProps, 'onChange'> {
  /** A time of the member's clock: `2026-11-28T18:00`. */
  readonly time: string;
}

/** What has changed since a moment, whether or not a step was made then. */
function AsOf({ time, onChange }: AsOfProps) {
  const ms = momentOfClock(time) ?? 0;
  const { data, error } = useHistory({ end_date: utcText(ms), num_elements: 1 });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={3} />;
  const [step] = data.items;
  if (step === undefined) return <p className="muted">Nothing was there yet on {momentColumn(ms)}.</p>;
  return <Compared a={step.revision} b={null} steps={data.items} name={momentColumn(ms)} onChange={onChange} />;
}

interface Acts {
  readonly onBack: (revision: string) => void;
  readonly onUndo: (revision: string) => void;
  /** Whether the user may go back and undo at all. */
  readonly mayUndo: boolean;
}

interface TimelineProps extends Acts {
  readonly steps: readonly HistoryStep[];
  readonly compared: readonly (string | undefined)[];
  readonly onCompare: (revision: string) => void;
}

const kinds = { write: 'Change', import: 'Import', publish: 'Publish', restore: 'Went back', undo: 'Undo' } as const;
const shownLines = 4;

/** The steps, the newest first. */
function Timeline({ steps, compared, onCompare, ...acts }: TimelineProps) {
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
                {momentColumn(msOf(first.time))}: {counted(more.length + 1, 'tier or profile', 'tiers and profiles')}{' '}
                added by {first.user}
              </summary>
              <ol>{[first, ...more].map(one)}</ol>
            </details>
          </li>
        ),
      )}
    </ol>
  );
}

interface StepProps extends Acts {
  readonly worths: StepWorths;
  readonly step: HistoryStep;
  readonly now: number;
  readonly isCompared: boolean;
  readonly onCompare: () => void;
}

function Step({ step, now, worths, isCompared, onCompare, onBack, onUndo, mayUndo }: StepProps) {
  const place = usePlace();
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
        {momentColumn(ms)}
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
