import './difference.css';
import { Fragment } from 'react';
import { counted } from '../figure/count.ts';
import { Change, SmallButton } from '../part/kit.tsx';
import { fieldLabel, listChange, type ProfileName, valueText } from './field-words.ts';

export interface ShownObject {
  readonly service: 'ym-profile' | 'ym-auction-tier' | 'profile';
  /** Null: it is new in a draft. */
  readonly id: number | null;
  readonly name: string | null;
}

interface ShownUpdate extends ShownObject {
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
            <li key={`${object.service} ${object.id ?? object.name}`}>
              <div className="difference-head">
                <span>
                  <span className="muted">{nouns[object.service]} </span>
                  <span className={kind === 'removed' ? 'struck' : 'difference-name'}>{object.name ?? object.id}</span>
                  {kind !== 'changed' && <span className="difference-kind"> {kind}</span>}
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
              </div>
              {by !== null && <div className="muted">by {by}</div>}
              {words !== null && <div className="muted">{words}</div>}
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
      {lists.added.length > 0 && <span className="difference-name">+ {lists.added.join(', ')}</span>}{' '}
      {lists.removed.length > 0 && <span className="struck">− {lists.removed.join(', ')}</span>}
    </>
  );
}

export const sizeOf = ({ created, updated, deleted }: ShownDifference): number =>
  created.length + updated.length + deleted.length;
