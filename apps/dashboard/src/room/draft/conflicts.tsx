import type { MergeConflict } from '@auction-tiers/contract';
import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { fieldLabel, type ProfileName, tierText, valueText } from '../../difference/field-words.ts';
import { counted } from '../../figure/count.ts';
import { Problem } from '../../part/problem.tsx';
import { type Choice, conflictKey } from './settle.ts';
import type { Rebase } from './use-rebase.ts';

interface ConflictsProps {
  readonly conflicts: readonly MergeConflict[];
  readonly rebase: Rebase;
  readonly profileName: ProfileName;
}

/** What both sides have changed: as it was, theirs and yours, side by side; one of the two is chosen for each. */
export function Conflicts({ conflicts, rebase, profileName }: ConflictsProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const open = conflicts.filter((conflict) => !choices.has(conflictKey(conflict))).length;
  const chooseAll = (choice: Choice) => setChoices(new Map(conflicts.map((one) => [conflictKey(one), choice])));
  return (
    <section className="notice conflicts" aria-label="Conflicts">
      <strong>
        You and somebody else have changed the same {counted(conflicts.length, 'value')}. Choose which one stays.
      </strong>
      <div className="scrolls">
        <table className="plain-table">
          <thead>
            <tr>
              <th>What</th>
              <th>As it was</th>
              <th>Live now (theirs)</th>
              <th>Your draft (yours)</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => {
              const key = conflictKey(conflict);
              return (
                <tr key={key}>
                  <td>
                    {conflict.name ?? conflict.id}
                    <div className="muted">
                      {conflict.field === null ? 'the whole of it' : fieldLabel(conflict.field)}
                    </div>
                  </td>
                  <td>{sideText(conflict, conflict.base, profileName)}</td>
                  {(['theirs', 'yours'] as const).map((choice) => (
                    <td key={choice} className={choices.get(key) === choice ? 'chosen' : ''}>
                      <Radio
                        name={key}
                        aria-label={`${choice}: ${sideText(conflict, sideOf(conflict, choice), profileName)}`}
                        label={sideText(conflict, sideOf(conflict, choice), profileName)}
                        checked={choices.get(key) === choice}
                        onChange={() => setChoices(new Map([...choices, [key, choice]]))}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className="draft-row">
        <Button disabled={open > 0} loading={rebase.isPending} onClick={() => rebase.settle(choices)}>
          Settle and carry onto live
        </Button>
        {conflicts.length > 1 && (
          <>
            <Button variant="default" onClick={() => chooseAll('theirs')}>
              All theirs
            </Button>
            <Button variant="default" onClick={() => chooseAll('yours')}>
              All yours
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={rebase.leave}>
          Not now
        </Button>
        {open > 0 && <span className="muted">{counted(open, 'choice')} left</span>}
      </div>
      {rebase.error !== null && <Problem error={rebase.error} />}
    </section>
  );
}

const sideOf = ({ live, draft }: MergeConflict, choice: Choice): unknown => (choice === 'theirs' ? live : draft);

/** A value of one side; of a whole object what it is, or that it is gone. */
function sideText({ service, field }: MergeConflict, value: unknown, profileName: ProfileName): string {
  if (field !== null) return valueText(field, value, profileName);
  if (typeof value !== 'object' || value === null) return 'not there';
  return service === 'profile' ? 'profile, changed' : tierText(value, profileName);
}
