import './difference.css';
import type { MergeConflict } from '@auction-tiers/contract';
import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { type Choice, conflictKey } from '../draft/settle.ts';
import { counted } from '../figure/count.ts';
import { fieldLabel, type ProfileName, tierText, valueText } from './field-words.ts';
import { PlainButton, QuietButton } from '../part/kit.tsx';
import { PlainTable } from '../part/plain-table.tsx';

interface ConflictsProps {
  readonly title: string;
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
