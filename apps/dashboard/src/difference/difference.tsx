import './difference.css';
import { Fragment, type ReactNode, useState } from 'react';
import { counted } from '../figure/count.ts';
import { Change, PlainButton, QuietButton, SmallButton } from '../part/kit.tsx';
import { fieldLabel, listChange, type ProfileName, tierText, valueText } from './field-words.ts';
import type { DraftDifference, MergeConflict } from '@auction-tiers/contract';
import { Button, Radio } from '@mantine/core';
import { type Choice, conflictKey } from '../draft/settle.ts';
import { PlainTable } from '../part/plain-table.tsx';

/** An object of a tier set; without an id it is new in a draft. */
export type ShownObject = DraftDifference['deleted'][number];

export interface ShownUpdate extends ShownObject {
  readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

/** The difference between two tier sets. */
export interface ShownDifference<Created extends ShownObject = ShownObject> {
  readonly created: readonly Created[];
  readonly updated: readonly ShownUpdate[];
  readonly deleted: readonly ShownObject[];
}

interface DifferenceProps<Created extends ShownObject> {
  readonly difference: ShownDifference<Created>;
  readonly profileName?: ProfileName;
  /** What a new object is, in words. */
  readonly describe?: (created: Created) => string | null;
  /** Puts an object back; absent: nothing can be undone here. Gives null for an object that cannot be. */
  readonly undo?: (object: ShownObject) => (() => void) | null;
  readonly isBusy?: boolean;
  /** Who changed an object, and when. */
  readonly whose?: (object: ShownObject) => string | null;
}

const nouns = { 'ym-profile': 'Group of sites', 'ym-auction-tier': 'Tier', profile: 'Profile' } as const;
/** Further objects are only counted: no reader uses a page of thousands of changes. */
const mostShown = 100;

/** A difference object by object and field by field, each with the old and the new value. */
export function Difference<Created extends ShownObject>(props: DifferenceProps<Created>) {
  const { difference, profileName, describe, undo, isBusy = false, whose } = props;
  const all = [
    ...difference.updated.map((object) => ({ kind: 'changed' as const, object, changes: object.changes, words: null })),
    ...difference.created.map((object) => {
      const words = describe?.(object) ?? null;
      return { kind: 'new' as const, object, changes: [], words };
    }),
    ...difference.deleted.map((object) => ({ kind: 'removed' as const, object, changes: [], words: null })),
  ];
  return (
    <>
      <ul className="difference">
        {all.slice(0, mostShown).map(({ kind, object, changes, words }) => {
          const back = undo?.(object) ?? null;
          const by = whose?.(object) ?? null;
          return (
            <li key={`${object.service} ${object.id ?? object.name}`} className="difference-object">
              <span className="difference-main">
                {object.service !== 'ym-auction-tier' && <span className="muted">{nouns[object.service]} </span>}
                <span className={kind === 'removed' ? 'struck' : 'difference-name'}>{object.name ?? object.id}</span>
                {kind !== 'changed' && <span className="difference-kind"> {kind}</span>}
                {by !== null && <span className="muted"> by {by}</span>}
                {words !== null && <div className="muted">{words}</div>}
              </span>
              {back !== null && (
                <SmallButton
                  disabled={isBusy}
                  aria-label={`Undo the change of ${nouns[object.service].toLowerCase()} ${object.name ?? object.id}`}
                  onClick={back}
                >
                  Undo
                </SmallButton>
              )}
              {changes.length > 0 && (
                <dl className="difference-fields">
                  {changes.map(({ field, before, after }) => (
                    <Fragment key={field}>
                      <dt>{fieldLabel(field)}</dt>
                      <dd>
                        <FieldChange field={field} before={before} after={after} profileName={profileName} />
                      </dd>
                    </Fragment>
                  ))}
                </dl>
              )}
            </li>
          );
        })}
      </ul>
      {all.length > mostShown && <p className="muted">and {counted(all.length - mostShown, 'more change')}</p>}
    </>
  );
}

interface FieldChangeProps {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly profileName: ProfileName | undefined;
}

function FieldChange({ field, before, after, profileName }: FieldChangeProps) {
  const lists = listChange(field, before, after);
  if (lists === null) {
    return <Change before={valueText(field, before, profileName)} after={valueText(field, after, profileName)} />;
  }
  if (lists.added.length + lists.removed.length === 0) return <>in another order</>;
  return (
    <>
      {lists.added.length > 0 && <strong className="difference-kind">+ {lists.added.join(', ')}</strong>}{' '}
      {lists.removed.length > 0 && <span className="struck">− {lists.removed.join(', ')}</span>}
    </>
  );
}

export const sizeOf = ({ created, updated, deleted }: ShownDifference): number =>
  created.length + updated.length + deleted.length;

interface ConflictsProps {
  readonly title: ReactNode;
  readonly conflicts: readonly MergeConflict[];
  /** The heads of the three columns: the value before, the other user's value, and this user's value. */
  readonly heads: readonly [base: string, theirs: string, yours: string];
  /** The user who made the other value, and when. */
  readonly whose?: (conflict: MergeConflict) => string | null;
  /** What the button says. */
  readonly action: string;
  readonly isPending: boolean;
  readonly onSettle: (choices: ReadonlyMap<string, Choice>) => void;
  readonly onLeave: () => void;
  readonly profileName: ProfileName;
}

/** What both users have changed: the value before, theirs and yours side by side, of which the user chooses one. */
export function Conflicts(props: ConflictsProps) {
  const { title, conflicts, heads, whose, action, isPending, onSettle, onLeave, profileName } = props;
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const open = conflicts.filter((conflict) => !choices.has(conflictKey(conflict))).length;
  const chooseAll = (choice: Choice) => setChoices(new Map(conflicts.map((one) => [conflictKey(one), choice])));
  const choiceCell = (conflict: MergeConflict, choice: Choice) => {
    const key = conflictKey(conflict);
    const text = sideText(conflict, choice === 'theirs' ? conflict.live : conflict.draft, profileName);
    const by = choice === 'theirs' ? (whose?.(conflict) ?? null) : null;
    return (
      <>
        <Radio
          name={key}
          aria-label={`${choice}: ${text}`}
          label={text}
          checked={choices.get(key) === choice}
          onChange={() => setChoices(new Map([...choices, [key, choice]]))}
        />
        {by !== null && <div className="muted">{by}</div>}
      </>
    );
  };
  return (
    <section className="notice conflicts" aria-label="Conflicts">
      <strong>{title}</strong>
      <PlainTable
        rows={conflicts}
        idOf={conflictKey}
        columns={[
          { head: 'What', cell: conflictCell },
          { head: heads[0], cell: (one) => sideText(one, one.base, profileName) },
          ...(['theirs', 'yours'] as const).map((choice, at) => ({
            head: heads[at + 1]!,
            toneOf: (one: MergeConflict) => (choices.get(conflictKey(one)) === choice ? 'chosen' : ''),
            cell: (one: MergeConflict) => choiceCell(one, choice),
          })),
        ]}
      />
      <div className="notice-actions">
        <Button disabled={open > 0} loading={isPending} onClick={() => onSettle(choices)}>
          {action}
        </Button>
        {conflicts.length > 1 && (
          <>
            <PlainButton onClick={() => chooseAll('theirs')}>All theirs</PlainButton>
            <PlainButton onClick={() => chooseAll('yours')}>All yours</PlainButton>
          </>
        )}
        <QuietButton onClick={onLeave}>Not now</QuietButton>
        {open > 0 && <span className="muted">{counted(open, 'choice')} left</span>}
      </div>
    </section>
  );
}

/** What both have changed: an object, and which field of it. */
export const conflictCell = ({ service, name, field }: MergeConflict) => (
  <>
    {name ?? (service === 'profile' ? 'Targeting profile' : 'Tier')}
    <div className="muted">{field === null ? 'the whole of it' : fieldLabel(field)}</div>
  </>
);

/** The value of one side; for a whole object its description, or that it is removed. */
function sideText({ service, field }: MergeConflict, value: unknown, profileName: ProfileName): string {
  if (field !== null) return valueText(field, value, profileName);
  if (typeof value !== 'object' || value === null) return 'not there';
  return service === 'profile' ? 'profile, changed' : tierText(value, profileName);
}
