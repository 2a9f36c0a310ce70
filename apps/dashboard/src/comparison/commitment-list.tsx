import '../difference/difference.css';
import { Commitment } from '@auction-tiers/contract';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../address/place.ts';
import { Choice, focusFirst, InlineForm, NumberField } from '../part/form.tsx';
import { type CommitmentForm, commitmentText, type Subject, toCommitment } from '../words/commitment.ts';
import { SmallButton } from '../part/kit.tsx';

interface CommitmentListProps {
  readonly commitments: readonly Commitment[];
  readonly subjects: readonly Subject[];
  /** Whether the user may change them. */
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly onAdd: (one: Commitment) => Promise<unknown>;
  readonly onRemove: (one: Commitment) => void;
}

/** Promises about buyers and tiers, with a form for one more. */
export function CommitmentList(props: CommitmentListProps) {
  const { commitments, subjects, isOpen, isPending, onAdd, onRemove } = props;
  const { currency } = usePlace();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {commitments.length === 0 && (
        <p className="muted">
          None. With a promise to a buyer or about a tier, a try says whether the draft keeps it, and never advises to
          launch one that breaks it.
        </p>
      )}
      <ul className="difference" aria-label="Promises">
        {commitments.map((one) => {
          const text = commitmentText(one, subjects, currency);
          return (
            <li key={JSON.stringify(one)} className="difference-head">
              <span>{text}</span>
              {isOpen && (
                <SmallButton
                  disabled={isPending}
                  aria-label={`Remove the promise ${text}`}
                  onClick={() => onRemove(one)}
                >
                  Remove
                </SmallButton>
              )}
            </li>
          );
        })}
      </ul>
      {isOpen && !isAdding && <SmallButton onClick={() => setIsAdding(true)}>+ Add a promise</SmallButton>}
      {isOpen && isAdding && (
        <AddCommitment
          subjects={subjects}
          currency={currency}
          isPending={isPending}
          onAdd={(one) =>
            void onAdd(one).then(
              () => setIsAdding(false),
              () => undefined,
            )
          }
          onCancel={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

interface AddProps {
  readonly subjects: readonly Subject[];
  readonly currency: string;
  readonly isPending: boolean;
  readonly onAdd: (commitment: Commitment) => void;
  readonly onCancel: () => void;
}

const keyOf = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind} ${id}`;

function AddCommitment({ subjects, currency, isPending, onAdd, onCancel }: AddProps) {
  const [form, setForm] = useState<CommitmentForm>({ subject: null, bound: 'at_least', figure: 'wins', value: null });
  const [isAsked, setIsAsked] = useState(false);
  const parsed = Commitment.safeParse(toCommitment(form));
  const submit = () => {
    setIsAsked(true);
    if (parsed.success) onAdd(parsed.data);
  };
  const ofKind = (kind: Subject['kind']) =>
    subjects.filter((one) => one.kind === kind).map((one) => ({ value: keyOf(one), label: one.name }));
  return (
    <InlineForm
      onSubmit={submit}
      onCancel={onCancel}
      submit="Add"
      isPending={isPending}
      note={
        isAsked &&
        !parsed.success &&
        form.subject !== null &&
        form.value !== null && (
          <span className="loss">{parsed.error.issues.map(({ message }) => message).join('; ')}</span>
        )
      }
    >
      <Select
        label="Who or what"
        w={180}
        searchable
        openOnFocus={false}
        ref={focusFirst}
        data={[
          { group: 'Buyers', items: ofKind('buyer') },
          { group: 'Tiers', items: ofKind('tier') },
        ]}
        error={isAsked && form.subject === null ? 'choose one' : undefined}
        onChange={(key) => setForm({ ...form, subject: subjects.find((one) => keyOf(one) === key) ?? null })}
      />
      <Choice
        label="Bound"
        w={100}
        words={{ at_least: 'at least', at_most: 'at most' }}
        value={form.bound}
        onChange={(bound) => setForm({ ...form, bound })}
      />
      <NumberField
        label="Value"
        w={90}
        min={0}
        value={form.value ?? ''}
        error={isAsked && form.value === null ? 'a number' : undefined}
        onChange={(value) => setForm({ ...form, value: value === '' ? null : value })}
      />
      <Choice
        label="Figure"
        w={150}
        words={{ wins: 'wins a day', net: `${currency} net a day`, share_of_net: '% of the net' }}
        value={form.figure}
        onChange={(figure) => setForm({ ...form, figure })}
      />
    </InlineForm>
  );
}
